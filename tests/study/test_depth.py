"""What the lessons say of other sizes of fresh weights is so: deep stacks of each are drawn anew."""

import pytest

from tests.statements import lesson
from tests.test_learning_told import multiplied


def test_other_sizes_of_fresh_weights_turn_two_of_three_claims_round() -> None:
    said = lesson("recurrence")
    larger, either, smaller = multiplied(1.2, "neither"), multiplied(1.1, "neither"), multiplied(0.7, "residual")
    assert "it grows 7,700- to 51,000-fold" in said
    assert (min(larger), max(larger)) == (pytest.approx(7_700, rel=0.02), pytest.approx(51_000, rel=0.02))
    assert min(either) < 0.01 and max(either) > 2  # "it may do either"
    assert "multiply it by 560 to 4,800" in said
    assert (min(smaller), max(smaller)) == (pytest.approx(565, rel=0.02), pytest.approx(4_800, rel=0.02))
    assert "within a factor of 20 at every size from 0.7 to 1.3" in said
    sizes = 0.7, 1.0, 1.1, 1.2, 1.3
    normed = [times for size in sizes for name in ("norm", "both") for times in multiplied(size, name)]
    assert min(normed) > 1 / 20 and max(normed) < 20
