"""What every page begins with: the browser's title, the name of the app, and a little space saved."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

import streamlit as st

from ui import contents, dials, failures, kept, reading

Given = ParamSpec("Given")
# Streamlit's own margins leave a fifth of a laptop's screen empty, and its captions are too pale to be read by all.
_STYLE = """
<style>
.stMainBlockContainer [data-testid="stCaptionContainer"] :is(p, li) { color: inherit; opacity: 0.7; line-height: 1.4; }
.stMainBlockContainer [data-testid="stCaptionContainer"] { color: inherit; opacity: 1; }
@media (min-width: 641px) { .stMainBlockContainer .katex-display { overflow: visible !important; } }
.stMainBlockContainer { padding: 3.9rem 2rem 3rem; max-width: 1320px; }
@media (max-width: 640px) { .stMainBlockContainer { padding-inline: 1rem; } }
.stTextInput input { font-size: 1.35rem; padding-block: 0.6rem; }
.stMainBlockContainer [data-testid="stPageLink-NavLink"] { padding-inline: 0; text-decoration: underline; }
.stMainBlockContainer h1 { font-size: 1.25rem; padding: 0; }
.stMainBlockContainer h3 { font-size: 1.05rem; padding: 0 0 0.1rem; }
</style>
"""


def begin(title: str, *, examples: Callable[[], None] | None = reading.examples) -> None:
    """Name the page in the browser's tab and at its top. Called first by every page, which may run without menu.py.

    `examples` draws the button that offers sentences to try; None for a page without a sentence box.
    """
    contents.show_if_alone()
    kept.arrive(title)
    dials.were_moved()  # this run is the one that draws them anew
    st.set_page_config(page_title=f"{title} · Headlight")
    st.html(_STYLE)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.title(title, anchor=False, width="stretch")
        if examples:
            examples()


def part(draw: Callable[Given, None]) -> Callable[Given, None]:
    """A decorator for a part of a page: drawn anew by itself with each key; its failure leaves the rest standing.

    Where a picture in it has moved dials, which may stand outside of it, the whole page is drawn anew.
    """

    @failures.part
    @wraps(draw)
    def drawn(*args: Given.args, **kwargs: Given.kwargs) -> None:
        if dials.were_moved():
            st.rerun()
        draw(*args, **kwargs)

    return drawn
