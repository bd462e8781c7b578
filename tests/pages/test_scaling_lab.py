"""The scaling lab: a real head multiplied, two temperatures apart, and random vectors, for any text and address."""

from pathlib import Path

import numpy as np
import pytest

from tests.awkward import AWKWARD
from tests.pages.screen import formula, numbers, opened, payload, typed
from transformer import Intervention, load
from transformer.readings.loss import sentence_loss
from transformer.softmax import jacobian, softmax
from ui import reading

TEXT = "She bears the pain"
LAYER, HEAD = 2, 0  # what the page opens with


def says(page, key: str) -> str:
    return "".join(words for words, _ in payload(page, key)["says"])


def curve(page, key: str) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """The curves of a picture by name, and what they run over."""
    header = payload(page, key)
    over, *series = numbers(page, key).reshape(len(header["names"]) + 1, -1)
    return dict(zip(header["names"], series, strict=True)), over


def test_the_first_screen_shows_a_real_head_two_temperatures_and_random_vectors() -> None:
    page = opened("scaling_lab")
    assert says(page, "pattern") == "As the model was trained: nothing is multiplied."
    weights = load("story").trace(reading.EXAMPLE).layers[LAYER].pattern[HEAD, -1]
    np.testing.assert_allclose(numbers(page, "row_slopes").reshape(8, 8), jacobian(weights), atol=1e-6)
    found, over = curve(page, "row_over_multipliers")
    assert found["largest weight"][over == 1] == pytest.approx(weights.max(), abs=1e-5)
    assert found["norm of the Jacobian"][-1] < 1e-4 < found["norm of the Jacobian"][0]
    for key in ("row_attention", "next_attention", "row_output", "next_output"):
        assert "0, exactly" in says(page, key)
    assert len(payload(page, "random_weights")["bars"]) == 8


def test_the_address_restores_the_head_that_was_multiplied() -> None:
    page = opened("scaling_lab", text=TEXT, score_multiplier="5.0", divide_by_root="false", layer="1", head="2")
    model = load("story")
    change = Intervention(multiplier=5.0, scaled=False)
    pattern = model.trace(TEXT, change).layers[0].pattern[1]
    shown = numbers(page, "pattern").reshape(pattern.shape)
    np.testing.assert_allclose(shown, pattern, atol=1e-6)
    losses = [f"{sentence_loss(model.trace(TEXT, one)):.4f}" for one in (Intervention(), change)]
    assert f"from {losses[0]} to {losses[1]} nats" in says(page, "pattern")
    found, over = curve(page, "row_over_multipliers")  # the dots stand where the picture is
    assert found["largest weight"][over == 5] == pytest.approx(pattern[-1].max(), abs=1e-5)


def test_attention_temperature_changes_the_pattern_and_output_temperature_does_not() -> None:
    page = opened("scaling_lab", text=TEXT, attention_temperature="2.0", output_temperature="2.0")
    model = load("story")
    plain, warm = model.trace(TEXT), model.trace(TEXT, Intervention(temperature=2.0))
    moved = np.abs(warm.patterns - plain.patterns).max()
    assert f"any head: {moved:.4f}." in says(page, "row_attention")
    assert "any head: 0, exactly." in says(page, "row_output")
    assert all(bar["value"] == bar["before"] for bar in payload(page, "row_output")["bars"])
    chances = softmax(plain.next_logits), softmax(plain.next_logits, 2.0)
    assert f"{np.abs(chances[1] - chances[0]).max():.4f}; all of the ten" in says(page, "next_output")


def test_both_temperatures_can_be_put_to_two_and_back() -> None:
    page = opened("scaling_lab")
    page.button(key="both_at_2").click().run()
    assert not page.exception and page.slider(key="output_temperature").value == 2.0
    page.button(key="both_at_1").click().run()
    assert page.slider(key="attention_temperature").value == 1.0


@pytest.mark.parametrize("d_k", [2, 100, 512])
def test_the_variance_of_random_vectors_is_their_length_and_the_root_brings_it_back(d_k: int) -> None:
    page = opened("scaling_lab", d_k=str(d_k), vector_seed="3")
    found, over = curve(page, "variances")
    measured = found["measured"][over == d_k][0]
    assert measured == pytest.approx(d_k, rel=0.12)
    assert set(over) == {2, 4, 8, 16, 32, 64, 128, 256, 512, d_k}
    assert f"{d_k}×1 ={d_k}" in formula(page, "variance_formula")


def test_long_vectors_without_the_root_leave_nothing_to_learn() -> None:
    norms = []
    for root in ("true", "false"):
        page = opened("scaling_lab", d_k="512", vector_root=root, vector_seed="1")
        found, over = curve(page, "random_over_multipliers")
        norms.append(float(found["norm of the Jacobian"][over == 1][0]))
    assert norms[0] > 0.2 and norms[1] < norms[0] / 10


def test_two_four_five_and_eight_gaussian_numbers_times_100() -> None:
    page = opened("scaling_lab", softmax_of="2, 4, 5")
    for weight in ("0.03511903", "0.25949646", "0.70538451"):
        assert weight in formula(page, "random_table")
    assert "0.3869" in formula(page, "random_norm_formula")
    page = opened("scaling_lab", softmax_of="eight Gaussian numbers", vector_multiplier="100.0")
    weights = [bar["value"] for bar in payload(page, "random_weights")["bars"]]
    assert len(weights) == 8 and max(weights) > 0.999


def test_the_lesson_says_of_two_four_five_what_is_so() -> None:
    lesson = (Path(__file__).parents[2] / "assets/lessons/scaling_lab.md").read_text("utf-8")
    norms = [np.linalg.norm(jacobian(softmax(np.array([2.0, 4.0, 5.0]) * factor))) for factor in (1, 100)]
    assert f"the norm is {norms[0]:.4f}" in lesson and norms[1] < 1e-40


@pytest.mark.parametrize("text", AWKWARD)
def test_any_text_is_met_calmly(text: str) -> None:
    page = typed("scaling_lab", text)
    assert np.isfinite(numbers(page, "row_slopes")).all()


@pytest.mark.parametrize(
    "address",
    [
        {"score_multiplier": "1000", "d_k": "1", "vector_seed": "-4", "softmax_of": "x"},
        {"score_multiplier": "x", "d_k": "x", "vector_seed": "x", "softmax_of": "", "divide_by_root": "maybe"},
        {"vector_multiplier": "0", "attention_temperature": "0", "output_temperature": "99", "layer": "9"},
    ],
)
def test_an_address_that_makes_no_sense_falls_back(address) -> None:
    page = opened("scaling_lab", **address)
    assert len(payload(page, "random_weights")["bars"]) == 8
