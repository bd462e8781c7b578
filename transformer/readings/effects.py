"""What every cell of attention is worth for the next word: what cutting it takes off the word's logit.

A cut (Geva et al. 2023, attention knock-out) sets the masked score of a cell to -inf before softmax, so that the rest
of its row is made to sum to 1 again. Its effect is the word's logit after the last token without the cut, less that
with it: above 0 the look speaks for the word.
"""

import dataclasses
from collections.abc import Sequence

import numpy as np
import torch
from jaxtyping import Float
from numpy import ndarray as Array
from torch import Tensor
from torch.nn.functional import gelu

from transformer.attention import allowed
from transformer.model import Layered, Transformer
from transformer.positions import places_of
from transformer.ranking import largest
from transformer.readings.answer import Model, Word, direction, logit, signed_ids
from transformer.readings.contributions import output_rows
from transformer.trace import Trace

EXACT = 24  # cells that are run again: the first order errs in size where a large effect meets a large weight
_AT_ONCE = 64  # cells that are cut in one batch
Cell = tuple[int, int, int]  # (head, query, key) of a layer


def effects(model: Model, trace: Trace, word: Word, *, exact: int = EXACT) -> Float[Array, "layer head query key"]:
    """What cutting each cell takes off the logit of a word at the last place, or off the difference of two words'.

    One backward pass gives it to first order for all cells of all heads; so many cells that matter most, by the first
    order times the root of the weight, are cut and run again. Where nothing can be cut, since a cell is hidden or all
    that its row has, the effect is 0.

    Raises:
        ValueError: if the model predicts no next word, or does not know this one.
    """
    worth = first_order(model, trace, word)
    matters = (np.abs(worth) * np.sqrt(trace.patterns)).ravel()
    chosen = [place for place in largest(matters, min(exact, matters.size)) if matters[place]]
    places = np.array(np.unravel_index(np.array(chosen, dtype=int), worth.shape)).T
    for layer in range(len(trace.layers)):
        cells = [(int(head), int(query), int(key)) for at, head, query, key in places if at == layer]
        if cells:
            worth[layer][tuple(np.array(cells).T)] = run_again(model, trace, layer, cells, word)
    return worth


def first_order(model: Model, trace: Trace, word: Word) -> Float[Array, "layer head query key"]:
    """The same for all cells by one backward pass alone (attribution patching, Nanda 2023; Syed et al. 2023).

    With G = d logit / d pattern, cutting a cell of weight A moves its row by A / (1 - A) times what is left of it, and
    takes the cell away: the logit falls by A / (1 - A) * (G - sum over the row of A G).
    """
    if trace.plan.predicts != "next":
        raise ValueError("this model predicts no next word, so no cell is worth anything for one")
    with torch.enable_grad():
        ids = torch.tensor([token.id for token in trace.tokens])
        stages = model.transformer.stages(ids, trace.intervention, differentiable=True)
        answer = _answer(model, trace, stages.final[trace.last], word)
        patterns = [block.attention.pattern for block in stages.blocks]
        slopes = torch.autograd.grad(answer, patterns)
    weights, slope = trace.patterns.astype(np.float64), torch.stack(slopes).double().numpy()
    left, mean = _others(weights), (weights * slope).sum(-1, keepdims=True)
    return np.divide(weights * (slope - mean), left, out=np.zeros_like(weights), where=left > 1e-9)


def run_again(model: Model, trace: Trace, layer: int, cells: Sequence[Cell], word: Word) -> Float[Array, " cell"]:
    """The effects of cutting some cells of a layer, each by itself, by running the rest of the model again.

    Raises:
        ValueError: if a row has no other place to look at.
    """
    plain = isinstance(model.transformer, Transformer) and trace.plan.norm_place == "before"
    if not plain:
        whole = logit(model, trace, word)
        return np.array([whole - logit(model, cut(model, trace, layer, *cell), word) for cell in cells])
    found, queries = np.zeros(len(cells)), np.array([query for _, query, _ in cells])
    # Where nobody looks ahead, a cut changes no row before its query's: one of the last token leaves a row to compute.
    for part in (np.flatnonzero(queries == trace.last), np.flatnonzero(queries != trace.last)):
        for start in range(0, len(part), _AT_ONCE):
            some = part[start : start + _AT_ONCE]
            found[some] = _run_at_once(model, trace, layer, [cells[place] for place in some], word)
    return found


def cut(model: Model, trace: Trace, layer: int, head: int, query: int, key: int) -> Trace:
    """The whole pass again with one cell cut and its row made to sum to 1, on top of what was changed before.

    Raises:
        ValueError: if the row has no other place to look at.
    """
    change = trace.intervention
    rows = tuple(row for row in change.rows if row[:3] != (layer, head, query))
    weights = tuple(float(weight) for weight in row_without(trace, layer, (head, query, key)))
    return model.trace(trace.text, dataclasses.replace(change, rows=(*rows, (layer, head, query, weights))))


def row_without(trace: Trace, layer: int, cell: Cell) -> Float[Array, " key"]:
    """The weights of a query without one of its keys, made to sum to 1 again."""
    head, query, key = cell
    row = trace.layers[layer].pattern[head, query].astype(np.float64)
    row[key] = 0
    if not row.sum():
        raise ValueError(f"the token at place {query} has no other place to look at, so this cannot be cut")
    return row / row.sum()


def value_weighted(transformer: Layered, trace: Trace, layer: int) -> Float[Array, "head query key"]:
    """|weight x value W_O|: how long a vector each look adds to the query (Kobayashi et al. 2020, section 3).

    The weight says how much is taken of a value, this how much arrives: a look at a token with a short value adds
    little however large its weight. Lengths are not scaled, so heads and tokens can be compared.
    """
    stages = trace.layers[layer]
    lengths = np.linalg.norm(stages.values @ output_rows(transformer, layer), axis=-1)
    silenced = [head for at, head in trace.intervention.silenced if at == layer]
    lengths[silenced] = 0
    return stages.pattern * lengths[:, None, :]


def rank_correlation(one: Float[Array, " cell"], other: Float[Array, " cell"]) -> float:
    """Spearman's rank correlation; ties share their mean rank. NaN where one of the two does not vary."""
    ranks = np.stack([_ranks(np.asarray(each, np.float64)) for each in (one, other)])
    ranks -= ranks.mean(-1, keepdims=True)
    spread = np.sqrt(np.square(ranks).sum(-1).prod())
    return float(ranks[0] @ ranks[1] / spread) if spread else float("nan")


def _ranks(values: Float[Array, " cell"]) -> Float[Array, " cell"]:
    _, found, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts - 1) / 2)[found]


def _others(weights: Float[Array, "*axes key"]) -> Float[Array, "*axes key"]:
    """For each cell the sum of all other weights of its row: 1 less its weight, but exact where that is nearly 1."""
    before = np.cumsum(weights, -1, dtype=np.float64) - weights
    after = np.cumsum(weights[..., ::-1], -1, dtype=np.float64)[..., ::-1] - weights
    return np.maximum(before + after, 0)


def _answer(model: Model, trace: Trace, final: Tensor, word: Word) -> Tensor:
    """The logit of the word, so that it can be differentiated; a softcap presses each logit by itself."""
    answer, cap = final.new_zeros(()), trace.plan.logit_softcap
    for id, sign in signed_ids(model, word):
        one = final @ torch.tensor(trace.unembedding[id])
        if trace.unembedding_bias is not None:
            one = one + float(trace.unembedding_bias[id])
        answer = answer + sign * (one if cap is None else torch.tanh(one / cap) * cap)
    return answer


@torch.inference_mode()
def _run_at_once(model: Model, trace: Trace, layer: int, cells: Sequence[Cell], word: Word) -> Float[Array, " cell"]:
    """The effects of some cells in one batch, from the layer on: as it leaves it only the query's row differs."""
    transformer, change, stages = model.transformer, trace.intervention, trace.layers[layer]
    heads, queries, _ = np.array(cells).T
    rows = np.stack([row_without(trace, layer, cell) for cell in cells])
    moved = (rows - stages.pattern[heads, queries])[:, None, :] @ stages.values[heads]
    moved = (moved @ output_rows(transformer, layer)[heads])[:, 0].astype(np.float32)
    moved[[(layer, head) in change.silenced for head in heads.tolist()]] = 0
    block, each, may_look = transformer.block(layer), np.arange(len(cells)), allowed(len(trace.tokens), change)
    first = 0 if may_look.triu(1).any() else int(queries.min())
    middle = torch.tensor(stages.residual_mid[queries] + moved)
    added = block.mlp_out(gelu(block.mlp_in(block.mlp_norm(middle))))
    stream = torch.tensor(np.repeat(stages.residual_out[None, first:], len(cells), axis=0))
    stream[each, queries - first] = added if (layer, "ffn") in change.residual_off else middle + added
    places = places_of(len(trace.tokens), change)[first:]
    for later in range(layer + 1, transformer.config.n_layers):
        known = trace.layers[later]
        past = torch.tensor(known.keys[:, :first]), torch.tensor(known.values[:, :first])
        stream = transformer.block(later)(stream, places, may_look[first:], later, change, past).residual_out
    final = transformer.final_norm(stream[:, trace.last - first]).double().numpy()
    return (trace.final[trace.last] - final) @ direction(model, trace, word)
