"""What the pages on meaning, on scores and on gradients say in numbers, found again without the code that says it."""

from types import SimpleNamespace

from headlight.pages.why_attention import additive, recurrence


def test_the_share_that_two_scorers_disagree_about_is_said_as_it_is():
    assert additive.moved_text(0.4567, 5).startswith("On average the two disagree about 46% of the attention")
    assert additive.moved_text(0.4567, 1).startswith("One token alone")


def test_the_gradient_said_of_a_network_is_that_of_the_first_word():
    way = SimpleNamespace(length=1, steps=1)
    assert recurrence.path_text(way, 0.01234) == "1 arrow, 1 step. The gradient that arrives: 0.0123."
