"""The pages in reading order, for the menu."""

from collections.abc import Mapping
from pathlib import Path

import streamlit as st

from ui import kept

_PAGES = Path(__file__).parent.parent / "pages"
SECTIONS = {
    "Follow a sentence": {
        "overview": "Overview",
        "tokens": "Tokens",
        "embeddings": "Embeddings",
        "positions": "Positions",
        "attention": "Attention",
        "masking": "Masking",
        "scaling": "Scaling and softmax",
        "heads": "Heads",
        "block": "The block",
        "next_word": "Next word",
    },
    "Words and meaning": {
        "word_vectors": "Word vectors",
        "contextual": "Static and contextual",
    },
    "Attention from scratch": {
        "by_hand": "Attention by hand",
        "scoring": "Additive and dot product",
        "dense": "Dense layer and attention",
        "recurrence": "From RNN to attention",
    },
    "Experiments": {
        "scaling_lab": "Scaling lab",
        "mask_switchboard": "Mask switchboard",
        "position_twins": "Positions compared",
    },
    "Translation": {
        "translate": "Translate",
        "decoding": "Decoding",
        "encoder_decoder": "Encoder and decoder",
    },
    "The course": {
        "path": "First path",
        "glossary": "Glossary",
        "sources": "Sources",
    },
}
_ASSETS = _PAGES.parent / "assets"
_SIDEBAR = 262  # pixels
_drawn = False  # whether this server has drawn the menu for anybody yet


def navigation() -> st.Page:
    """The frame of the app: its icon, and the menu at the top. Returns the page that the address asks for.

    The menu leaves the sidebar to the dials, except on a phone, where Streamlit puts it above them.

    Pages have no icons of their own: Streamlit would fetch each from the network to show it in the browser's tab.
    """
    global _drawn
    _drawn = True
    st.set_page_config(page_icon=str(_ASSETS / "icon.png"), layout="wide", initial_sidebar_state=_SIDEBAR)
    st.logo(str(_ASSETS / "headlight.svg"), size="large")
    return st.navigation(
        {section: [_page(name) for name in pages] for section, pages in SECTIONS.items()},
        position="top",
    )


def _page(name: str) -> st.Page:
    return st.Page(_PAGES / f"{name}.py", title=title_of(name), url_path=name, default=name == "overview")


def title_of(name: str) -> str:
    """The title of a page, as the menu writes it."""
    return next(pages[name] for pages in SECTIONS.values() if name in pages)


def link(name: str, label: str, state: Mapping[str, str] | None = None) -> None:
    """A link to a page: with a `state`, as a newcomer with this address sees it; without, as from the menu."""
    st.page_link(_page(name), label=label, query_params=None if state is None else kept.link(state))


def show_if_alone() -> None:
    """Draw the menu for a page that Streamlit runs without menu.py, and run it again, then with menu.py.

    It does so once in a server's life: when the first request is a deep link, because there is a folder `pages/` beside
    menu.py and nobody has called st.navigation yet. Without this, that visitor's menu would list file names, and
    widgets drawn after it belong to menu.py, so that the next run would replace the dial that the reader is turning.
    """
    if not _drawn:
        navigation()
        st.rerun()
