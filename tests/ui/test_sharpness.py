"""The pattern without the root is the one that the model computes where its scores were never divided."""

import numpy as np
import pytest

from transformer import Intervention, load
from ui.follow.sharpness import unscaled_pattern


@pytest.mark.parametrize("mask", ["causal", "none"])
@pytest.mark.parametrize("temperature", [1.0, 0.5])
def test_the_pattern_without_the_root_is_that_of_an_unscaled_first_layer(temperature, mask) -> None:
    model = load("story")
    text = "The hiking trail led us through bear country"
    scaled = model.trace(text, Intervention(temperature=temperature, mask=mask))
    unscaled = model.trace(text, Intervention(temperature=temperature, mask=mask, scaled=False))
    # Both first layers read the same input, so only the root differs.
    for head in range(model.config.n_heads):
        expected = unscaled.layers[0].pattern[head]
        np.testing.assert_allclose(unscaled_pattern(scaled, 0, head), expected, atol=1e-5)
