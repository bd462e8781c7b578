"""The buttons at the top of every page, light or dark and present, and the keys that lead through a presentation."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import streamlit as st

from headlight.frame.triggers import fired

_KEY = "presenter"
_HTML = '<div class="presenter"></div>'


def presenter(
    *,
    theme: str | None,
    presenting: bool,
    walk: str,
    offers: Sequence[str],
    place: tuple[int, int],
    on_wish: Callable[[str, Any], None],
) -> None:
    """Draw the buttons, or while `presenting` the bar that says at which stop of how many the lesson is, `place`.

    `theme` is the ground that the address asks for, None where it does not; what the reader has chosen before counts
    more. `walk` are the links of the lesson, one a line, or one of `offers`, names of lists that are ready. `on_wish`
    is called with what the reader wants: ("theme", "light" or "dark"), ("present", True or False), ("walk", lines),
    ("step", 1 or -1).
    """
    data = {
        "theme": theme,
        "presenting": presenting,
        "walk": walk,
        "offers": list(offers),
        "place": list(place),
    }

    def wished() -> None:
        if wish := fired(_KEY, "wish"):
            on_wish(*wish)

    _component()(key=_KEY, data=data, width="content", on_wish_change=wished)


@cache
def _component():
    """The component, made when the first page is drawn: its files are known once Streamlit has read pyproject.toml."""
    name = "headlight-attention.presenter"
    return st.components.v2.component(name, html=_HTML, css="presenter.css", js="presenter.js")
