"""The components of the page: each is a script and a style of its name, and tells Python the values of its triggers."""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, partial
from pathlib import Path
from typing import Any

import streamlit as st

from headlight.pictures import standalone
from headlight.reading.real_models import BUNDLED
from transformer.bundled.folders import MODELS

BROWSER = Path(standalone.__file__).parent / "browser"
_RUNNING = """let script;
export default async (component) => {{
  const beside = component.parentElement.querySelector("link").href;
  const kept = new URL("../../../../{kept}/components/{name}.js", beside);
  script ??= import(kept).catch(() => import(new URL("{name}.js", beside)));
  (await script).default(component);
}};"""


_parts: ContextVar[list[dict[str, Any]] | None] = ContextVar(
    "the parts of the component that is put together", default=None
)
_heard: ContextVar[str] = ContextVar("the component of which a part is called back", default="")


def component(name: str, html: str = "", *, isolated: bool = True) -> Callable[..., object]:
    """Draw a component, in a frame of its own or in the page; inside `together` it is a part of that."""
    html = html or f'<div class="{name}"></div>'

    def draw(*, key: str, data: Any, **look: Any) -> None:
        if (parts := _parts.get()) is None:
            _of_streamlit(name, html, isolated)(key=key, data=data, **look)
        else:
            listening = {name: call for name, call in look.items() if name.startswith("on_")}
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
    if st.get_option("server.fileWatcherType") == "none":
        js = _RUNNING.format(kept=kept_scripts(), name=name)
    else:  # somebody writes, and wants to see what is new
        js = f"components/{name}.js"
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
    if whole := _heard.get():
        key, trigger = whole, f"{key}_{trigger}"
    return (st.session_state.get(key) or {}).get(trigger)
