"""What the pages on meaning, on scores and on gradients say in numbers, found again without the code that says it."""

from types import SimpleNamespace

import numpy as np

from headlight.pages.why_attention import additive, recurrence
from headlight.pages.why_attention import gradients as reach


def test_where_a_hundredth_is_left_is_counted_in_distances():
    found = {"RNN": np.array([9.0, 8.0, 1.0, 0.079, 0.01]), "attention": np.ones(reach.LENGTH)}
    assert reach.reached_text(found) == (
        "Less than a hundredth of the gradient at distance 1 is left: RNN from 3 on, attention nowhere up to 63."
    )


def test_the_share_that_two_scorers_disagree_about_is_said_as_it_is():
    assert additive.moved_text(0.4567, 5).startswith("They disagree about 46% of the attention")
    assert additive.moved_text(0.4567, 1).startswith("One token alone")


def test_the_gradient_said_of_a_network_is_that_of_the_first_word():
    way = SimpleNamespace(length=1, steps=1)
    assert recurrence.path_text(way, 0.01234) == "1 arrow · 1 step · gradient word → state: 0.0123."
