"""A page on a projector and on paper: light or dark, one view in large type, a lesson of links by the arrow keys.

A presentation and its lesson stand in the address and follow the reader everywhere. Light or dark is the reader's own
choice, kept in the browser; a link with `theme=light` opens so for who has made none.
"""

from functools import cache
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import streamlit as st

from headlight.frame import assets, contents, kept, older, stories
from headlight.frame.address import KEYS, options
from headlight.frame.components import component, fired
from headlight.frame.holds import Text

_KEY = "presenter"
_OWN = ("theme", "present", "walk", "walk_at")
_GO = "stop of the walk to open"
_STYLE, *_MEDIA = (assets.FOLDER / "styles" / name for name in ("present.css", "print.css", "forced.css"))


def begin() -> None:
    """Draw the buttons of the presenter at the top of a page, and put the page as the address says."""
    theme, present, walk, walk_at = (kept.keep(key) or "" for key in _OWN)
    stops, at = _walk(walk, int(walk_at or 0))
    if step := st.session_state.pop(_GO, 0):
        _open(stops, min(max(at + step, 1), len(stops)))
    st.html(_media())
    if present:
        st.html(_STYLE)
    data = {
        "theme": theme or None,  # that the address asks for; what the reader has chosen before counts more
        "presenting": bool(present),
        "most": {name: key.holds.most for name, key in KEYS.items() if isinstance(key.holds, Text)},
        "walk": walk,
        "offers": list(_ready()),
        "place": [min(at, len(stops)), len(stops) if walk or at else 0],
    }
    component(_KEY)(key=_KEY, data=data, width="content", on_wish_change=_wished)


@cache
def _media() -> str:
    """The styles of paper and of forced colours."""
    return f"<style>{''.join(path.read_text('utf-8') for path in _MEDIA)}</style>"


def _wished() -> None:
    if wish := fired(_KEY, "wish"):
        _wish(*wish)


def _wish(what: str, value: Any) -> None:
    """What the reader wants: ("theme", "light" or "dark"), ("present", whether), ("walk", lines), ("step", 1 or -1)."""
    if what == "step":
        st.session_state[_GO] = 1 if value == 1 else -1
    elif what == "theme":
        kept.forget("theme")  # the browser keeps it from now on
    elif what == "present":
        kept.move(present=1 if value else None)
    elif what == "walk":
        kept.move(walk="".join(KEYS["walk"].holds.clean([str(value)])) or None, walk_at=None)


def _ready() -> dict[str, list[str]]:
    """Lessons that are ready: lists of addresses, by what they are called, in the address too."""
    told = [f"/{story.view}?{urlencode(story.address)}" for story in stories.STORIES.values()]
    guesses = [f"/path?stop={stop}" for stop in options("stop")] if "stop" in KEYS else []
    return {name: stops for name, stops in {"guesses": guesses, "stories": told}.items() if stops}


def _walk(walk: str, walk_at: int) -> tuple[list[str], int]:
    """The addresses of the lesson, and the stop of it that is open, from 1; 0 for none yet.

    They are those that were pasted, or the list that was named; else, where a stop of the path or a story is open, the
    lesson goes on from there; else it is one that is ready, or the pages in their order.
    """
    ready = _ready()
    if walk in ready:
        return ready[walk], walk_at
    if pasted := [line.strip() for line in walk.splitlines() if line.strip()]:
        return pasted, walk_at
    if kept.open_view().page == "path" and "guesses" in ready:
        every = [str(stop) for stop in options("stop")]
        return ready["guesses"], every.index(kept.text_of("stop") or every[0]) + 1
    if story := kept.keep("story"):
        return ready["stories"], list(stories.STORIES).index(story) + 1
    return next(iter(ready.values()), [f"/{name}" for name in contents.ORDER]), walk_at


def _open(stops: list[str], number: int) -> None:
    """Go to a stop, from 1; a line that is no address of this app is said to be none."""
    there = urlsplit(stops[number - 1])
    name = there.path.rstrip("/").rpartition("/")[2] or contents.START
    kept.write("walk_at", str(number))
    view, keys = older.today(name, parse_qs(there.query, keep_blank_values=True))
    if view in contents.VIEWS:
        contents.go(view, {key: texts for key, texts in keys.items() if key not in _OWN})
    st.toast(f"Stop {number} is no address of this app: {stops[number - 1]}")
