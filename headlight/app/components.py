"""The components of the page: each is a script and a style of its name, and tells Python the values of its triggers."""

import hashlib
from functools import cache
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
  script ??= import(new URL("../../../{kept}/{name}.js", beside)).catch(() => import(new URL("{name}.js", beside)));
  (await script).default(component);
}};"""


@cache
def component(name: str, html: str = "", *, isolated: bool = True) -> Any:
    """The component of this name, in a frame of its own or in this one.

    It is made when it is first drawn: its files are known once pyproject.toml has been read.

    A script that Streamlit is given as a file it puts into the page anew with each message, and waits for it to load:
    up to 20 ms a key. One given in words it runs at once; this one fetches the file, once, by an address that browsers
    keep and that all components share. Beside the style, where every component has files of its own that no browser
    keeps, it is found where nothing answers there: on a server that was started anew, or not from app.py.
    """
    if st.get_option("server.fileWatcherType") == "none":
        js = _RUNNING.format(kept=kept_scripts(), name=name)
    else:  # somebody writes, and wants to see what is new
        js = f"{name}.js"
    html = html or f'<div class="{name}"></div>'
    whole = f"headlight-attention.{name}"
    return st.components.v2.component(whole, html=html, css=f"{name}.css", js=js, isolate_styles=isolated)


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
    return (st.session_state.get(key) or {}).get(trigger)
