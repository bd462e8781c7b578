"""The visitor whose run this is: their session, what it says, and what changes it and draws the page anew."""

import ipaddress
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import streamlit as st

from headlight.state.address import AT
from headlight.state.places import view_of
from headlight.state.session import MODEL as MODEL
from headlight.state.session import Session
from headlight.state.state import State, written

SESSION = "session"  # where Streamlit keeps it
ORIENTATION = "orientation"
CODE = "code"  # whose switch stands with those of the pictures, and opens what follows no key


def session() -> Session:
    """Return the session of this visitor, begun with the address that they came with."""
    if SESSION not in st.session_state:
        query = {name: st.query_params.get_all(name) for name in st.query_params}
        st.session_state[SESSION] = Session(query)
        if AT in query and not view_of(query[AT][-1]):
            st.toast("This address names no view of Headlight, so here is Start.")
    return st.session_state[SESSION]


def state() -> State:
    """Return what is set in the open view."""
    return session().state


def get(key: str) -> Any:
    """Return what a key stands at; None where it is not set."""
    return session().get(key)


def move(**values: Any) -> None:
    """Set keys, in a callback; None puts one back.

    The part of the page with the pictures is drawn anew in any case; the whole page where one of the keys has a control
    outside of it, or where the view begins or ends to ask.
    """
    with _redrawn(values):
        session().move(**values)


def choose(**values: Any) -> None:
    """Set keys by a choice in a picture, in a callback."""
    with _redrawn(values):
        session().choose(**values)


def hear(texts: Mapping[str, str], after: int) -> None:
    """Hear what was typed into boxes, in a callback; see `Session.type`."""
    with _redrawn(()):
        session().type(texts, after)


@contextmanager
def _redrawn(keys: Iterable[str]) -> Iterator[None]:
    """Draw the whole page where the block moves one of these keys whose control is in its menu, or under the pictures.

    Where the view asked before and does not afterwards, what is around the pictures comes.
    """
    asked = session().asks
    yield
    if session().asks != asked or not {MODEL, ORIENTATION, CODE}.isdisjoint(keys):
        st.rerun()


def go(view: str, keys: Mapping[str, Any] | None = None) -> None:
    """Open a view, in a callback: as it was left, or with `keys` as a newcomer with these sees it."""
    if keys is None:
        session().go(view)
    else:
        session().follow({"at": [view]} | {key: written(value) for key, value in keys.items()})
    st.rerun()


def went_to(address: str, number: int) -> None:
    """Stand where the browser went back or forward to, in a callback; `number` counts its steps."""
    session().went_to(_query(address), int(number))
    st.rerun()


def resumed(address: str, number: int) -> None:
    """Stand where a page of the browser does that another session knew, in a callback; `number` counts its steps."""
    session().resume(_query(address), int(number))
    st.rerun()


def _query(address: str) -> dict[str, list[str]]:
    return parse_qs(str(address).removeprefix("?"), keep_blank_values=True)


def root() -> str:
    """Return the address of the app as this visitor has reached it."""
    return (st.context.url or "").partition("?")[0].rstrip("/")


def is_loopback(address: str) -> bool:
    """Return whether an address leads to the computer itself that opens it."""
    host = urlsplit(address).hostname or "localhost"
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def href(view: str, keys: Mapping[str, Any] | None = None) -> str:
    """Return the address of a view relative to that of the app: with `keys`, or as it stands when nothing is set."""
    return "?" + urlencode({"at": view} | {key: written(value) for key, value in (keys or {}).items()}, doseq=True)
