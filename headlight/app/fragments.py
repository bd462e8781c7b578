"""A part of the page that is drawn alone: in its turn, for the class too, and a failure in it stays in it."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

import streamlit as st

from headlight.app import teach
from headlight.app.failures import caught
from headlight.app.queue import timed
from headlight.app.streamlit_private import stop_if_moved_on

Given = ParamSpec("Given")
_DAY = 86_400.0  # seconds


def fragment(function: Callable[Given, None], *, key: str, every: float | None = None) -> Callable[Given, None]:
    """Return a fragment of Streamlit's that waits for its turn; an exception renders a sentence in its place alone.

    With `every` the browser asks for it again after so many seconds, for as long as the page is open; else after a day.
    With no time at all Streamlit's client would not ask for the page where the line was cut for so long that the server
    has forgotten it: nothing that is set on it would be heard.
    """

    @st.fragment(key=key, run_every=every or _DAY)
    @wraps(function)
    def guarded(*args: Given.args, **kwargs: Given.kwargs) -> None:
        with timed("part") as waited, teach.shown(key), caught(function.__name__):
            if waited:
                stop_if_moved_on()  # something newer may have been typed meanwhile
            function(*args, **kwargs)

    return guarded
