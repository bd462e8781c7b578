"""A page on a projector and on paper: light or dark, one view in large type, a playlist of links by the arrow keys.

A presentation and its playlist stand in the address and follow the reader everywhere. Light or dark is Streamlit's own
`embed_options` in the address, which the browser keeps there.
"""

from typing import Any

import streamlit as st

from headlight.app import links, playlist, visit
from headlight.app.components import component, fired
from headlight.reading import assets
from headlight.state.address import AT, KEYS
from headlight.state.first_path import STOPS, VIEW
from headlight.state.story import STORIES

_KEY = "presenter"
_OWN = ("present", "walk", "walk_at")


def begin() -> None:
    """Put the page as a slide, and draw the buttons of its presenter at its top."""
    st.html(f"<style>{style('present')}</style>")
    component(_KEY)(key=_KEY, data=offered(), width="content", on_wish_change=_wished)


def offered() -> dict[str, Any]:
    """Return what presenter.js draws: the buttons of a slide, or those that begin one."""
    walk, (stops, stop) = visit.get("walk") or "", _walk()
    return {
        "presenting": bool(visit.get("present")),
        "walk": walk,
        "offers": list(playlist.ready()),
        "questions": [[id, question.concept] for id, question in playlist.questions().items()],
        "place": [min(stop, len(stops)), len(stops) if walk or stop else 0],
    }


def style(name: str) -> str:
    """The rules of a file of assets/styles; none where it cannot be read: a page works without."""
    return assets.read(f"styles/{name}.css", str, "")


def _wished() -> None:
    if wished := fired(_KEY, "wish"):
        wish(*wished)


def wish(what: str, value: Any) -> None:
    """Do what the reader wants: ("present", whether), ("walk", lines), ("stop", the number of one)."""
    if what == "stop":
        stops, _ = _walk()
        _open(stops, min(max(int(value), 1), len(stops)))
    elif what == "present":
        visit.move(present=1 if value else None)
    elif what == "walk":
        visit.move(walk="".join(KEYS["walk"].holds.clean([str(value)])) or None, walk_at=None)


def _walk() -> tuple[list[str], int]:
    """The lines of the playlist, and the stop of it that is open, from 1; 0 for none yet.

    They are those that were put together, or the list that was named; else, where a stop of the path or a story is
    open, the playlist goes on from there; else it is one that is ready, or the pages in their order.
    """
    walk, stop, ready = visit.get("walk") or "", visit.get("walk_at") or 0, playlist.ready()
    if stops := playlist.stops(walk.splitlines()):
        return stops, stop
    if visit.session().view.name == VIEW and "guesses" in ready:
        return ready["guesses"], STOPS.index(visit.get("stop") or STOPS[0]) + 1
    if story := visit.get("story"):
        return ready["stories"], list(STORIES).index(story) + 1
    return next(iter(ready.values()), [f"/{visit.href(name)}" for name in links.ORDER]), stop


def _open(stops: list[str], number: int) -> None:
    """Go to a stop, from 1: of a question to the view that answers it; a line that leads nowhere is said to be none."""
    view, query = playlist.leads(stops[number - 1])
    session = visit.session()
    session.move(walk_at=number)
    if view:
        own_values = {key: session.get(key) for key in _OWN}
        session.follow({key: texts for key, texts in query.items() if key not in _OWN} | {AT: [view]})
        session.move(**own_values)
        return
    if playlist.own_of(stops[number - 1]):
        st.toast(f"Stop {number} is a question of your own: give it to the phones under Teach.")
    else:
        st.toast(f"Stop {number} is no address of this app: {stops[number - 1]}")
