"""Share: what is on the screen as a link, a QR code, a live page, a file, arrays, or lines of Python that draw it."""

import io
import tempfile
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import segno
import streamlit as st

from headlight.app import visit
from headlight.outside.live_page import VIEWS
from headlight.outside.live_page import live as page_of
from headlight.pictures import Board
from headlight.pictures.standalone import Contents, standalone
from headlight.state.places import START
from headlight.state.registry import Taken, View
from headlight.state.session import query_of
from headlight.state.state import State

CITED = "The Headlight authors. Headlight (version 0.2.0): see every number inside a small trained transformer, live."
_OPEN = "headlight_share"  # in the session: the view on which the box is open
TOOLTIP = "Link, QR code, live page, files and Python for what you see."


def open_for(view: View) -> None:
    """Open the box on a view: each run of the page draws it until its reader closes it, or one without it would."""
    st.session_state[_OPEN] = view.name


def is_open(view: View) -> bool:
    """Return whether the box is open on this view."""
    return st.session_state.get(_OPEN) == view.name


def _close() -> None:
    st.session_state.pop(_OPEN, None)


def show(view: View, state: State) -> None:
    """Draw the box with all ways to share what is on the screen; what it offers is made now."""
    st.dialog("Share what you see", width="medium", on_dismiss=_close)(partial(_choices, view, state))()


def address(state: State) -> str:
    """The link that opens what is shown, under the name by which the reader has reached this server."""
    query = query_of(state)
    return f"{visit.root()}/{query if query != '?' else ''}"


def lines(state: State) -> str:
    """The lines of Python that draw the same view: their numbers are those on the screen."""
    keys = "".join(f", {key}={value!r}" for key, value in _read(state).items())
    return f"import headlight\n\nshown = headlight.view({state.view.name!r}{keys})\nshown.numbers()"


def _read(state: State) -> dict[str, Any]:
    """Its keys with their values as they count: no text that is not read, no head past the last of the model."""
    last = {dial.key: dial.most(state) for dial in state.view.controls if dial.most}
    unread = {box.key for box in state.unread}
    return {key: min(value, last[key]) if key in last else value for key, value in state.items if key not in unread}


def seen(view: View, state: State) -> list[Board]:
    """Return the boards of a view that are on the screen: its main one, and the others where they are opened."""
    opened = {"main": True, "more": bool(state.get("more"))}
    return [view.board(state, depth) for depth in view.depths if opened.get(depth)]


def arrays(boards: Sequence[Board]) -> bytes:
    """The numbers of all pictures by their keys, as they are drawn, in NumPy's NPZ."""
    packed, pictures = io.BytesIO(), {key: drawn for board in boards for key, drawn in board.pictures().items()}
    tables = {key: rows.numbers for key, drawn in pictures.items() if (rows := drawn.rows) and rows.numbers.size}
    np.savez_compressed(packed, allow_pickle=False, **tables)
    return packed.getvalue()


def live(state: State, app: str, taken: Taken | None = None) -> bytes:
    """The live page of the same sentence and dials; of a view that it lacks, its start with the sentence.

    `app` is the address of this app, which the page leads to; `taken` is the model on the screen with its keys, where
    it is not the bundled one.
    """
    name = state.view.name if state.view.name in VIEWS else START
    read = _read(state)
    keys: Mapping[str, Any] = {key: read[key] for key in read if name == state.view.name or key == "text"}
    model, keys = taken or (None, keys)
    view = None if taken else name  # a model of the bench opens with what it has
    with tempfile.TemporaryDirectory() as folder:
        return page_of(Path(folder) / "live.html", view, model=model, app=app, **keys).read_bytes()


def _choices(view: View, state: State) -> None:
    link, file = address(state), view.name
    # Files are made now, in a fifth of a second. What Streamlit makes when a button is pressed belongs to no
    # session: two more runs, of whatever readers, let it go, often before the browser has fetched it.
    save = partial(st.download_button, on_click="ignore")
    code, ways = st.columns([38, 62])
    with code:
        st.image(segno.make(link, error="l").svg_data_uri(scale=4, border=2, light="#ffffff"), width="stretch")
    with ways:
        st.code(link, language=None, wrap_lines=True)
        if visit.is_loopback(link):
            st.caption("Only this computer can open this link. `make share` starts the app for others in your network.")
        live_model = view.take_live_model(state) if view.take_live_model else None
        save("Live page", live(state, visit.root(), live_model), "headlight.html", "text/html", key="share_live")
        whose = "with the model that you see: it" if live_model else "of 12 MB: the model"
        st.caption(f"One file {whose} runs in the reader's own browser, without a server or a network.")
    if view.draw is None:
        return
    boards = seen(view, state)
    pictures, numbers = st.columns(2)
    with pictures:
        page = standalone(Contents([board.message() for board in boards]), f"{view.title} · Headlight")
        save("Pictures (HTML)", page, f"{file}.html", "text/html", key="share_page")
    with numbers:
        save("Numbers (NPZ)", arrays(boards), f"{file}.npz", key="share_numbers")
    st.caption("The arrow above the pictures, *Take away*, saves each as PNG, some as SVG and CSV too.")
    st.markdown("The same numbers in Python:")
    st.code(lines(state), language="python")
    st.markdown("To cite Headlight:")
    st.code(CITED, language=None, wrap_lines=True)
