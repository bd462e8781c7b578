"""What a click in a picture moves, where a cell lies that nobody chose, and which chips are joined."""

import numpy as np
import pytest

from headlight.parts import dials, tokens
from headlight.state.registry import find
from headlight.state.state import State
from transformer import load


@pytest.mark.parametrize(
    ("choose", "chosen", "moved"),
    [
        (dials.choose_cell, (3, 1), {"query": 3, "key_position": 1}),
        (dials.choose_query, (3, 1), {"query": 3}),
        (dials.choose_looking, 3, {"query": 3, "key_position": None}),
        (dials.choose_token, 6, {"token": 6}),
    ],
)
def test_a_choice_in_a_picture_sets_the_keys_that_stand_for_it(choose, chosen, moved) -> None:
    assert choose(chosen) == moved


@pytest.mark.parametrize(
    ("name", "keys", "head"),
    [("attention", {"layer": 2, "head": 5}, (1, 4)), ("start", {}, (5, 4)), ("heads", {}, None), ("path", {}, None)],
)
def test_a_view_of_one_head_shows_the_one_that_its_dials_say(name, keys, head) -> None:
    assert dials.head_of(State.of(find(name), **keys)) == head


@pytest.mark.parametrize(
    ("places", "found"), [((None, None), (1, 3)), ((0, None), (0, 0)), ((9, 9), (1, 4)), ((0, 3), (0, 3))]
)
def test_a_cell_is_the_one_chosen_or_the_heaviest_of_the_last_row(places, found) -> None:
    pattern = np.array([[0.7, 0.2, 0.1, 0.0, 0.0], [0.1, 0.2, 0.0, 0.6, 0.1]])  # of two that look at five
    assert dials.cell_of(pattern, places) == found


def test_a_chip_is_joined_where_letters_go_on_without_a_space() -> None:
    trace = load("story").trace("my prejudice, pre-judged: don't")
    joined = [trace.tokens[place].text for place in sorted(tokens.continued(trace))]
    places = np.array([token.start for token in trace.tokens])
    assert (np.diff(places) >= 0).all()
    for place in range(1, len(trace.tokens)):
        begins = trace.text[trace.tokens[place].start : trace.tokens[place].end]
        before = trace.text[trace.tokens[place].start - 1]
        letters_go_on = begins.lstrip("'")[:1].isalnum() and before.isalnum()  # don't is one word
        assert (place in tokens.continued(trace)) == letters_go_on, trace.tokens[place]
    assert joined[0] == "judice"
