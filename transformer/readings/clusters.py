"""Heads that do the same in a text, together: hierarchical clustering by how similar their patterns are.

Clark et al. 2019, section 6, cluster the heads of BERT by the distances between their attention distributions.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

_MOST = 32_000_000  # weights that are compared; of longer texts every second row, or every third ...


class Clustered(NamedTuple):
    """All heads, by their place layer * n_heads + head, in an order in which similar ones are neighbours."""

    order: list[int]
    cluster: list[int]  # of each place: which of the clusters it is in, counted along the order from 0
    nearest: list[int]  # of each place: the most similar other head
    distances: Float[Array, "place other"]


def clustered(patterns: Sequence[Float[Array, "head query key"]], count: int = 6) -> Clustered:
    """All heads, layer by layer, in the order of the leaves of their dendrogram, which is cut into `count` clusters."""
    distances = hellinger(patterns)
    return Clustered(*_leaves(distances, count), nearest_of(distances), distances)


def hellinger(patterns: Sequence[Float[Array, "head query key"]]) -> Float[Array, "place other"]:
    """The Hellinger distance of each two heads' patterns: of their rows, squared and averaged over the tokens.

    0 where two look the same, 1 where no token looks at anything with both. The first token, which in a causal model
    can look at itself alone, is left out.
    """
    n_tokens, n_heads = patterns[0].shape[-1], sum(map(len, patterns))
    rows = np.arange(min(1, n_tokens - 1), n_tokens)
    rows = rows[:: max(1, -(-n_heads * len(rows) * n_tokens // _MOST))]
    roots = np.concatenate([np.sqrt(layer[:, rows]).reshape(len(layer), -1) for layer in patterns])
    alike = (roots @ roots.T).astype(np.float64) / len(rows)
    return np.sqrt(np.clip(1 - alike, 0, 1)) * ~np.eye(n_heads, dtype=bool)


def nearest_of(distances: Float[Array, "place other"]) -> list[int]:
    """Of each the nearest other one; of one alone itself."""
    apart = distances + np.diag(np.full(len(distances), 2.0))
    return apart.argmin(-1).tolist()


def _leaves(distances: Float[Array, "place other"], count: int) -> tuple[list[int], list[int]]:
    """Average linkage (Sokal and Michener 1958): the two nearest clusters become one until all are.

    Where two meet, those of their ends stand beside each other that are nearest. The clusters are those that are left
    when there are `count` of them.
    """
    members = {leaf: [leaf] for leaf in range(len(distances))}
    apart, cut = distances.copy(), [[leaf] for leaf in members]
    np.fill_diagonal(apart, np.inf)
    while len(members) > 1:
        if len(members) == count:
            cut = [list(members_of_cluster) for members_of_cluster in members.values()]
        one, other = divmod(int(apart.argmin()), len(apart))
        left, right = members[one], members.pop(other)
        ways = [
            (leaves_left, leaves_right) for leaves_left in (left, left[::-1]) for leaves_right in (right, right[::-1])
        ]
        first, second = min(ways, key=lambda ends: float(distances[ends[0][-1], ends[1][0]]))
        members[one] = first + second
        mean = (len(left) * apart[one] + len(right) * apart[other]) / (len(left) + len(right))
        apart[one] = apart[:, one] = mean
        apart[one, one] = apart[other] = apart[:, other] = np.inf
    (order,) = members.values()
    if 0 in order[len(order) // 2 :]:
        order.reverse()  # the first head is in the first half
    along = sorted(cut, key=lambda leaves: min(map(order.index, leaves)))
    cluster_of = {leaf: number for number, leaves in enumerate(along) for leaf in leaves}
    return order, [cluster_of[leaf] for leaf in range(len(distances))]
