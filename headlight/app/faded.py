"""The pictures of a view stay, faded, while a sentence is half typed with which there is none."""

import streamlit as st

from headlight.pictures import Screen
from headlight.state.state import State

BEFORE = "Faded: as it was before."
LAST = "last state with pictures"  # in the session's state


def or_before(screen: Screen, state: State) -> Screen:
    """Return a board as it is where it has a picture, else its words over the last one of its view that had any."""
    if screen.has_pictures:
        st.session_state[LAST] = state.kept()
        return screen
    last: State | None = st.session_state.get(LAST)
    if last is None or last.view.name != state.view.name:
        return screen
    before = state.view.board(last)
    before.told.clear()  # of texts that are typed no more
    before.about(screen.text, screen.model)
    before.tell(" ".join((*screen.told, *(item["words"] for item in screen.items() if item["kind"] == "note"), BEFORE)))
    before.faded = True
    return before
