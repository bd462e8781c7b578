"""The pattern without the root is the model's without it, and a multiplier leads from even weights to one-hot ones."""

import numpy as np
import pytest

from transformer import Intervention, load
from transformer.head import Head
from transformer.readings.sharpness import last_scores, saturation
from transformer.softmax import softmax

TEXT = "The hiking trail led us through bear country"


@pytest.mark.parametrize("change", [Intervention(), Intervention(scaled=False, multiplier=0.5, temperature=2.0)])
def test_the_curves_pass_through_the_pattern_of_the_model(change: Intervention) -> None:
    trace = load("story").trace(TEXT, change)
    scores = last_scores(trace, Head(3, 1))
    np.testing.assert_allclose(softmax(change.multiplier * scores), trace.layers[3].pattern[1, -1], atol=1e-5)


def test_saturation_goes_from_even_to_one_hot() -> None:
    found = saturation(np.array([2.0, 4.0, 5.0]), np.array([1e-6, 1.0, 100.0]))
    np.testing.assert_allclose(found["largest weight"], [1 / 3, 0.70538451, 1.0], atol=1e-5)
    np.testing.assert_allclose(found["entropy / ln n"][[0, 2]], [1.0, 0.0], atol=1e-5)
    np.testing.assert_allclose(found["norm of the Jacobian"], [np.sqrt(2) / 3, 0.38686584, 0.0], atol=1e-5)
