"""What the pages on meaning, on scores and on gradients say in numbers, found again without the code that says it."""

from types import SimpleNamespace

import numpy as np
import pytest

from headlight.pages.why_attention import gradients as reach
from headlight.pages.why_attention import recurrence, scoring


def test_where_a_hundredth_is_left_is_counted_in_distances():
    found = {"RNN": np.array([9.0, 8.0, 1.0, 0.079, 0.01]), "attention": np.ones(reach.LENGTH)}
    assert reach.reached_text(found) == (
        "Less than a hundredth of the gradient at distance 1 is left: RNN from 3 on, attention nowhere up to 63."
    )


@pytest.mark.parametrize(
    ("count", "said"), [(900, "900 bytes"), (2048, "2.0 KiB"), (3 << 20, "3.0 MiB"), (5 << 29, "2.5 GiB")]
)
def test_memory_is_said_in_the_unit_that_fits(count, said):
    assert scoring._bytes(count) == said


def test_ranges_and_shares_of_two_scorers_are_said_as_they_are():
    assert scoring._range(np.array([[-1.256, 0.5], [3.0, 2.0]])) == "from −1.26 to 3.00"
    assert scoring.moved_text(0.4567, 5).startswith("They disagree about 46% of the attention")
    assert scoring.moved_text(0.4567, 1).startswith("One token alone")


def test_the_gradient_said_of_a_network_is_that_of_the_first_word():
    way = SimpleNamespace(length=1, steps=1)
    assert recurrence.path_text(way, 0.01234) == "1 arrow · 1 step · gradient word → state: 0.0123."
