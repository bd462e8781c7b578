"""The formulas of the scaling lab hold the numbers of the model."""

from headlight.pages.scaling.scaling import MULTIPLIER


def test_the_multipliers_go_from_a_hundredth_to_a_hundred() -> None:
    multipliers = list(MULTIPLIER.owns.holds.options)
    assert multipliers[0] == 0.01 and multipliers[-1] == 100.0 and 1.0 in multipliers
    assert sorted(set(multipliers)) == multipliers
