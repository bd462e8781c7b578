"""One head under a multiplier, with the root and without: its patterns, the next word, and what it can still learn."""

from typing import Any

import numpy as np
import pytest

from headlight.reading import reader
from headlight.state.registry import find
from headlight.state.state import State
from tests.draw import Drawing, draw
from transformer import load

LAYER, HEAD = 5, 4  # what the page opens with: the head that decides


def curve(shown: Drawing, key: str) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """The curves of a picture by name, and what they run over."""
    header = shown.payload(key)
    over, *series = shown.numbers(key).reshape(len(header["names"]) + 1, -1)
    return dict(zip(header["names"], series, strict=True)), over


def main(**state: Any) -> list[str]:
    """The keys of the pictures on the first screen."""
    return list(find("scaling").board(State.of(find("scaling"), **state)).pictures())


def test_the_first_screen_shows_the_scores_and_the_weights_of_one_row() -> None:
    assert main() == ["hero", "row_scores", "row_weights"]
    shown = draw("scaling")
    stages = load("story").trace(reader.EXAMPLE).layers[LAYER]
    scores, weights = (shown.payload(key)["bars"] for key in ("row_scores", "row_weights"))
    raw = stages.queries[HEAD, -1] @ stages.keys[HEAD].T / np.sqrt(32)
    shown_are = np.sort(np.argsort(-raw)[:6])  # the six tokens that it attends to most, in the order of the text
    np.testing.assert_allclose([bar["value"] for bar in scores], raw[shown_are], atol=1e-5)
    expected = (np.exp(raw) / np.exp(raw).sum())[shown_are]
    np.testing.assert_allclose([bar["value"] for bar in weights], expected, atol=1e-6)
    assert all(bar["before"] is None for bar in (*scores, *weights))


def test_more_pictures_show_the_head_with_the_root_and_without() -> None:
    shown = draw("scaling")
    stages = load("story").trace(reader.EXAMPLE).layers[LAYER]
    np.testing.assert_array_equal(shown.numbers("pattern_scaled"), stages.pattern[HEAD].ravel())
    powers = np.exp(np.where(np.isneginf(stages.masked[HEAD]), -np.inf, stages.scores[HEAD].astype(float)))
    expected = powers / powers.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(shown.numbers("pattern_unscaled"), expected.ravel(), atol=1e-6)
    assert shown.payload("hero")["about"] == "Layer 6, head 5. As the model was trained."
    found, over = curve(shown, "row_over_multipliers")
    assert found["largest weight"][over == 1] == pytest.approx(stages.pattern[HEAD, -1].max(), abs=1e-5)
    assert found["norm of the Jacobian"][-1] < 1e-4 < found["norm of the Jacobian"][0]
