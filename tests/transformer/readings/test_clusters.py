"""Heads by how similar their patterns are: distances worked by hand, and an order that keeps what is near together."""

import itertools

import numpy as np
import pytest

from transformer import load
from transformer.readings.clusters import clustered, hellinger, nearest_of


def layer(patterns):
    return [np.array(patterns, dtype=np.float32)]


def test_a_distance_is_what_it_is_by_hand() -> None:
    """Rows (1, 0) and (0, 1) have nothing in common; of (1, 0) and (1/2, 1/2) it is the root of 1 - sqrt(1/2)."""
    first = [1.0, 0.0]
    found = hellinger(layer([[first, [1, 0]], [first, [0, 1]], [first, [0.5, 0.5]]]))
    aside = np.sqrt(1 - np.sqrt(0.5))
    np.testing.assert_allclose(found, [[0, 1, aside], [1, 0, aside], [aside, aside, 0]], atol=1e-6)
    assert nearest_of(found)[0] == nearest_of(found)[1] == 2


def test_planted_clusters_are_found_and_stand_together() -> None:
    chance, rows = np.random.default_rng(2), []
    kinds = [place % 3 for place in range(36)]
    for kind in kinds:
        row = np.full((2, 2), 0.5)
        row[1] = ([0.95, 0.05], [0.5, 0.5], [0.05, 0.95])[kind] + chance.uniform(-0.02, 0.02) * np.array([1, -1])
        rows.append(row)
    found = clustered(layer(rows), 3)
    assert sorted(found.order) == list(range(36))
    along = [kinds[place] for place in found.order]
    assert sum(one != other for one, other in itertools.pairwise(along)) == 2, "each kind is one run"
    clusters = [found.cluster[place] for place in found.order]
    assert clusters == sorted(clusters) and set(clusters) == {0, 1, 2}
    assert all((found.cluster[a] == found.cluster[b]) == (kinds[a] == kinds[b]) for a in range(36) for b in range(36))


def test_neighbours_in_the_order_are_nearer_than_heads_in_the_order_of_their_layers() -> None:
    trace = load("story").trace("The girl stepped into bear country and helped the")
    found = clustered([each.pattern for each in trace.layers])
    apart = [found.distances[order[:-1], order[1:]].mean() for order in (found.order, list(range(36)))]
    assert apart[0] < 0.8 * apart[1]


def test_one_token_and_one_head_are_no_trouble() -> None:
    alone = load("story").trace("bear")
    assert sorted(clustered([each.pattern for each in alone.layers]).order) == list(range(36))
    single = clustered(layer([[[1, 0], [0.3, 0.7]]]))
    assert single.order == [0] and single.cluster == [0]


def slow(apart: np.ndarray, count: int) -> list[set[int]]:
    """Average linkage by its definition: join the two clusters whose members are nearest on average."""
    clusters = [{place} for place in range(len(apart))]
    while len(clusters) > count:
        pairs = itertools.combinations(clusters, 2)
        one, other = min(pairs, key=lambda pair: np.mean([apart[a, b] for a in pair[0] for b in pair[1]]))
        clusters = [each for each in clusters if each is not one and each is not other] + [one | other]
    return clusters


@pytest.mark.parametrize("count", [2, 3, 5, 7])
def test_clusters_are_those_of_average_linkage_by_its_definition(count: int) -> None:
    """Of clusters of unequal sizes a mean of means would join others."""
    for seed in range(12):
        rows = np.random.default_rng(seed).dirichlet([0.4] * 3, (13, 3)).astype(np.float32)
        found = clustered(layer(rows), count)
        assert found.order.index(0) <= 6, "the first head is in the first half"
        apart = [np.delete(row, place).min() for place, row in enumerate(found.distances)]
        assert [found.distances[place, near] for place, near in enumerate(found.nearest)] == apart
        groups = [{place for place in range(13) if found.cluster[place] == number} for number in range(count)]
        assert sorted(map(sorted, groups)) == sorted(map(sorted, slow(found.distances, count)))
