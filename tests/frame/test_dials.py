"""What a click in a picture moves, where a cell lies that nobody chose, and which chips are joined."""

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from headlight.frame import tokens, widgets
from transformer import load


@pytest.mark.parametrize(
    ("choose", "chosen", "moved"),
    [
        (widgets.choose_head, (2, 4), {"layer": 3, "head": 5}),
        (widgets.choose_cell, (3, 1), {"query": 3, "key_position": 1}),
        (widgets.choose_token, 6, {"token": 6}),
        (widgets.choose_pair, (5, 2), {"token": 5, "other_token": 2}),
    ],
)
def test_a_click_moves_the_dials_that_stand_for_it(choose, chosen, moved, monkeypatch) -> None:
    found = {}
    monkeypatch.setattr(widgets, "move", lambda **values: found.update(values))
    choose(chosen)
    assert found == moved


def a_cell() -> None:
    import numpy as np
    import streamlit as st

    pattern = np.array([[0.7, 0.2, 0.1, 0.0, 0.0], [0.1, 0.2, 0.0, 0.6, 0.1]])  # of two that look at five
    st.session_state["found"] = widgets.cell(pattern)


@pytest.mark.parametrize(
    ("address", "found"),
    [
        ({}, (1, 3)),
        ({"query": "0"}, (0, 0)),
        ({"query": "9", "key_position": "9"}, (1, 4)),
        ({"query": "0", "key_position": "3"}, (0, 3)),
    ],
)
def test_a_cell_is_the_one_chosen_or_the_heaviest_of_the_last_row(address, found) -> None:
    page = AppTest.from_function(a_cell)
    for key, value in address.items():
        page.query_params[key] = value
    assert page.run().session_state["found"] == found


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
