"""The frame of every page: title, question, map, views, and the way on; and what a part of a page is."""

from collections.abc import Callable
from functools import partial, wraps
from typing import ParamSpec

import streamlit as st

from ui import contents, controls, dials, failures, kept, pinned, present, reading
from ui.course import stories, way_back
from ui.places import VIEWS

Given = ParamSpec("Given")
# Streamlit's own margins leave a fifth of a laptop's screen empty, and its captions are too pale to be read by all.
# It writes white on the tags of a multiselect, which nobody can read on the amber of the dark theme.
_STYLE = """
<style>
.stMainBlockContainer [data-testid="stCaptionContainer"] :is(p, li) { color: inherit; opacity: 0.7; line-height: 1.4; }
.stMainBlockContainer [data-testid="stCaptionContainer"] { color: inherit; opacity: 1; }
@media (min-width: 641px) { .stMainBlockContainer .katex-display { overflow: visible !important; } }
.stMainBlockContainer { padding: 3.9rem 2rem 3rem; max-width: 1800px; }
@media (max-width: 640px) { .stMainBlockContainer { padding-inline: 1rem; } }
.stTextInput input { font-size: 1.35rem; padding-block: 0.6rem; }
.stMainBlockContainer [data-testid="stPageLink-NavLink"] { padding-inline: 0; text-decoration: underline; }
.stMainBlockContainer h1 { font-size: 1.25rem; padding: 0; }
@media (max-width: 640px) { div:has(> .st-key-question), .st-key-question { order: 3; flex-basis: 100%; } }
.st-key-in_the_picture { display: none; }
.st-key-question p { opacity: 0.75; }
.st-key-map { row-gap: 0; margin-top: -0.6rem; }
.st-key-map [data-testid="stPageLink-NavLink"] { min-height: 0; padding: 0; text-decoration: none; }
.st-key-map [data-testid="stPageLink-NavLink"] p { font-size: 0.85rem; }
.st-key-map > :not(:first-child)::before { content: "→"; padding: 0 0.35rem; opacity: 0.5; font-size: 0.85rem; }
.st-key-map > div { flex-direction: row; width: auto; align-items: center; }
.st-key-map [class*="st-key-here"] p { font-weight: 700; color: var(--st-primary-color); }
.st-key-lesson :is(p, li) { max-width: 75ch; }
.st-key-lesson :is(h2, h3) { font-size: 1rem; padding: 0.6rem 0 0.1rem; }
.st-key-stories a[data-testid="stPageLink-NavLink"] { text-decoration: none; }
:is(.st-key-stories, .st-key-story_card) a[data-testid="stPageLink-NavLink"] { background: none; min-height: 0; }
:is(.st-key-stories, .st-key-story_card) [data-testid="stPageLink-NavLink"] * { white-space: normal; font-weight: 400; }
.st-key-stories a[data-testid="stPageLink-NavLink"] strong { font-weight: 600; }
.st-key-stories a[data-testid="stPageLink-NavLink"]:hover { text-decoration: underline; }
.st-key-story_card { padding: 0.6rem 1rem; }
@media (max-width: 640px) { .st-key-story_card, .st-key-story_card * { row-gap: 0.2rem; } }
[data-testid="stMultiSelectTagsContainer"] span span { color: Canvas; }
.stMainBlockContainer .stCode .token { color: inherit !important; }
@media (max-width: 640px) { .stButtonGroup, .stButtonGroup div:has(> button) { flex-wrap: wrap; max-width: 100%; } }
.stMainBlockContainer h3 { font-size: 1.05rem; padding: 0 0 0.1rem; }
</style>
"""


def show(name: str, *views: Callable[[], None], examples: Callable[[], None] | None = reading.examples) -> None:
    """Draw a page, which may run without menu.py: its title and question, its views as tabs, the way on.

    Of the views, in the order of ui/places.py, only the open one is computed. `examples` draws sentences to try, which
    are offered beside the stories; None for a page without a sentence box.
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
        if examples:
            if examples is reading.examples:
                pinned.button()
            stories.offer(examples)
        present.begin()
    way_back.show(name)
    contents.show_map(name)
    stories.card()
    if len(views) == 1:
        views[0]()
    else:
        for tab, draw in zip(controls.tabs("view", tuple(VIEWS[name])).values(), views, strict=True):
            if tab.open:
                with tab:
                    draw()
    contents.show_neighbours(name)


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
                pinned.beside(reading.model())

    return drawn
