"""Paths between words: counted by hand, walked arrow by arrow, and no other way is shorter."""

import itertools

import pytest

from transformer.experiments.paths import NETWORKS, layers_needed, multiplications, paths, reach


def shortest(edges, start, end):
    """The number of arrows between two nodes, by breadth-first search."""
    following = {}
    for before, after in edges:
        following.setdefault(before, []).append(after)
    ring, seen, arrows = {start}, set(), 0
    while ring and end not in ring:
        seen |= ring
        ring = {node for place in ring for node in following.get(place, ())} - seen
        arrows += 1
    return arrows if ring else None


@pytest.mark.parametrize("kind", NETWORKS)
@pytest.mark.parametrize("dilated", [False, True])
@pytest.mark.parametrize("window", [2, 3, 5])
def test_the_path_is_made_of_arrows_and_no_way_is_shorter(kind, dilated, window):
    for start, end in itertools.combinations_with_replacement(range(11), 2):
        found = paths(kind, 11, start, end, window, dilated=dilated)
        assert found.path[0] == (0, start) and found.path[-1] == (found.levels, end)
        assert set(itertools.pairwise(found.path)) <= set(found.edges)
        assert shortest(found.edges, found.path[0], found.path[-1]) == found.length


def test_lengths_by_hand():
    lengths = {kind: paths(kind, 8, 0, 7, 4).length for kind in NETWORKS}
    assert lengths == {"RNN": 8, "window": 3, "RNN + attention": 2, "self-attention": 1}
    steps = {kind: paths(kind, 8, 0, 7, 4).steps for kind in NETWORKS}
    assert steps == {"RNN": 8, "window": 3, "RNN + attention": 9, "self-attention": 1}


@pytest.mark.parametrize(
    ("distance", "window", "plain", "dilated"), [(0, 2, 1, 1), (7, 4, 3, 2), (9, 4, 3, 2), (15, 4, 5, 2), (16, 4, 6, 3)]
)
def test_layers_of_windows_by_hand(distance, window, plain, dilated):
    assert layers_needed(distance, window, dilated=False) == plain
    assert layers_needed(distance, window, dilated=True) == dilated


def test_dilated_windows_multiply_their_reach():
    assert [reach(layers, 3, dilated=True) for layers in (1, 2, 3)] == [3**1 - 1, 3**2 - 1, 3**3 - 1]
    assert [reach(layers, 3, dilated=False) for layers in (1, 2, 3)] == [2, 4, 6]


@pytest.mark.parametrize("places", [(3, 2), (-1, 2), (0, 5)])
def test_places_out_of_order_are_refused(places):
    with pytest.raises(ValueError, match="positions in order"):
        paths("RNN", 5, *places, 3)


def test_work_is_that_of_the_table():
    work = multiplications(8, 192, 4)  # n^2 d, n d^2, k n d^2 (facts.md, 8)
    assert work["self-attention"] == 64 * 192
    assert work["RNN"] == 8 * 36864
    assert work["convolution"] == 4 * 8 * 36864
    assert work["window attention"] == 4 * 8 * 192
    assert multiplications(192, 192, 4)["RNN"] == multiplications(192, 192, 4)["self-attention"]


def test_a_long_text_has_few_arrows():
    assert all(len(paths(kind, 128, 0, 127, 2).edges) <= 3 * 128 for kind in NETWORKS)
    assert paths("window", 128, 0, 127, 2).length == 127
