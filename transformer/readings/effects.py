"""Effects of attention on the next word: the drop of its logit when a cell is cut.

A cut (Geva et al. 2023, attention knock-out) sets the masked score of a cell to -inf before softmax, so that the rest
of its row is made to sum to 1 again. Its effect is the word's logit after the last token without the cut, less that
with it: above 0 this attention raises the logit.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Bool, Float
from numpy import ndarray as Array
from torch import Tensor
from torch.nn.functional import gelu

from transformer.attention import allowed
from transformer.edited_rows import with_rows
from transformer.inference import inference, on_processor
from transformer.intervention import HEADS, MASKS, PADDING, PLACES, RESIDUAL, SCALES
from transformer.model import Layered, Transformer
from transformer.positions import places_of
from transformer.ranking import largest
from transformer.readings.answer import Model, Word, logit_of
from transformer.readings.contributions import output_rows
from transformer.readings.slopes import slopes
from transformer.trace import Trace, thawed

HONOURS = MASKS | PADDING | SCALES | PLACES | HEADS | RESIDUAL
EXACT = 4  # cells that are run again: twice as many would cost more than they mend
_AT_ONCE = 64  # cells that are cut in one batch
Weight = tuple[int, int, int, int]  # (layer, head, query, key)


@dataclass(frozen=True, eq=False)
class Worth:
    """The effect of each cell on the logit, and the runs in which some were cut."""

    effects: Float[Array, "layer head query key"]
    runs: Mapping[Weight, Float[Array, " d_model"]]  # what the unembedding reads at the last position of each


@on_processor
def effects(model: Model, trace: Trace, word: Word, *, exact: int = EXACT) -> Float[Array, "layer head query key"]:
    """Measure how much each attention weight contributes to a word's logit: the drop when that weight is cut.

    One backward pass gives it to first order for all weights of all heads (attribution patching, Nanda 2023); `exact`
    of them, where the first order could be largest, are cut and measured (attention knock-out, Geva et al. 2023). Where
    nothing can be cut, since a cell is hidden or all that its row has, the effect is 0.

    Args:
        model: the one that made the trace.
        trace: a pass over one text, changed or not.
        word: a token's id or how it is written, or two of them, whose difference is meant.
        exact: how many weights are cut one by one.

    Returns:
        Logits, [layer, head, query, key], from 0: above 0 this attention raises the logit.

    Raises:
        ValueError: if the model predicts no next word, or does not know this one.

    Example:
        >>> from transformer import effects, load
        >>> model = load("story")
        >>> effects(model, model.trace("bear country"), " girl").shape
        (6, 6, 2, 2)
    """
    return worth(model, trace, word, exact=exact).effects


def worth(model: Model, trace: Trace, word: Word, *, exact: int = EXACT) -> Worth:
    """Return the effects as `effects` does, with the runs in which the largest were taken off."""
    effects, reach = first_order(model, trace, word)
    indices = [int(index) for index in largest(reach.ravel(), min(exact, reach.size)) if reach.flat[index]]
    cells = [_cell_at(index, reach.shape) for index in indices]
    runs = run_again(model, trace, cells)
    for cell, effect in zip(cells, taken_off(model, trace, runs, word), strict=True):
        effects[cell] = effect
    return Worth(effects, dict(zip(cells, runs, strict=True)))


def _cell_at(flat_index: int, shape: tuple[int, ...]) -> Weight:
    """The cell at a place of the flattened effects."""
    layer, head, query, key = (int(index) for index in np.unravel_index(flat_index, shape))
    return layer, head, query, key


def first_order(
    model: Model, trace: Trace, word: Word
) -> tuple[Float[Array, "layer head query key"], Float[Array, "layer head query key"]]:
    """The effects by one backward pass alone (attribution patching, Nanda 2023; Syed et al. 2023), and their reach.

    Cutting a cell of weight A moves the head's context c by A / (1 - A) times c - v, its distance from the value that
    is no longer read. With g = d logit / d c the logit falls by A / (1 - A) * g . (v - c). The reach is the most that a
    step of this length can take off, A / (1 - A) * |g| |v - c|: where it is large and the first order is small, g has
    turned on the way, so these are the cells that are worth running again.
    """
    trace.intervention.require(HONOURS, "the worth of a cell")
    slope = slopes(model, trace, word).context
    effects, reach = along_cuts(trace.patterns, np.stack([layer.values for layer in trace.layers]), slope)
    for layer, head in trace.intervention.silent:
        effects[layer, head] = reach[layer, head] = 0
    return effects, reach


def along_cuts(
    weights: Float[Array, "*heads query key"],
    values: Float[Array, "*heads key d_head"],
    slope: Float[Array, "*heads query d_head"],
) -> tuple[Float[Array, "*heads query key"], Float[Array, "*heads query key"]]:
    """The first order of cutting each cell, and its reach, from the slopes of an answer along the contexts of heads."""
    weights, values, slope = (array.astype(np.float64) for array in (weights, values, slope))
    context, across, left = weights @ values, values.swapaxes(-1, -2), _others(weights)
    odds = np.divide(weights, left, out=np.zeros_like(weights), where=left > 1e-9)
    lengths = np.square(context).sum(-1)[..., None] + np.square(values).sum(-1)[..., None, :]
    distance = np.sqrt(np.maximum(lengths - 2 * context @ across, 0))
    effect = odds * (slope @ across - (slope * context).sum(-1, keepdims=True))
    return effect, odds * distance * np.linalg.norm(slope, axis=-1, keepdims=True)


def taken_off(model: Model, trace: Trace, runs: Float[Array, "run d_model"], word: Word) -> Float[Array, " run"]:
    """How much less the word's logit is in each run than without a cut."""
    return logit_of(model, trace, trace.final[trace.last], word) - logit_of(model, trace, runs, word)


@inference
def run_again(model: Model, trace: Trace, cells: Sequence[Weight]) -> Float[Array, "cell d_model"]:
    """Run the rest of the model again with each cell cut by itself, and return the last rows for the unembedding.

    Raises:
        ValueError: if a row has nothing else to attend to, or the pass has a change that is not among HONOURS.
    """
    trace.intervention.require(HONOURS, "a cut")
    if not isinstance(model.transformer, Transformer) or trace.plan.norm_position != "before":
        changed = [trace if cell[:2] in trace.intervention.silent else cut(model, trace, *cell) for cell in cells]
        runs = [run.final[trace.last] for run in changed]
        return np.array(runs).reshape(len(cells), trace.final.shape[-1])
    finals = np.zeros((len(cells), trace.final.shape[-1]), np.float32)
    order = sorted(range(len(cells)), key=lambda number: cells[number][2])  # so that runs of few rows are together
    for start in range(0, len(cells), _AT_ONCE):
        some = sorted(order[start : start + _AT_ONCE], key=lambda number: cells[number])
        finals[some] = _run_at_once(model.transformer, trace, [cells[number] for number in some])
    return finals


def cut(model: Model, trace: Trace, layer: int, head: int, query: int, key: int) -> Trace:
    """The whole pass again with one cell cut and its row made to sum to 1, on top of what was changed before.

    Raises:
        ValueError: if the row has nothing else to attend to, or its head is silenced.
    """
    rows = {query: row_without(trace, layer, head, query, key)}
    return model.trace(trace.text, with_rows(trace.intervention, layer, head, rows), after=trace)


def row_without(trace: Trace, layer: int, head: int, query: int, key: int) -> Float[Array, " key"]:
    """The weights of a query without one of its keys, made to sum to 1 again."""
    return left_in_row(trace.layers[layer].pattern[head], query, key)


def left_in_row(pattern: Float[Array, "query key"], query: int, key: int) -> Float[Array, " key"]:
    """A row of a pattern without one of its keys, made to sum to 1 again.

    Raises:
        ValueError: if it has no other key.
    """
    row = pattern[query].astype(np.float64)
    row[key] = 0
    if not row.sum():
        raise ValueError(f"the token at position {query} has nothing else to attend to, so this cannot be cut")
    return row / row.sum()


def can_be_cut(trace: Trace, cell: Weight) -> bool:
    """Whether its query looks there, and at something else too, in a head that is not silenced."""
    layer, head, query, key = cell
    heard = (layer, head) not in trace.intervention.silent
    return heard and looks_elsewhere_too(trace.layers[layer].pattern[head, query], key)


def looks_elsewhere_too(row: Float[Array, " key"], key: int) -> bool:
    """Whether a row of a pattern has weight on a key, and on another one."""
    return bool(row[key] and np.delete(row, key).any())


def value_weighted(transformer: Layered, trace: Trace, layer: int) -> Float[Array, "head query key"]:
    """|weight x value W_O|: how long a vector each look adds to the query (Kobayashi et al. 2020, section 3).

    The weight says how much is taken of a value, this how much arrives: a look at a token with a short value adds
    little however large its weight. Lengths are not scaled, so heads and tokens can be compared.
    """
    trace.intervention.require(HONOURS, "the length of what a cell adds")
    stages = trace.layers[layer]
    lengths = np.linalg.norm(stages.values @ output_rows(transformer, layer), axis=-1)
    lengths[[head for silent_layer, head in trace.intervention.silent if silent_layer == layer]] = 0
    return stages.pattern * lengths[:, None, :]


def rank_correlation(one: Float[Array, " cell"], other: Float[Array, " cell"]) -> float:
    """Spearman's rank correlation; ties share their mean rank. NaN where one of the two does not vary."""
    ranks = np.stack([_ranks(np.asarray(values, np.float64)) for values in (one, other)])
    ranks -= ranks.mean(-1, keepdims=True)
    spread = np.sqrt(np.square(ranks).sum(-1).prod())
    return float(ranks[0] @ ranks[1] / spread) if spread else float("nan")


def agreement(
    values: Float[Array, "query key"], effects: Float[Array, "query key"], hidden: Bool[Array, "query key"]
) -> float:
    """The rank correlation of the sizes of a head's effects with other values of its cells.

    Cells that are hidden, or alone in their row, have nothing to cut and do not count. NaN where none is left.
    """
    free = ~hidden
    free &= free.sum(-1, keepdims=True) > 1
    return rank_correlation(values[free], np.abs(effects)[free]) if free.any() else float("nan")


def _ranks(values: Float[Array, " cell"]) -> Float[Array, " cell"]:
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts - 1) / 2)[inverse]


def _others(weights: Float[Array, "*axes key"]) -> Float[Array, "*axes key"]:
    """For each cell the sum of all other weights of its row: 1 less its weight, but exact where that is nearly 1."""
    before = np.cumsum(weights, -1, dtype=np.float64) - weights
    after = np.cumsum(weights[..., ::-1], -1, dtype=np.float64)[..., ::-1] - weights
    return np.maximum(before + after, 0)


def _run_at_once(transformer: Transformer, trace: Trace, cells: Sequence[Weight]) -> Float[Array, "cell d_model"]:
    """Run some cells at once, in the order of their layers: each joins one batch where its layer is left.

    Where nobody looks ahead, a cut changes no row before its query's, so none before the first query is computed.
    """
    change, n_tokens = trace.intervention, len(trace.tokens)
    may_look = allowed(n_tokens, change)
    first = 0 if may_look.triu(1).any() else min(query for _, _, query, _ in cells)
    places = places_of(n_tokens, change)[first:]
    stream = torch.empty(0, n_tokens - first, trace.config.d_model, dtype=torch.float32)
    for layer in range(cells[0][0], trace.config.n_layers):
        if len(stream):
            stages = trace.layers[layer]
            past = thawed(stages.keys[:, :first]), thawed(stages.values[:, :first])
            stream = transformer.onward(layer, stream, places, may_look[first:], past, change)
        if entering := [cell for cell in cells if cell[0] == layer]:
            stream = torch.cat((stream, _left(transformer, trace, layer, entering, first)))
    return transformer.final_norm(stream[:, trace.last - first]).numpy()


def _left(
    transformer: Transformer, trace: Trace, layer: int, cells: Sequence[Weight], first: int
) -> Float[Tensor, "cell pos d_model"]:
    """The stream as it leaves the layer in which each cell is cut, from the token `first`: its query's row moves."""
    change, stages, block = trace.intervention, trace.layers[layer], transformer.block(layer)
    _, heads, queries, _ = np.array(cells).T
    rows = np.stack([row_without(trace, *cell) for cell in cells])
    moved = (rows - stages.pattern[heads, queries])[:, None, :] @ stages.values[heads]
    moved = (moved @ output_rows(transformer, layer)[heads])[:, 0].astype(np.float32)
    moved[[(layer, head) in change.silent for head in heads.tolist()]] = 0
    middle = torch.from_numpy(stages.residual_mid[queries] + moved)
    added = block.mlp_out(gelu(block.mlp_in(block.mlp_norm(middle))))
    stream = thawed(stages.residual_out[first:]).repeat(len(cells), 1, 1)
    stream[np.arange(len(cells)), queries - first] = added if (layer, "ffn") in change.residual_off else middle + added
    return stream
