"""The pattern without the root is the one that the model computes where its scores were never divided."""

import numpy as np
import pytest

from headlight.pictures.board import collecting
from headlight.views.scaling.sharpness import entropies, pattern_with
from tests.drawn import drawn
from transformer import Intervention, load


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
        np.testing.assert_allclose(pattern_with(scaled, 0, head, scaled=False), expected, atol=1e-5)


def test_the_entropy_of_the_scaled_rows_stands_above_that_of_the_others() -> None:
    trace = load("story").trace("The hiking trail led us through bear country")
    with collecting() as board:
        entropies(trace, 3, 1)
    header, values = drawn(board, "entropies")
    assert header["rows"] == ["divided", "not divided"] and header["extent"] == pytest.approx(np.log(8))
    pattern = trace.layers[3].pattern[1].astype(np.float64)
    by_hand = [-sum(weight * np.log(weight) for weight in row if weight > 0) for row in pattern]
    scaled, unscaled = values.reshape(2, 8)
    np.testing.assert_allclose(scaled, by_hand, atol=1e-5)
    assert (unscaled <= scaled + 1e-5).all() and unscaled[-1] < scaled[-1]
