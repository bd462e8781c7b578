"""The pages in reading order, for the menu, for the map of the model and for the way from one to the next."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NoReturn

import streamlit as st

from headlight.frame import kept, places
from headlight.frame.address import RECAP
from headlight.views.path.first_path import STEPS

_PAGES = Path(__file__).parents[2] / "pages"
START = "start"  # the page at the root of the address
_PATH, _FROM = "path", "from_stop"
# The way of a sentence through the model, in the words of the map; where a word stands before a page, it is no link.
FLOW: Mapping[str, str] = {
    "start": "text",
    "tokens": "tokens",
    "embeddings": "embeddings",
    "positions": "positions",
    "attention": "attention",
    "masking": "mask",
    "scaling": "softmax",
    "heads": "heads",
    "block": "block",
    "next_word": "next word",
}
SECTIONS = {  # of the menu
    "": ("start", "path", "all_heads"),
    "Follow a sentence": tuple(FLOW)[1:],
    "Further": ("learning", "translate", "why_attention", "real"),
    "Look up": ("glossary", "sources"),
}
_ASSETS = _PAGES.parent / "assets"
_SIDEBAR = 262  # pixels
_drawn = False  # whether this server has drawn the menu for anybody yet
ORDER = [name for pages in SECTIONS.values() for name in pages]
VIEWS = [short for page in ORDER for short in places.VIEWS.get(page, {"": page}).values()]  # their short addresses


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
    return st.Page(_PAGES / f"{name}.py", title=title_of(name), url_path=name, default=name == START)


# As links name them: each new one asks the disk for every folder above its file. The menu marks its own as open.
_linked = cache(_page)


def title_of(name: str) -> str:
    """The title of a page, as the menu writes it; of a view, that of its page and its own."""
    page, view = places.place_of(name)
    title = places.PAGES[page].title
    return f"{title}: {view}" if view else title


def link(name: str, label: str, state: Mapping[str, str] | None = None) -> None:
    """A link to a page, or by its short address to a view of one.

    With a `state` it shows what a newcomer with this address sees; without, what the menu would open.
    """
    page, view = places.place_of(name)
    if view:
        state = {"view": view} | dict(state or {})
    st.page_link(_linked(page), label=label, query_params=None if state is None else kept.link(state))


def go(name: str, state: Mapping[str, str | Sequence[str]]) -> NoReturn:
    """Open a page, or by its short address a view, as a link with this state would."""
    page, view = places.place_of(name)
    st.switch_page(_page(page), query_params=kept.link({"view": view, **state} if view else state))


def root() -> str:
    """The address of the app, as this reader has reached it.

    Streamlit puts the page's name where that of the page before it stood, and takes the shorter one off where two names
    end alike: of `why_attention` it leaves `why_`.
    """
    root = (st.context.url or "").removesuffix(f"/{kept.open_view().page}")
    for longer in ORDER:
        for shorter in ORDER:
            if longer != shorter and longer.endswith(shorter):
                root = root.removesuffix(f"/{longer.removesuffix(shorter)}")
    return root


def show_map(name: str) -> None:
    """The way of a sentence through the model, each step a link; the one that the page is about stands out."""
    if name == START or name not in FLOW:
        return
    with st.container(horizontal=True, gap=None, key="map"):
        for step, label in FLOW.items():
            with st.container(width="content", key=f"{'here' if step == name else 'step'}_{step}"):
                link(step, label)


def show_neighbours(name: str) -> None:
    """Links to the page before this one in reading order and to the one after it; the start has its own."""
    if name == START:
        return
    at = ORDER.index(name)
    with st.container(horizontal=True, horizontal_alignment="distribute", key="neighbours"):
        for arrow, place in (("← {}", at - 1), ("{} →", at + 1)):
            if 0 <= place < len(ORDER):
                link(ORDER[place], arrow.format(title_of(ORDER[place])))


def show_way_back(page: str) -> None:
    """The bar on a page that a stop of the path led to: what was asked there, and the ways; on the path, forget it."""
    if page == _PATH:
        kept.forget(_FROM)
        return
    came_from = kept.keep(_FROM)
    if came_from is None or int(came_from) > len(STEPS):
        return
    number = int(came_from)
    after = str(number + 1) if number < len(STEPS) else RECAP
    with st.container(horizontal=True, gap="small", vertical_alignment="center", key="way_back"):
        st.markdown(f"**Stop {number} of {len(STEPS)}** · {STEPS[number - 1].question}", width="stretch")
        for label, stop in (("← Back to the stop", came_from), ("Recap →" if after == RECAP else "Next stop →", after)):
            st.page_link(_linked(_PATH), label=label, query_params={"stop": stop})  # the path as it was left
        st.button("Leave", key="leave_path", on_click=kept.forget, args=(_FROM,), type="tertiary")


def show_if_alone() -> None:
    """Draw the menu for a page that Streamlit runs without menu.py, and run it again, then with menu.py.

    It does so once in a server's life: when the first request is a deep link, because there is a folder `pages/` beside
    menu.py and nobody has called st.navigation yet. Without this, that visitor's menu would list file names, and
    widgets drawn after it belong to menu.py, so that the next run would replace the dial that the reader is turning.
    """
    if not _drawn:
        navigation()
        st.rerun()
