"""Measure heads in one text: the weight that each gives to certain positions, how sharply and how far it attends."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from transformer.roles import HEAD_ROLES, IN_MENUS
from transformer.softmax import entropy
from transformer.trace import Trace

Places = Callable[[Sequence[object], int], list[int]]


def _after_the_first(places: Places) -> Places:
    return lambda ids, query: places(ids, query) if query else []


# For the id of each token and one of their places: the places that such a head would look at.
AIMS: Mapping[str, Places] = {
    HEAD_ROLES[name].aim: _after_the_first(HEAD_ROLES[name].places) for name in IN_MENUS if HEAD_ROLES[name].aim
}
ENTROPY, DISTANCE = "entropy", "distance"
MEASURES = (*AIMS, ENTROPY, DISTANCE)  # what a head can be measured by


def measured(trace: Trace, measure: str) -> Float[Array, "layer head"]:
    """Measure a head in this text by one of `MEASURES`, averaged over its tokens after the first.

    Of an aim the mean weight on its places, a share, over the tokens that have any, 0 where none has; the entropy of
    the weights in nats, 0 where all is on one token; or the distance at which they look, in tokens, each weighted by
    its weight (Vig and Belinkov 2019, section 4.2).

    Raises:
        KeyError: if there is no such measure.
    """
    return _measured(trace.patterns, [token.id for token in trace.tokens], measure)


def by_chance(trace: Trace, measure: str) -> Float[Array, "layer head"]:
    """Measure a head that knows nothing: equal weights on all that a token may see.

    For an aim this is the mean over all orders in which a row's weights can be shuffled; the entropy is the largest
    that there can be.
    """
    seen = np.stack([~np.isneginf(layer.masked) for layer in trace.layers])
    even = seen / np.maximum(seen.sum(axis=-1, keepdims=True), 1)
    return _measured(even, [token.id for token in trace.tokens], measure)


def _measured(
    patterns: Float[Array, "layer head query key"], ids: Sequence[int], measure: str
) -> Float[Array, "layer head"]:
    if len(ids) < 2:
        return np.zeros(patterns.shape[:2])
    if measure == ENTROPY:
        return entropy(patterns[:, :, 1:]).mean(axis=-1)
    places = np.arange(len(ids))
    if measure == DISTANCE:
        away = np.abs(places[:, None] - places)
        return (patterns * away)[:, :, 1:].sum(axis=-1).mean(axis=-1)
    aimed = np.zeros((len(ids), len(ids)))
    for query in range(len(ids)):
        aimed[query, AIMS[measure](ids, query)] = 1
    aiming = max(int(aimed.any(axis=1).sum()), 1)
    return (patterns * aimed).sum(axis=(2, 3)) / aiming
