"""One row of a head under the root, the softmax of random keys, and of any numbers."""

from pathlib import Path

import numpy as np
import pytest

from headlight.pages.scaling.lab import EXAMPLE, parsed
from headlight.reading import reader
from tests.draw import Drawing, draw
from transformer import load
from transformer.softmax import jacobian, softmax

SAID = "The largest weight is {}. The slope left to learn from is {} of at most 0.5."


def weights(shown: Drawing) -> list[float]:
    return [bar["value"] for bar in shown.payload("weights")["bars"]]


RANDOM = {"softmax_of": "random keys"}


def test_random_keys_are_divided_and_dashed_as_they_are_not() -> None:
    shown = draw("scaling", vector_seed=2, scaled=False, **RANDOM)
    random = np.random.default_rng([2, 64])
    query = random.standard_normal(64)
    scores = random.standard_normal((8, 64)) @ query
    np.testing.assert_allclose(weights(shown), softmax(scores))
    dashed = [bar["before"] for bar in shown.payload("weights")["bars"]]
    np.testing.assert_allclose(dashed, softmax(scores / 8))
    assert weights(draw("scaling", vector_seed=2, **RANDOM)) == pytest.approx(dashed)
    left = np.linalg.norm(jacobian(softmax(scores)))
    largest = f"{100 * softmax(scores).max():.0f}%".replace("100%", "over 99%")
    assert shown.says("weights") == SAID.format(largest, f"{left:.3f}")


def test_softmax_of_two_four_five() -> None:
    shown = draw("scaling", softmax_of="your numbers", deeper=True)
    for weight in ("0.03511903", "0.25949646", "0.70538451"):
        assert weight in shown.formula("softmax_table")
    assert "0.3869" in shown.formula("own_norm_formula")
    assert shown.says("weights") == SAID.format("71%", "0.387")
    assert "Entropy 0.7139 nats, which is 1.0299 bits." in shown.notes


def test_what_is_no_number_is_left_out_and_said() -> None:
    assert any(
        "1 item left out" in said for said in draw("scaling", softmax_of="your numbers", numbers="1, bear, 3").notes
    )


def test_the_lesson_says_of_two_four_five_what_is_so() -> None:
    lesson = (Path(__file__).parents[2] / "assets/lessons/scaling.md").read_text("utf-8")
    norms = [np.linalg.norm(jacobian(softmax(np.array([2.0, 4.0, 5.0]) * factor))) for factor in (1, 100)]
    assert f"the norm is {norms[0]:.4f}" in lesson and norms[1] < 1e-40


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        (EXAMPLE, ([2.0, 4.0, 5.0], 0, 0)),
        ("", ([], 0, 0)),
        (" ,; ", ([], 0, 0)),
        ("1 2;3,\t−4 1e2", ([1.0, 2.0, 3.0, -4.0, 100.0], 0, 0)),
        ("2, bear, 5, <b>", ([2.0, 5.0], 2, 0)),
        ("nan inf -inf 1e300 7", ([7.0], 4, 0)),
        (" ".join(str(n) for n in range(15)), ([float(n) for n in range(12)], 0, 3)),
    ],
)
def test_numbers_are_read_calmly(typed, found) -> None:
    assert parsed(typed) == found


LAYER, HEAD = 5, 4  # what the page opens with: the head that decides


def test_the_first_screen_shows_the_scores_and_the_weights_of_one_row() -> None:
    shown = draw("scaling")
    stages = load("story").trace(reader.EXAMPLE).layers[LAYER]
    scores, weights = (shown.payload(key)["bars"] for key in ("row_scores", "row_weights"))
    raw = stages.queries[HEAD, -1] @ stages.keys[HEAD].T / np.sqrt(32)
    shown_are = np.sort(np.argsort(-raw)[:6])  # the six tokens that it attends to most, in the order of the text
    np.testing.assert_allclose([bar["value"] for bar in scores], raw[shown_are], atol=1e-5)
    expected = (np.exp(raw) / np.exp(raw).sum())[shown_are]
    np.testing.assert_allclose([bar["value"] for bar in weights], expected, atol=1e-6)
    assert all(bar["before"] is None for bar in (*scores, *weights))
