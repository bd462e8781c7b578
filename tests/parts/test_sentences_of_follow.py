"""What the pages that follow a sentence say in numbers, each number found again without the code that says it."""

import numpy as np
import pytest

from headlight.pages.block.norm import checked
from headlight.pages.next_word import next_word, surprise
from headlight.parts import words
from tests.drawn import plain
from transformer.readings.layer_norm import layer_norm
from transformer.sampling import Sampling, next_token

TEXT = "The hiking trail led us through bear country"


@pytest.fixture(scope="module")
def trace(model):
    return model.trace(TEXT)


def bits_of(trace) -> list[float]:
    """-log2 of the probability that each next token had, by hand."""
    logits = trace.logits.astype(np.float64)
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    return [-np.log2(chances[place, token.id]) for place, token in enumerate(trace.tokens[1:])]


@pytest.mark.parametrize(
    ("difference", "largest", "same"),
    [(9e-6, 0.5, True), (2e-5, 0.5, False), (1e-3, 177.0, True), (2e-3, 177.0, False), (np.nan, 1.0, False)],
)
def test_rounding_is_measured_beside_the_largest_number(difference, largest, same):
    assert words.only_rounding(difference, largest) == same


def test_a_norm_that_torch_does_not_get_is_an_error():
    gamma, beta = np.ones(4, dtype=np.float32), np.zeros(4, dtype=np.float32)
    stages = layer_norm(np.array([1, 2, 3, 4], dtype=np.float32), gamma, beta, 1e-5)
    assert checked(stages, 1e-6).startswith("✓ torch’s own layer_norm gives the same: largest difference 1")
    assert checked(stages, 1e-3).startswith("✗ torch’s own layer_norm gives something else")


def test_the_mean_surprise_is_said_in_bits_and_as_a_fair_choice(trace):
    bits = bits_of(trace)
    said = plain(surprise._surprise_text(np.array(bits), 8192))
    mean = sum(bits) / 7
    assert said == (
        f"On average {mean:.2f} bits per token: as if it guessed among {round(2**mean):,} equally likely ones, not "
        "among all 8,192."
    )
    assert plain(surprise._surprise_text(np.array([13.1]), 8192)) == (
        "On average 13.10 bits per token. That is worse than a blind guess, 13.00 bits: the model was sure of other "
        "tokens."
    )
    assert "nothing was predicted" in plain(surprise._surprise_text(np.array([]), 8192))


def test_the_way_of_the_likeliest_tokens_is_softmax_step_by_step(model, trace):
    step = next_token(trace.next_logits, Sampling(0.5, 3, 1.0))
    way = next_word.way(model, step)
    logits = np.array(way["logit"], dtype=np.float64)
    assert way["logit"] == sorted(trace.next_logits.tolist(), reverse=True)[:12]
    np.testing.assert_allclose(way["logit / T"], logits / 0.5, rtol=1e-6)
    np.testing.assert_allclose(way["exp"], np.exp(2 * logits), rtol=1e-4)
    np.testing.assert_allclose(way["running sum"], np.cumsum(way["probability"]), rtol=1e-6)
    assert way["top-k"] == [True] * 3 + [False] * 9
    np.testing.assert_allclose(way["renormalised"][:3], np.array(way["probability"][:3]) / way["running sum"][2])
