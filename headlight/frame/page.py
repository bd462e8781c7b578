"""The frame of every page: title, question, map, views, and the way on; and what a part of a page is."""

from collections.abc import Callable
from functools import partial, wraps
from typing import ParamSpec

import streamlit as st

from headlight.frame import (
    assets,
    before_after,
    contents,
    controls,
    dials,
    failures,
    kept,
    models,
    pinned,
    present,
    reading,
    stories,
    way_back,
)
from headlight.frame.places import VIEWS

Given = ParamSpec("Given")
_STYLE = assets.FOLDER / "styles" / "page.css"


def show(
    name: str,
    *views: Callable[[], None],
    examples: Callable[[], None] | None = reading.examples,
    pins_a_head: bool = True,
) -> None:
    """Draw a page, which may run without menu.py: its title and question, its views in a row, the way on.

    Of the views, in the order of places.py, only the open one is computed. `examples` draws sentences to try, which are
    offered beside the stories; None for a page without a sentence box. `pins_a_head`: the page shows heads, and a
    button pins the chosen one.
    """
    contents.show_if_alone()
    kept.arrive(name)
    dials.were_moved()  # this run is the one that draws them anew
    title = contents.title_of(name)
    st.set_page_config(page_title=f"{title} · Headlight")
    st.html(_STYLE)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.title(title, anchor=False, width="content")
        with st.container(key="question", width="stretch"):
            st.markdown(contents.QUESTIONS[name])
        if (pins_a_head and examples is reading.examples) or kept.held(before_after.KEY):
            pinned.button()
        if examples:
            stories.offer(examples)
        present.begin()
    way_back.show(name)
    contents.show_map(name)
    stories.card()
    if len(views) == 1:
        _open(views[0])
    else:
        _open(dict(zip(VIEWS[name], views, strict=True))[controls.view("view", tuple(VIEWS[name]))])
    contents.show_neighbours(name)


def _open(view: Callable[[], None]) -> None:
    before_after.begin(view)
    models.offer()
    view()


def arithmetic() -> bool:
    """A switch under the main picture: whether scores, formulas and evidence are shown. It follows the reader."""
    return controls.toggle("arithmetic", "Show the arithmetic", False)


def arithmetic_is_shown() -> bool:
    """What that switch says, for what stands above it; before it is drawn for the first time, the address knows."""
    return bool(st.session_state.get("arithmetic", (kept.said("arithmetic") or "").lower() == "true"))


def part(draw: Callable[Given, None], every: float | None = None) -> Callable[Given, None]:
    """A decorator for a part of a page: drawn anew by itself with each key; its failure leaves the rest standing.

    Where a picture in it has moved dials, which may stand outside of it, the whole page is drawn anew. With `every` it
    is drawn anew after so many seconds too.
    """

    @partial(failures.part, every=every)
    @wraps(draw)
    def drawn(*args: Given.args, **kwargs: Given.kwargs) -> None:
        if dials.were_moved():
            st.rerun()
        draw(*args, **kwargs)
        if room := reading.room():
            with room:
                pinned.beside()

    return drawn
