"""The formulas of the scaling lab hold the numbers of the model."""

import numpy as np
import pytest

from headlight.frame import address
from headlight.views.scaling.real_head import scores_of_last
from headlight.views.scaling.saturation import saturation
from headlight.views.scaling.two_temperatures_room import exactly, moved
from transformer import Intervention, load
from transformer.softmax import softmax

MODEL = load("story")
TEXT = "The hiking trail led us through bear country"


def test_the_multipliers_go_from_a_hundredth_to_a_hundred() -> None:
    multipliers = list(address.options("multiplier"))
    assert multipliers[0] == 0.01 and multipliers[-1] == 100.0 and 1.0 in multipliers
    assert sorted(set(multipliers)) == multipliers


@pytest.mark.parametrize("change", [Intervention(), Intervention(scaled=False, multiplier=0.5, temperature=2.0)])
def test_the_curves_pass_through_the_pattern_of_the_model(change: Intervention) -> None:
    trace = MODEL.trace(TEXT, change)
    scores = scores_of_last(trace, 3, 1)
    np.testing.assert_allclose(softmax(change.multiplier * scores), trace.layers[3].pattern[1, -1], atol=1e-5)


def test_saturation_goes_from_even_to_one_hot() -> None:
    found = saturation(np.array([2.0, 4.0, 5.0]), np.array([1e-6, 1.0, 100.0]))
    np.testing.assert_allclose(found["largest weight"], [1 / 3, 0.70538451, 1.0], atol=1e-5)
    np.testing.assert_allclose(found["entropy / ln n"][[0, 2]], [1.0, 0.0], atol=1e-5)
    np.testing.assert_allclose(found["norm of the Jacobian"], [np.sqrt(2) / 3, 0.38686584, 0.0], atol=1e-5)


def test_a_difference_is_called_nought_only_where_it_is() -> None:
    assert (
        exactly(0.0) == "0, exactly"
        and exactly(1e-9) == "1\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}10⁻⁹"
        and exactly(0.25) == "0.2500"
    )


def test_ranks_that_change_are_counted() -> None:
    before = np.arange(40.0)[::-1] / 780
    after = before.copy()
    after[[3, 4]] = after[[4, 3]]
    assert "".join(words for words, _ in moved(before, after)).endswith("2 of the first ten ranks change.")
    assert "all of the ten" in "".join(words for words, _ in moved(before, before))
