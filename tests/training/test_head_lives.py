"""The life of a head, on looks made by hand: what is counted, what explains a score, and which beginnings are kept."""

import numpy as np
import pytest

from training.head_lives import kinds, would_look
from training.head_looks import MOST, Looks, Texts
from training.head_roles import role_of
from training.head_tokens import explained, within_rows


def looks_of(keys: list[int], weights: list[float], queries: list[int]) -> Looks:
    one = np.ones((1, 1))
    return Looks(
        np.zeros(len(keys), dtype=int),
        np.array(queries),
        np.array([[keys]]),
        np.array([[weights]]),
        one,
        one[..., None],
    )


def test_the_sharpest_looks_are_sorted_by_where_they_go_and_counted_where_a_role_would_look() -> None:
    queries, keys = [8, 9, 10, 11, 12, 13, 14, 15, 16, 17], [7, 9, 9, 2, 11, 12, 12, 15, 3, 16]
    found = looks_of(keys, [0.9, *[0.1] * 8, 0.9], queries)
    texts = Texts(["x"], np.array([[*range(40), *range(8)]]), np.array([MOST]))
    counted = kinds(np.array([True, *[False] * 9]), would_look(texts, found), found, 0, 0)
    assert counted["sharpest"] == {"itself": 0, "pieces": 1, "before": 1, "near": 0, "further": 0}
    before = sum(key == query - 1 for key, query in zip(keys, queries, strict=True))
    assert counted["right"]["previous_token"] == [before, 10, 2, 2]
    assert counted["right"]["itself"] == [2, 10, 0, 2]
    assert counted["right"]["same_token"] == [0, 0, 0, 0]  # all tokens of the text are different up to there


def test_a_score_is_explained_by_what_it_is_made_of_and_by_nothing_else() -> None:
    random, rows = np.random.default_rng(0), np.repeat(np.arange(50), 20)
    one, two = (within_rows(random.normal(size=1000), rows) for _ in range(2))
    assert np.abs(np.bincount(rows, one)).max() < 1e-9
    assert explained(3 * one, one) == pytest.approx(1)
    assert explained(one, two) < 0.02
    assert explained(one + two, one) == pytest.approx(0.5, abs=0.05) and explained(one + two, one, two) > 0.999


def test_a_name_that_the_sharpest_looks_do_not_bear_out_is_no_name() -> None:
    strong = {"score": 0.4, "baseline": 0.04}
    assert role_of({"itself": strong | {"sharpest": 0.5}}) == "itself"
    assert role_of({"itself": strong | {"sharpest": 0.3}}) is None
