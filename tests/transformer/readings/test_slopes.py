"""The backward pass that is written out, against automatic differentiation of the whole forward pass."""

import numpy as np
import pytest

from transformer import Intervention, edits
from transformer.readings.slopes import by_graph, slopes

TEXT = "The cat sat on the mat."


@pytest.mark.parametrize(
    "change",
    [
        Intervention(),
        Intervention(mask="none", positions=False, multiplier=3.0),
        Intervention(mask="window", window=3, temperature=0.7, padding=2),
        Intervention(residual_off=frozenset({(0, "ffn"), (1, "attention")})),
        Intervention(silenced=frozenset({(0, 1)}), edits=(edits.average(1),)),
    ],
)
def test_every_slope_is_that_of_the_graph_whatever_was_changed(make_language_model, change):
    model = make_language_model()
    trace = model.trace(TEXT, change)
    found, expected = slopes(model, trace, (5, 9)), by_graph(model, trace, (5, 9))
    for name in ("residual_in", "context"):
        of = getattr(expected, name)
        np.testing.assert_allclose(getattr(found, name), of, rtol=0, atol=1e-5 * np.abs(of).max())
