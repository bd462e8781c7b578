"""The components of the page: each is a script and a style of its name, and tells Python the values of its triggers."""

import hashlib
import secrets
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, partial
from typing import Any

import streamlit as st

from headlight.pictures.scripts import BROWSER
from headlight.reading.real_models import BUNDLED
from transformer.bundled.folders import MODELS

_RUNNING = """let scripts;
export default async (component) => {{
  const beside = component.parentElement.querySelector("link").href;
  const from = (place, name) => import(new URL(`${{place}}${{name}}.js`, beside));
  const load = (name) => from("../../../../{kept}/components/", name).catch(() => from("", name));
  scripts ??= Promise.all(["{name}", "line"].map(load));
  const [script, line] = await scripts;
  script.default(line.through(component));
}};"""
_WRITTEN = "class/scripts/now"  # no version, so that browsers keep nothing
_NUMBERS, _SESSION = "numbers of the browser's messages", "mark of this session"
_KEPT = 16  # of these: a browser waits for the answer to few at once


_parts: ContextVar[list[dict[str, Any]] | None] = ContextVar(
    "the parts of the component that is put together", default=None
)
_heard: ContextVar[str] = ContextVar("the component of which a part is called back", default="")


def component(name: str, html: str = "", *, isolated: bool = True) -> Callable[..., object]:
    """Draw a component, in a frame of its own or in the page; inside `together` it is a part of that."""
    html = html or f'<div class="{name}"></div>'

    def draw(*, key: str, data: Any, **look: Any) -> None:
        listening = {name: call for name, call in look.items() if name.startswith("on_")}
        if (parts := _parts.get()) is None:
            for event, call in listening.items():
                look[event] = partial(_once, key, event.removeprefix("on_").removesuffix("_change"), call)
            _of_streamlit(name, html, isolated)(key=key, data=data, **look)
        else:
            parts.append({"name": name, "key": key, "html": html, "data": data, "listening": listening})

    return draw


def part(key: str, html: str) -> None:
    """A part without a script, inside `together`: its words are those of the page."""
    parts = _parts.get()
    assert parts is not None, "a part is drawn inside `together`"
    parts.append({"name": "", "key": key, "html": html, "data": None, "listening": {}})


@contextmanager
def together(key: str, **look: Any) -> Iterator[None]:
    """Put the components of the `with` block on the page as one, for Streamlit draws each anew with each key.

    Each has a frame of its own inside of it, and is called and tells its triggers as it would alone.
    """
    token = _parts.set(parts := [])
    try:
        yield
    finally:
        _parts.reset(token)
    listening = {}
    for each in parts:
        for name, call in each.pop("listening").items():
            listening[f"on_{each['key']}_{name.removeprefix('on_')}"] = partial(_tell, key, call)
    component("parts", isolated=False)(key=key, data={"parts": parts}, **look, **listening)


def _tell(key: str, call: Callable[[], object]) -> None:
    """Call back a part of the component of this key."""
    token = _heard.set(key)
    try:
        call()
    finally:
        _heard.reset(token)


@cache
def _of_streamlit(name: str, html: str, isolated: bool) -> Any:
    """Return the component as Streamlit knows it.

    It is made when it is first drawn: its files are known once pyproject.toml has been read.

    A script that Streamlit is given as a file it puts into the page anew with each message, and waits for it to load:
    up to 20 ms a key. One given in words it runs at once; this one fetches the file, once, by an address that browsers
    keep and that all components share. Beside the style, where every component has files of its own that no browser
    keeps, it is found where nothing answers there: on a server that was started anew, or not from app.py.
    """
    written = st.get_option("server.fileWatcherType") != "none"  # by somebody who wants to see what is new
    js = _RUNNING.format(kept=_WRITTEN if written else kept_scripts(), name=name)
    whole = f"headlight-attention.{name}"
    return st.components.v2.component(whole, html=html, css=f"components/{name}.css", js=js, isolate_styles=isolated)


@cache
def kept_scripts() -> str:
    """The address of all scripts and styles, from the root of the server: it says their version."""
    texts = b"".join(path.read_bytes() for path in [*sorted(BROWSER.rglob("*.*")), MODELS / BUNDLED / "SHA256SUMS"])
    return f"class/scripts/{hashlib.blake2b(texts, digest_size=6).hexdigest()}"


def fired(key: str, trigger: str) -> Any:
    """Return the value that a trigger was just given, or None if its component was unmounted before the callback.

    So it is where a key is pressed or a picture clicked on a page that is being left: Streamlit still calls back, but a
    run that drew nothing has made it forget the component.
    """
    return (_message(key, trigger) or {}).get("value")


def heard() -> dict[str, Any]:
    """Return what line.js waits for: numbers of messages that have come, and what tells this session from another."""
    return {"heard": list(st.session_state.get(_NUMBERS, ())), "session": _session()}


def _session() -> str:
    return st.session_state.setdefault(_SESSION, secrets.token_hex(4))


def _once(key: str, trigger: str, call: Callable[[], object]) -> None:
    """Call back for a message that was not heard before, and was not told to a session that is gone."""
    message = _message(key, trigger) or {}
    number = message.get("number")
    numbers = st.session_state.setdefault(_NUMBERS, deque(maxlen=_KEPT))
    if isinstance(number, int) and number not in numbers and message.get("session") in (None, _session()):
        numbers.append(number)
        call()


def _message(key: str, trigger: str) -> dict[str, Any] | None:
    """Read a trigger of line.js: its value, and the number of the message."""
    if whole := _heard.get():
        key, trigger = whole, f"{key}_{trigger}"
    message = (st.session_state.get(key) or {}).get(trigger)
    return message if isinstance(message, dict) else None
