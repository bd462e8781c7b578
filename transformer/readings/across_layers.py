"""Attention across layers: rollout and flow from the weights alone (Abnar and Zuidema 2020), and the gradient.

Both take the patterns of each layer, averaged over its heads, as a graph: what a token has after a layer comes half
from where it looks and half, by the residual connection, from itself (their section 3: A = 0.5 W + 0.5 I). The names
of the axes are those of the graph: `query` after a layer, `key` before it.
"""

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from transformer.readings.answer import Model, Word
from transformer.readings.slopes import slopes
from transformer.trace import Trace

MOST = 24  # tokens whose flow is worked out while one waits
_EMPTY = 1e-12  # capacity that counts as none: rounding


def with_residual(patterns: Float[Array, "layer query key"]) -> Float[Array, "layer query key"]:
    """Half of each weight, and half for the token itself; rows sum to 1 as before."""
    return 0.5 * patterns.astype(np.float64) + 0.5 * np.eye(patterns.shape[-1])


def rollout(patterns: Float[Array, "layer query key"]) -> Float[Array, "layer query key"]:
    """How much of each token after each layer comes from each token of the text, by all ways together (section 3.1).

    The weights along a way are multiplied, and all ways added up: R_l = A_l R_(l-1). Rows sum to 1.
    """
    rolled = [np.eye(patterns.shape[-1])]
    for layer in with_residual(patterns):
        rolled.append(layer @ rolled[-1])
    return np.stack(rolled[1:])


def flow(patterns: Float[Array, "layer query key"], position: int) -> Float[Array, " key"]:
    """The largest flow from a token after the last layer to each token of the text (section 3.2): not shares.

    A weight is the capacity of its edge, so a way lets through what its smallest weight does. Found by Dinic's
    algorithm (1970): shortest ways with room left, blocked all at once, until there are none.
    """
    capacities = with_residual(patterns)
    n_layers, n_tokens, _ = capacities.shape
    edges: list[tuple[int, float]] = []  # where an edge leads, and its capacity; the edge back follows it
    leaving: list[list[int]] = [[] for _ in range((n_layers + 1) * n_tokens)]
    for layer, query, key in np.argwhere(capacities > _EMPTY).tolist():
        upper, lower = (layer + 1) * n_tokens + query, layer * n_tokens + key
        leaving[upper].append(len(edges))
        leaving[lower].append(len(edges) + 1)
        edges += [(lower, float(capacities[layer, query, key])), (upper, 0.0)]
    ends, room = [end for end, _ in edges], [capacity for _, capacity in edges]
    source = n_layers * n_tokens + position
    return np.array([_largest(leaving, ends, list(room), source, sink) for sink in range(n_tokens)])


def _largest(leaving: list[list[int]], ends: list[int], room: list[float], source: int, sink: int) -> float:
    """The largest flow between two nodes; `room` is what is left of each edge's capacity, and is used up."""
    total = 0.0
    while (away := _distances(leaving, ends, room, source))[sink] >= 0:
        tried = [0] * len(leaving)  # of each node the edges that lead nowhere any more

        def push(node: int, most: float, away: list[int] = away, tried: list[int] = tried) -> float:
            if node == sink:
                return most
            while tried[node] < len(leaving[node]):
                edge = leaving[node][tried[node]]
                if room[edge] > _EMPTY and away[ends[edge]] == away[node] + 1:
                    through = push(ends[edge], min(most, room[edge]))
                    if through > 0:
                        room[edge] -= through
                        room[edge ^ 1] += through
                        return through
                tried[node] += 1
            return 0.0

        while (through := push(source, float("inf"))) > 0:
            total += through
    return total


def _distances(leaving: list[list[int]], ends: list[int], room: list[float], source: int) -> list[int]:
    """How many edges with room lead from the source to each node; -1 where none do."""
    away = [-1] * len(leaving)
    away[source] = 0
    frontier = [source]
    for node in frontier:  # it grows meanwhile
        for edge in leaving[node]:
            if room[edge] > _EMPTY and away[ends[edge]] < 0:
                away[ends[edge]] = away[node] + 1
                frontier.append(ends[edge])
    return away


def gradient_shares(model: Model, trace: Trace, word: Word) -> Float[Array, " key"]:
    """How strongly a word's logit after the last token depends on each token's first vector, as shares of their sum.

    The length of its gradient, through everything that the model computes (Simonyan et al. 2014); all 0 where nothing
    depends on any.

    Raises:
        ValueError: if the model predicts no next word, or does not know this one.
    """
    lengths = np.linalg.norm(slopes(model, trace, word).residual_in[0].astype(np.float64), axis=-1)
    return lengths / lengths.sum() if lengths.sum() > 0 else lengths
