"""The formulas of the scaling lab and the mask switchboard hold the numbers of the model."""

import numpy as np
import pytest

from headlight.formulas import attention
from headlight.frame import address
from headlight.views.masking.mask_board import loss_in_words, worked_row
from tests.mathml import plain
from transformer import Intervention, load

MODEL = load("story")
TEXT = "The hiking trail led us through bear country"


def test_the_multipliers_go_from_a_hundredth_to_a_hundred() -> None:
    multipliers = list(address.options("multiplier"))
    assert multipliers[0] == 0.01 and multipliers[-1] == 100.0 and 1.0 in multipliers
    assert sorted(set(multipliers)) == multipliers


@pytest.mark.parametrize(
    "change", [Intervention(), Intervention(mask="none"), Intervention(toggled=frozenset({(3, 1)}))]
)
def test_the_row_worked_out_has_the_weight_of_the_pattern(change: Intervention) -> None:
    trace = MODEL.trace(TEXT, change)
    query, stages = worked_row(trace), trace.layers[2]
    assert query == (3 if change.toggled else 6)
    best = stages.pattern[0, query].argmax()
    said = plain(attention.masked_row(stages.scaled[0, query], stages.masked[0, query], query))
    assert f"weight_{query},{best}" in said
    assert said.endswith(f"={stages.pattern[0, query, best]:#.4g}")
    assert ("(−∞)" in said) is (change.mask != "none")


@pytest.mark.parametrize(("now", "word"), [(2.5, "rises by 0.5000"), (1.5, "falls by 0.5000"), (2.0, "The same loss")])
def test_the_direction_of_the_loss_is_the_one_that_it_has(now: float, word: str) -> None:
    for in_view in (0, 1, 2):
        said = loss_in_words(np.full(3, now), np.full(3, 2.0), in_view)
        assert word in "".join(words for words, _ in said) and (f"{in_view} of 3 rows", in_view > 0) in said
