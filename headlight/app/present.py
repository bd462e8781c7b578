"""A page on a projector and on paper: light or dark, one view in large type, a playlist of links by the arrow keys.

A presentation and its playlist stand in the address and follow the reader everywhere. Light or dark is Streamlit's own
`embed_options` in the address, which the browser keeps there.
"""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import streamlit as st

from headlight.app import links, stories, visit
from headlight.app.components import component, fired
from headlight.questions.plans import PLANS
from headlight.reading import assets
from headlight.state.address import AT, KEYS
from headlight.state.first_path import STOPS, VIEW
from headlight.state.places import START, is_view

_KEY = "presenter"
_OWN = ("present", "walk", "walk_at")


def begin() -> None:
    """Draw the buttons of the presenter at the top of a page, and put the page as the address says."""
    present, walk = visit.get("present"), visit.get("walk") or ""
    stops, stop = _walk()
    if present:
        st.html(f"<style>{style('present')}</style>")
    data = {
        "presenting": bool(present),
        "walk": walk,
        "offers": list(_ready()),
        "place": [min(stop, len(stops)), len(stops) if walk or stop else 0],
    }
    component(_KEY)(key=_KEY, data=data, width="content", on_wish_change=_wished)


def style(name: str) -> str:
    """The rules of a file of assets/styles; none where it cannot be read: a page works without."""
    return assets.read(f"styles/{name}.css", str, "")


def _wished() -> None:
    if wish := fired(_KEY, "wish"):
        _wish(*wish)


def _wish(wish: str, value: Any) -> None:
    """Do what the reader wants: ("present", whether), ("walk", lines), ("stop", the number of one)."""
    if wish == "stop":
        stops, _ = _walk()
        _open(stops, min(max(int(value), 1), len(stops)))
    elif wish == "present":
        visit.move(present=1 if value else None)
    elif wish == "walk":
        visit.move(walk="".join(KEYS["walk"].holds.clean([str(value)])) or None, walk_at=None)


def _ready() -> dict[str, list[str]]:
    """Playlists that are ready: lists of addresses, by what they are called, in the address too."""
    addresses = [f"/{visit.href(story.view, story.address)}" for story in stories.STORIES.values()]
    guesses = [f"/{visit.href(VIEW, {'stop': stop})}" for stop in STOPS]
    plans = {name: plan.stops for name, plan in PLANS.items()}
    return {name: stops for name, stops in {"guesses": guesses, "stories": addresses, **plans}.items() if stops}


def _walk() -> tuple[list[str], int]:
    """The addresses of the playlist, and the stop of it that is open, from 1; 0 for none yet.

    They are those that were pasted, where *Guesses* without a stop is all of its stops, or the list that was
    named; else, where a stop of the path or a story is open, the playlist goes on from there; else it is one that is
    ready, or the pages in their order.
    """
    walk, stop, ready = visit.get("walk") or "", visit.get("walk_at") or 0, _ready()
    if walk in ready:
        return ready[walk], stop
    if pasted := [line.strip() for line in walk.splitlines() if line.strip()]:
        return [address for line in pasted for address in _each(line, ready)], stop
    if visit.session().view.name == VIEW and "guesses" in ready:
        return ready["guesses"], STOPS.index(visit.get("stop") or STOPS[0]) + 1
    if story := visit.get("story"):
        return ready["stories"], list(stories.STORIES).index(story) + 1
    return next(iter(ready.values()), [f"/{visit.href(name)}" for name in links.ORDER]), stop


def _each(line: str, ready: dict[str, list[str]]) -> list[str]:
    view, query = _leads(line)
    return ready["guesses"] if view == VIEW and "stop" not in query and "guesses" in ready else [line]


def _leads(line: str) -> tuple[str, dict[str, list[str]]]:
    """The view that a line leads to, "" where it is no address of this app, and the keys behind it."""
    address = urlsplit(line)
    query = parse_qs(address.query, keep_blank_values=True)
    name = (query.get(AT) or [address.path.rstrip("/").rpartition("/")[2] or START])[-1]
    return name if is_view(name) else "", query


def _open(stops: list[str], number: int) -> None:
    """Go to a stop, from 1; a line that is no address of this app is said to be none."""
    view, query = _leads(stops[number - 1])
    session = visit.session()
    session.move(walk_at=number)
    if view:
        own_values = {key: session.get(key) for key in _OWN}
        session.follow({key: texts for key, texts in query.items() if key not in _OWN} | {AT: [view]})
        session.move(**own_values)
        return
    st.toast(f"Stop {number} is no address of this app: {stops[number - 1]}")
