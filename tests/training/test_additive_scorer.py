"""The scorer that is open at first is the one that its script fits, to the head that is open at first."""

import numpy as np
import pytest

from headlight.pages.why_attention import additive
from headlight.parts import dials
from headlight.state.registry import find
from headlight.state.state import State
from training import additive_scorer


@pytest.mark.study
def test_what_is_stored_comes_out_again() -> None:
    stored, (again, before, after) = additive.stored(), additive_scorer.fit()
    assert stored.divergences[0] == pytest.approx(before, rel=1e-3)
    assert stored.divergences[1] == pytest.approx(after, rel=0.1)  # of 400 steps the last digits depend on a processor
    np.testing.assert_allclose(stored.scorer.v, again.v, atol=0.1)


def test_it_is_fitted_to_what_is_open_at_first() -> None:
    state = State.of(find("dense"))
    assert additive.stored().of == state[dials.HEAD]
