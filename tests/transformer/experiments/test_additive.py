"""Additive scores against the formula written as a loop; training makes them resemble a head."""

import math

import numpy as np
import pytest
import torch

from transformer import load
from transformer.experiments.additive import (
    Additive,
    additive_scores,
    drawn,
    fitted,
    weight_moved,
)
from transformer.softmax import softmax

SENTENCES = [
    "The old dog slept near the warm fire all day.",
    "My sister found a red ball under the wooden table.",
    "A small bird sang in the tall tree by the river.",
    "We walked home slowly because the road was dark.",
]


def test_scores_are_the_formula_pair_by_pair() -> None:
    random = np.random.default_rng(0)
    scorer = drawn(3, 5, 7)
    queries, keys = random.standard_normal((11, 5)), random.standard_normal((13, 5))
    found = scorer.scores(queries, keys)
    for i, s in enumerate(queries):
        for j, h in enumerate(keys):
            inner = [sum(a * b for a, b in zip(row, s, strict=True)) for row in scorer.w_s]
            inner = [
                one + sum(a * b for a, b in zip(row, h, strict=True))
                for one, row in zip(inner, scorer.w_h, strict=True)
            ]
            assert found[i, j] == pytest.approx(sum(v * math.tanh(x) for v, x in zip(scorer.v, inner, strict=True)))


def test_torchs_scores_are_numpys() -> None:
    random = np.random.default_rng(1)
    scorer, vectors = drawn(0, 5, 3), random.standard_normal((2, 7, 5))
    found = additive_scores(*(torch.tensor(part) for part in (vectors, vectors, scorer.w_s, scorer.w_h, scorer.v)))
    for place in range(2):
        np.testing.assert_allclose(found[place].numpy(), scorer.scores(vectors[place], vectors[place]))


def test_training_brings_the_scorer_near_the_head() -> None:
    model = load("story")
    traces = [model.trace(sentence) for sentence in SENTENCES]
    start = drawn(0, model.config.d_head, 16)
    steps = []
    found, before, after = fitted(start, traces, 2, 0, steps=60, on_step=steps.append)
    assert steps == list(range(60))
    assert 0 <= after < 0.25 * before
    stages = traces[0].layers[2]
    weights = [
        softmax(np.where(np.isneginf(stages.masked[0]), -np.inf, scorer.scores(stages.queries[0], stages.keys[0])))
        for scorer in (start, found)
    ]
    assert weight_moved(weights[1], stages.pattern[0]) < 0.5 * weight_moved(weights[0], stages.pattern[0])


def test_the_divergence_is_zero_for_a_head_that_already_agrees() -> None:
    model = load("story")
    zero = Additive(np.zeros((3, 32)), np.zeros((3, 32)), np.zeros(3))
    _, before, _ = fitted(zero, [model.trace("bear")], 2, 0, steps=1)  # one token: all weight is its own
    assert before == pytest.approx(0, abs=1e-6)


def test_weight_moved_is_nothing_for_the_same_and_one_for_elsewhere() -> None:
    assert weight_moved(np.eye(3), np.eye(3)) == 0
    assert weight_moved(np.eye(3), np.eye(3)[[1, 2, 0]]) == 1


def test_a_seed_draws_the_same_scorer_at_the_scale_that_is_said() -> None:
    one, same, other = drawn(5, 31, 997), drawn(5, 31, 997), drawn(6, 31, 997)
    np.testing.assert_array_equal(one.w_s, same.w_s)
    assert not np.array_equal(one.v, other.v)
    assert one.w_h.var() == pytest.approx(1 / 31, rel=0.05)
    assert one.v.var() == pytest.approx(1 / 997, rel=0.2)
