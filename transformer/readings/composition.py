"""Why a head looks there: a score as a sum over what its query and its key are made of.

The residual stream is a sum of the embedding, the position and what every earlier head and FFN added. A norm divides by
the stream's deviation, which is held as it is in this run; W_Q and W_K are linear, and turning by rotary positions is
too. So query and key are sums of the same parts, and their dot product has a term for each pair of parts (Elhage et al.
2021, section on QK circuits; pairs with earlier heads are their Q- and K-composition).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from jaxtyping import Float
from numpy import ndarray as Array
from torch import nn

from transformer.brief import Brief
from transformer.inference import on_processor
from transformer.intervention import HEADS, MASKS, PADDING, PLACES, SCALES
from transformer.model import Layered
from transformer.plan import Plan
from transformer.positions import places_of
from transformer.ranking import largest
from transformer.readings.contributions import contributions
from transformer.readings.layer_norm import layer_norm, weights
from transformer.readings.residual import fed_forward
from transformer.readings.terms import Staged
from transformer.trace import Trace

HONOURS = MASKS | PADDING | SCALES | PLACES | HEADS


@dataclass(frozen=True, eq=False, repr=False)
class Composition(Brief):
    """The terms of a score, before it is scaled: which part of the query meets which part of the key."""

    queries: tuple[str, ...]  # what the parts of the query are
    keys: tuple[str, ...]
    terms: Float[Array, "query_part key_part"]  # in double precision

    @property
    def total(self) -> float:
        """The sum of all terms: query . key, or query . (key less the mean of others)."""
        return float(self.terms.sum())

    def shortened(self, most: int) -> "Composition":
        """Keep so many parts of each, those of the largest terms; sum the rest as one part, the last."""
        queries, rows = _together(self.queries, self.terms, most)
        keys, columns = _together(self.keys, rows.T, most)
        return Composition(queries, keys, columns.T)


@on_processor
def composition(
    transformer: Staged, trace: Trace, layer: int, head: int, query: int, key: int, against: Sequence[int] = ()
) -> Composition:
    """Split an attention score into one term for each pair of a query part and a key part, in the order of writing.

    With the positions of keys `against` which it stands, the mean of these is taken off the key, part by part: then the
    terms sum to the score less the mean of their scores. Softmax sees differences within a row alone, so with all keys
    that the query may look at this is why it looks here rather than elsewhere.

    Biases, of norms, projections and W_O, are a part of their own. Rotary positions are in no part: every part is
    turned by its token's position, so a term depends on the distance of both. A position bias (T5) is added after
    scaling and belongs to no score.

    Args:
        transformer: of the model that made the trace.
        trace: a pass over one text.
        layer: from 0.
        head: from 0.
        query: the position of the token that attends.
        key: the position of the token that is attended to.
        against: positions of keys whose mean is taken off; none.

    Returns:
        `.terms` is [query part, key part], `.queries` and `.keys` name the parts; `.total` is the sum.

    Raises:
        ValueError: if what attention reads is no sum of parts: norms stand elsewhere than before sublayers, or a
            residual connection is off. Or there is no such layer, head or position.

    Example:
        >>> from transformer import composition, load
        >>> model = load("story")
        >>> trace = model.trace("bear country")
        >>> split = composition(model.transformer, trace, 2, 0, query=1, key=0)
        >>> bool(abs(split.total - trace.layers[2].scores[0, 1, 0]) < 1e-3)
        True
    """
    if not can_compose(trace.plan):
        raise ValueError("in this model there are norms between the parts of the stream: what a head reads is no sum")
    if trace.intervention.residual_off:
        raise ValueError("a residual connection is off: what was added before it is no longer in the stream")
    trace.intervention.require(HONOURS, "the sum that makes a score")
    plan, places = trace.plan, [query, key, *against]
    positions = (("position", place, len(trace.tokens)) for place in places)
    for kind, number, count in (("layer", layer, plan.n_layers), ("head", head, plan.n_heads), *positions):
        if not 0 <= number < count:
            raise ValueError(f"there are {kind}s 0 to {count - 1} here, got {kind} {number}")
    attention = transformer.block(layer).attention
    parts = _parts(transformer, trace, layer, places)
    read = _through_norm(transformer.block(layer).attention_norm, np.stack(list(parts.values())))
    looking = _projected(attention.query, read[:, :1], plan, head)
    looked_at = _projected(attention.key, read[:, 1:], plan, head // plan.group)
    if plan.head_norms == "each":
        looking = _through_norm(attention.query_norm, looking)
        looked_at = _through_norm(attention.key_norm, looked_at)
    looking = _turned(transformer, trace, layer, looking, places[:1])
    looked_at = _turned(transformer, trace, layer, looked_at, places[1:])
    beside = looked_at[:, 1:].mean(1) if against else 0
    return Composition(tuple(parts), tuple(parts), looking[:, 0] @ (looked_at[:, 0] - beside).T)


def can_compose(plan: Plan) -> bool:
    """Whether what such a model's attention reads is a sum of parts, divided by one number."""
    return plan.norm_position in ("before", "none") and not plan.cross_attention


def _parts(
    transformer: Layered, trace: Trace, layer: int, places: Sequence[int]
) -> dict[str, Float[Array, "place d_model"]]:
    """Collect the parts of the stream of some tokens before a layer, by name; `biases` last."""
    if trace.plan.embedding_norm:  # embedding and position are normalized as one
        parts = {"embedding": trace.layers[0].residual_in[places].astype(np.float64)}
    else:
        parts = {"embedding": trace.embedded[places].astype(np.float64)}
        if trace.positions.any():
            parts["position"] = trace.positions[places].astype(np.float64)
    biases = np.zeros((len(places), trace.config.d_model))
    for earlier in range(layer):
        for head, contribution in enumerate(contributions(transformer, trace, earlier)[:, places]):
            parts[f"layer {earlier + 1}, head {head + 1}"] = contribution.astype(np.float64)
        parts[f"FFN of layer {earlier + 1}"] = fed_forward(trace, earlier)[places].astype(np.float64)
        bias = transformer.block(earlier).attention.output.bias
        biases += 0 if bias is None else bias.detach().numpy()
    return parts | {"biases": biases}


def _through_norm(norm: nn.Module, parts: Float[Array, "part place width"]) -> Float[Array, "part place width"]:
    """Apply a norm to the parts of vectors, with their deviations held; its beta goes to the last part, the biases."""
    if isinstance(norm, nn.Identity):
        return parts
    gamma, beta, epsilon = weights(norm)
    deviations = [layer_norm(whole, gamma, beta, epsilon).deviation for whole in parts.sum(0)]
    centred = parts if beta is None else parts - parts.mean(-1, keepdims=True)
    normalized = centred / np.array(deviations)[:, None] * gamma
    normalized[-1] += 0 if beta is None else beta
    return normalized


def _projected(
    linear: Any, parts: Float[Array, "part place d_model"], plan: Plan, head: int
) -> Float[Array, "part place d_head"]:
    """The parts times a head's columns of W_Q or W_K; a bias of these goes to the last part."""
    rows_of_head = slice(head * plan.d_head, (head + 1) * plan.d_head)
    projected = parts @ linear.weight.detach().numpy()[rows_of_head].T.astype(np.float64)
    if linear.bias is not None:
        projected[-1] += linear.bias.detach().numpy()[rows_of_head]
    return projected


def _turned(
    transformer: Staged, trace: Trace, layer: int, parts: Float[Array, "part place d_head"], places: Sequence[int]
) -> Float[Array, "part place d_head"]:
    """The parts turned by the positions of their tokens, where positions are rotary."""
    if not trace.plan.rotary_frequencies or not trace.intervention.positions:
        return parts
    positions = places_of(len(trace.tokens), trace.intervention)[list(places)]
    return transformer.turned(torch.tensor(parts), positions, layer).numpy()


def _together(
    names: tuple[str, ...], rows: Float[Array, "part column"], most: int
) -> tuple[tuple[str, ...], Float[Array, "row column"]]:
    """The rows with the largest numbers in their order, and the sum of the others below them."""
    if len(names) <= most + 1:
        return names, rows
    kept = sorted(largest(np.abs(rows).max(-1), most).tolist())
    others = [index for index in range(len(names)) if index not in kept]
    return (*(names[index] for index in kept), f"{len(others)} others"), np.vstack((rows[kept], rows[others].sum(0)))
