"""Heavy work of a page: it waits for its turn among all visitors, and stops when its visitor has moved on."""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequestType

from headlight.frame.queue import Queue

QUEUE = Queue()  # of the whole process


@contextmanager
def turn() -> Iterator[None]:
    """Wait until no other visitor's heavy work runs; a line says how many are before this one."""
    place = st.empty()

    def waiting(before: int) -> None:
        stop_if_moved_on()
        place.caption(said(before))

    with QUEUE.turn(waiting):
        place.empty()
        yield


def said(before: int) -> str:
    """How many are before this visitor."""
    if before == 1:
        return "Someone else is measuring: you are next."
    return f"Someone else is measuring, and {before - 1} {'is' if before == 2 else 'are'} waiting before you."


def stop_if_left() -> None:
    """End this run if its visitor has left or opened another page."""
    _ = "left" in st.session_state  # where Streamlit looks whether the run is still wanted


def stop_if_moved_on() -> None:
    """End this run if its visitor has left, opened another page, or typed something newer; for between two steps.

    Streamlit ends a run by itself when the session state is asked, but lets the run of a fragment finish, even where
    the same fragment is already wanted with another text.
    """
    context = get_script_run_ctx(suppress_warning=True)
    if context is None or context.script_requests is None:
        return
    asked = context.script_requests._state
    if asked is ScriptRequestType.CONTINUE:  # asked between any two tokens of a translation, so it is to cost nothing
        return
    stop_if_left()
    if context.fragment_ids_this_run and asked is ScriptRequestType.RERUN:
        st.rerun(scope="fragment")
