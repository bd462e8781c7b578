"""The page of scaling and softmax: a head with and without the root, and softmax of any numbers."""

from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from tests.awkward import AWKWARD
from tests.pages.screen import formula, metric, notes, numbers, payload

PAGE = Path(__file__).parents[2] / "pages" / "scaling.py"


def page(**address) -> AppTest:
    at = AppTest.from_file(PAGE, default_timeout=60)
    for name, value in address.items():
        at.query_params[name] = value
    return at.run()


def calm(at: AppTest) -> bool:
    return not at.exception and not at.error


def test_it_opens_with_softmax_of_two_four_five() -> None:
    at = page()
    assert calm(at)
    for weight in ("0.03511903", "0.25949646", "0.70538451"):
        assert weight in formula(at, "softmax_table")
    assert [metric.value for metric in at.metric] == ["0.7139", "1.0299", "0.7054"]


@pytest.mark.parametrize("text", AWKWARD)
def test_awkward_texts_are_met_calmly_in_both_boxes(text) -> None:
    at = page()
    at.text_input(key="text").set_value(text).run()
    assert calm(at)
    at.text_input(key="numbers").set_value(text[:200]).run()
    assert calm(at)
    assert "0.70538451" in formula(at, "softmax_table")  # none of these texts holds a number


def test_what_is_no_number_is_left_out_and_said() -> None:
    at = page(numbers="1, bear, 3")
    assert calm(at)
    assert any("1 piece left out" in caption.value for caption in at.caption)


def test_one_number_has_all_the_weight() -> None:
    at = page(numbers="7")
    assert calm(at)
    assert [metric.value for metric in at.metric] == ["0.0000", "0.0000", "1.0000"]


def test_eight_gaussian_numbers_times_100_leave_one() -> None:
    at = page()
    at.button(key="numbers_gaussian_times_100").click().run()
    assert calm(at)
    assert float(metric(at, "Largest weight")) > 0.99
    assert float(metric(at, "Entropy, nats")) < 0.01


def test_the_address_restores_numbers_multiplier_and_temperatures() -> None:
    at = page(numbers="1, 1", multiplier="10", temperature="0.5", attention_temperature="2.0")
    assert calm(at)
    assert "20 4.852×10^8 0.50000000" in formula(at, "softmax_table")
    assert any("temperature 2," in note for note in notes(at))


@pytest.mark.parametrize("name", ["multiplier", "temperature", "attention_temperature", "layer"])
@pytest.mark.parametrize("value", ["-1", "999", "x", ""])
def test_a_wrong_address_falls_back(name, value) -> None:
    at = page(**{name: value})
    assert calm(at)
    assert "0.70538451" in formula(at, "softmax_table")


def test_the_curves_are_the_largest_weight_and_the_share_of_entropy_at_every_factor() -> None:
    at = page(numbers="1, 2, 4", multiplier="5", temperature="0.5")
    header = payload(at, "saturation")
    assert header["names"] == ["largest weight", "entropy / ln n"] and header["at"] == 10
    over, largest, share = numbers(at, "saturation").reshape(3, -1)
    powers = np.exp(over[:, None] * np.array([1.0, 2.0, 4.0]))
    weights = powers / powers.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(largest, weights.max(axis=1), atol=1e-5)
    spread = -np.where(weights > 0, weights * np.log(np.maximum(weights, 1e-300)), 0).sum(axis=1) / np.log(3)
    np.testing.assert_allclose(share, spread, atol=1e-5)


def test_measured_variances_stand_beside_the_line_on_which_they_equal_their_length() -> None:
    over, measured, line = numbers(page(), "variances").reshape(3, -1)
    np.testing.assert_array_equal(over, [2, 4, 8, 16, 32, 64, 128, 256, 512])
    np.testing.assert_array_equal(line, over)
    np.testing.assert_allclose(measured, over, rtol=0.15)
