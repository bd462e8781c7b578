"""Show a class what the teacher sees: every board that this page draws goes into the room that was opened here."""

import base64
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import streamlit as st

from headlight.app import visit
from headlight.app.components import component, fired
from headlight.pictures import Board, standalone
from headlight.questions.school import FILES
from headlight.reading.log import log
from headlight.rooms import signed
from headlight.rooms.rooms import ROOMS
from headlight.state.places import title_of

_KEY = "teach"
_ROOM = "code of the room that this page teaches"
_PAGE = "pass of this page"
_ASKS = "whether the class is asked what this page would answer"
_SHOWN = "boards that the class sees"  # by their keys: the part of the page that drew each, and its message
_part: ContextVar[str | None] = ContextVar("the part of the page that is drawn", default=None)


def begin(playlist: str, lists: Sequence[str]) -> None:
    """Draw the button with which a teacher opens a room, and what stands under it: the playlist, and ready ones."""

    def wished() -> None:
        secret = fired(_KEY, "secret")  # of a room that the button has opened, under the caps of its address
        st.session_state[_ROOM] = ROOMS.taught(secret[:80]) if isinstance(secret, str) and secret else None

    def asked() -> None:
        st.session_state[_ASKS] = fired(_KEY, "asks") is True

    files = [[name, file.label] for name, file in FILES.items()]
    page = st.session_state.setdefault(_PAGE, signed.new(_key()))
    known = {"code": st.session_state.get(_ROOM), "page": page, "files": files, "asks": asks()}
    known |= {"playlist": playlist, "lists": lists}
    listening: dict[str, Any] = {"on_secret_change": wished, "on_asks_change": asked}
    component(_KEY)(key=_KEY, data=known, width="content", **listening)


def asks() -> bool:
    """Whether the class guesses what a picture of this page would tell."""
    return bool(st.session_state.get(_ASKS))


def page_of(given: str) -> str:
    """Return the name of an open page from its pass, on whatever replica; "" where it is none."""
    name = signed.name_in(given, _key())
    return name and f"page {name}"


def _key() -> bytes:
    return str(st.get_option("server.cookieSecret")).encode()


@contextmanager
def shown(part: str = "") -> Iterator[None]:
    """Publish the boards drawn in the `with` block to the room: of the whole page, or of a part drawn alone."""
    outer = _part.get()
    token = _part.set(part)
    try:
        if outer is None and st.session_state.get(_ROOM):
            before = st.session_state.get(_SHOWN, {})
            st.session_state[_SHOWN] = {key: drawing for key, drawing in before.items() if part and drawing[0] != part}
        yield
    finally:
        _part.reset(token)
    if outer is None and (code := st.session_state.get(_ROOM)):
        _tell(code)


def show(board: Board, key: str, message: bytes) -> None:
    """Note what is put on the page; it is told when the part of the page is done."""
    part = _part.get()
    if part is not None and st.session_state.get(_ROOM):
        st.session_state.setdefault(_SHOWN, {})[key] = part, board.text, message


def _tell(code: str) -> None:
    boards = {key: message for key, (_, _, message) in st.session_state.get(_SHOWN, {}).items()}
    texts = [text for _, text, _ in st.session_state.get(_SHOWN, {}).values() if text]
    body, header = bytearray(), dict[str, Any]()
    for key, message in boards.items():
        header[key] = [len(body), len(body) + len(message)]
        body += message
    view, state = visit.session().view, visit.state()
    about = {
        "title": title_of(view.name),
        "text": texts[0] if texts else "",
        "view": view.name,
        "state": state.written() if view.draw else "",
        "story": visit.get("story") or "",
        "pictures": standalone.pictures_of(boards.values()),
    }
    packed = standalone.packed({"boards": header}, body)
    try:
        ROOMS.write(code, {"board": base64.b64encode(packed), "about": json.dumps(about).encode()})
    except Exception as error:  # the rooms cannot be reached: the teacher's own page goes on
        log("class", error)
