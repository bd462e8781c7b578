"""What the app, its lessons and its card say of the bundled model is true of the weights that are shipped."""

import json

import numpy as np
import pytest

from training.head_roles import (
    measure,
    noun_phrases,
    patterns,
)
from transformer import load
from transformer.bundled.folders import MODELS

HOME = MODELS / "story"
MODEL = load("story")
ROLES = json.loads((HOME / "head_roles.json").read_text("utf-8"))


def test_the_head_of_modifiers_scores_what_is_written_when_it_is_measured_again() -> None:
    sentences, targets = noun_phrases(MODEL.tokenizer)
    measured = measure(patterns(MODEL.transformer, sentences), targets, np.random.default_rng(0))
    for entry in ROLES["heads"]:
        again = measured[entry["layer"], entry["head"]]["modifier"]["score"]
        assert again == pytest.approx(entry["modifier"]["score"], abs=1e-3)


@pytest.mark.parametrize(
    "word",
    ["hiking", "trail", "bear", "country", "fruit", "flies", "Vincent", "Gogh", "Shakespeare", "Dickens", "bank"],
)
def test_a_teaching_word_is_one_token(word: str) -> None:
    assert [token.text for token in MODEL.tokenizer.encode(word)] == [f" {word}"]
