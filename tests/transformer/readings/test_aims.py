"""Where heads aim: all aims that exclude each other share a row, and what is left without the first token is a row."""

import numpy as np
import pytest

from transformer import load
from transformer.readings.aims import AIMS, DISTANCE, ENTROPY, by_chance, measured

TEXT = "the bear and the bear and the fox"


@pytest.fixture(scope="module")
def trace():
    return load("story").trace(TEXT)


def test_the_tokens_of_the_text_are_seen_as_they_repeat(trace) -> None:
    ids = [token.id for token in trace.tokens]
    assert AIMS["what followed it earlier"](ids, ids.index(ids[-2], 1)) != []
    assert AIMS["the same token earlier"](["a", "b", "a", "a"], 3) == [0, 2]
    assert AIMS["what followed it earlier"](["a", "b", "a", "a"], 3) == [1, 3]
    assert [aim(["a", "b"], 0) for aim in AIMS.values()] == [[]] * 5


def test_chance_is_the_mean_over_shuffled_rows_and_bounds_the_entropy(trace) -> None:
    random, seen = np.random.default_rng(0), ~np.isneginf(trace.layers[0].masked[0])
    for aim in AIMS:
        places = np.zeros(seen.shape)
        for query in range(len(seen)):
            places[query, AIMS[aim]([token.id for token in trace.tokens], query)] = 1
        draws = []
        for _ in range(400):
            rows = trace.layers[3].pattern[2].copy()
            for query, row in enumerate(rows):
                row[: query + 1] = random.permutation(row[: query + 1])
            draws.append((rows * places).sum() / max(places.any(axis=1).sum(), 1))
        np.testing.assert_allclose(by_chance(trace, aim)[3, 2], np.mean(draws), atol=4 * np.std(draws) / 20 + 1e-9)
    assert (measured(trace, ENTROPY) <= by_chance(trace, ENTROPY) + 1e-6).all()
    np.testing.assert_allclose(by_chance(trace, ENTROPY), np.mean(np.log(np.arange(2, len(seen) + 1))))
    np.testing.assert_allclose(by_chance(trace, DISTANCE), np.mean(np.arange(1, len(seen)) / 2))
    looks_back = measured(load("story").trace("bear country"), DISTANCE)
    np.testing.assert_allclose(looks_back, load("story").trace("bear country").patterns[:, :, 1, 0], rtol=1e-6)
