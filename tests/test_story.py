"""What the app, its lessons and its card say of the bundled model is true of the weights that are shipped."""

import json
import re

import numpy as np
import pytest

from headlight.parts import words
from training.head_roles import (
    LEAST_RATIO,
    LEAST_SCORE,
    LEAST_SHARPEST,
    measure,
    noun_phrases,
    patterns,
    weights_sha256,
)
from transformer import load
from transformer.bundled.folders import MODELS
from transformer.roles import HEAD_ROLES

HOME = MODELS / "story"
MODEL = load("story")
ROLES = json.loads((HOME / "head_roles.json").read_text("utf-8"))
TRAINING = json.loads((HOME / "training.json").read_text("utf-8"))


def looks(text: str, query: str, key: str) -> np.ndarray:
    """The weight [layer, head] that the last `query` puts on the last `key` before it."""
    trace = MODEL.trace(text)
    at = len(trace.words) - 1 - trace.words[::-1].index(query)
    earlier = trace.words[:at]
    return trace.patterns[:, :, at, len(earlier) - 1 - earlier[::-1].index(key)]


@pytest.mark.parametrize(
    "text", ["bear country", "The hiking trail led us through bear country", "This is bear country."]
)
def test_country_looks_at_bear_in_the_head_that_the_app_opens_with(text: str) -> None:
    layer, head = MODEL.roles.best("modifier")
    assert words.head_title(MODEL, layer, head).endswith("attends from a noun to the word describing it (mean 0.44)")
    row = MODEL.trace(text)
    country = row.words.index("country")
    pattern = row.layers[layer].pattern[head, country]
    assert pattern.argmax() == country - 1
    assert looks(text, "country", "bear")[layer, head] > 0.5


def test_the_measured_roles_are_those_of_these_weights() -> None:
    assert ROLES["weights_sha256"] == weights_sha256(HOME)


def test_the_head_of_modifiers_scores_what_is_written_when_it_is_measured_again() -> None:
    sentences, targets = noun_phrases(MODEL.tokenizer)
    measured = measure(patterns(MODEL.transformer, sentences), targets, np.random.default_rng(0))
    for entry in ROLES["heads"]:
        again = measured[entry["layer"], entry["head"]]["modifier"]["score"]
        assert again == pytest.approx(entry["modifier"]["score"], abs=1e-3)


def test_every_named_head_stands_far_above_its_baseline() -> None:
    named = [entry for entry in ROLES["heads"] if entry["role"]]
    assert {entry["role"] for entry in named} >= {"previous_token", "modifier"}
    for entry in named:
        evidence = entry[entry["role"]]
        assert evidence["score"] >= LEAST_SCORE
        assert evidence["score"] >= LEAST_RATIO * evidence["baseline"]
        assert evidence["sharpest"] >= LEAST_SHARPEST
        assert entry["role"] in HEAD_ROLES


def test_the_losses_reached_are_those_that_were_asked_for() -> None:
    final = TRAINING["log"][-1]
    assert final["step"] == TRAINING["settings"]["steps"] == TRAINING["settings"]["steps_done"]
    assert final["validation"]["tinystories"] <= 2.3
    assert final["validation"]["tatoeba"] <= 3.0


def test_the_model_is_small_enough_to_travel_with_the_code() -> None:
    assert (HOME / "model.safetensors").stat().st_size < 16e6
    assert MODEL.config.n_layers == 6 and MODEL.config.max_tokens >= 128 and MODEL.config.positions == "sinusoidal"


@pytest.mark.parametrize(
    "word",
    ["hiking", "trail", "bear", "country", "fruit", "flies", "Vincent", "Gogh", "Shakespeare", "Dickens", "bank"],
)
def test_a_teaching_word_is_one_token(word: str) -> None:
    assert [token.text for token in MODEL.tokenizer.encode(word)] == [f" {word}"]


def test_prejudice_is_cut_in_two() -> None:
    assert [token.text for token in MODEL.tokenizer.encode("prejudice")] == [" pre", "judice"]


def test_the_words_of_a_sentence_stand_at_the_positions_of_the_lesson() -> None:
    trace = MODEL.trace("The work of William Shakespeare inspired many movies.")
    assert [trace.words.index(word) for word in ("The", "Shakespeare", "movies")] == [0, 4, 7]


def test_a_learned_sentence_goes_on_in_plain_english() -> None:
    likeliest = MODEL.trace("Once upon a time, there was a little girl named").next_logits.argsort()[::-1][:5]
    names = [MODEL.tokenizer.text_of(int(id)) for id in likeliest]
    assert all(re.fullmatch(" [A-Z][a-z]+", name) for name in names), names
    trace = MODEL.trace("The cat sat on the")
    assert trace.probabilities[-1].max() < 0.9  # several things can be sat on
