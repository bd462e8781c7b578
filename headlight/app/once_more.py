"""A question asked again in another sentence, after its answer; the browser keeps the share right then and before."""

from collections.abc import Callable, Mapping

import streamlit as st

from headlight.app.components import component
from headlight.state.story import Again

_FORGOTTEN = "how often the reader has had the guesses forgotten"  # in the session's state


def ask(again: Again, said: str | None, choose: Callable[[str], None], count: Callable[[], None]) -> None:
    """Draw the button that opens the second question; once that is answered it tells what is right, and the tally.

    What the reader `said` is None before that. `choose` is called with the answer, `count` draws the tally.
    """
    right = again.options[again.right - 1]
    with st.popover("Once more", width="content"):
        st.markdown(again.question)
        if said is not None:
            st.markdown(f"**✓ {right}.**" if said == right else f"✗ {said}. Right is: **{right}.**")
            return count()
        with st.container(horizontal=True, gap="small"):
            for place, option in enumerate(again.options):
                st.button(option, key=f"again_choice_{place}", on_click=choose, args=(option,))


def tally(first: Mapping[str, bool], again: Mapping[str, bool]) -> None:
    """Draw the share of all questions that was right after the answers and before, from visit to visit.

    Both say by the name of a question whether the first and the second guess were right.
    """
    data = {"first": dict(first), "again": dict(again), "forgotten": st.session_state.get(_FORGOTTEN, 0)}
    component("tally", '<p class="tally" role="status"></p>')(key="tally", data=data)


def forget() -> None:
    """Have the browser forget all that it has counted."""
    st.session_state[_FORGOTTEN] = st.session_state.get(_FORGOTTEN, 0) + 1
