"""Random vectors, softmax of any numbers, and its curves, for any address."""

from pathlib import Path

import numpy as np
import pytest

from headlight.pages.scaling.lab import EXAMPLE, parsed
from headlight.state.registry import find
from headlight.state.state import State
from tests.draw import Drawing, draw
from tests.pages.test_scaling import curve
from transformer.softmax import jacobian, softmax

SAID = "The largest weight is {}. The slope left to learn from is {} of at most 0.5."


def weights(shown: Drawing) -> list[float]:
    return [bar["value"] for bar in shown.payload("weights")["bars"]]


RANDOM = {"softmax_of": "random keys"}


def test_random_keys_are_divided_and_dashed_as_they_are_not() -> None:
    view = find("scaling")
    assert list(view.board(State.of(view, **RANDOM)).pictures()) == ["weights", "slopes"]
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


@pytest.mark.parametrize("d_k", [2, 64, 512])
def test_the_slopes_are_means_over_draws_with_the_root_and_without(d_k: int) -> None:
    found, over = curve(draw("scaling", d_k=d_k, vector_seed=1, **RANDOM), "slopes")
    random = np.random.default_rng([1, d_k])
    queries, keys = random.standard_normal((200, d_k)), random.standard_normal((200, 8, d_k))
    for name, root in (("not divided", 1.0), ("divided by √d_k", d_k**0.5)):
        each = [np.linalg.norm(jacobian(softmax(k @ q / root))) for q, k in zip(queries, keys, strict=True)]
        assert found[name][over == d_k][0] == pytest.approx(np.mean(each), rel=1e-4)


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
