"""The components of the page: each is a script and a style of its name, and tells Python the values of its triggers."""

from functools import cache
from typing import Any

import streamlit as st

_AT_EACH_KEY = ("board", "slide")
_RUNNING = """let script;
export default async (component) => {{
  script ??= import(new URL("{file}", component.parentElement.querySelector("link").href));
  (await script).default(component);
}};"""


@cache
def component(name: str) -> Any:
    """The component of this name, made when it is first drawn: its files are known once pyproject.toml has been read.

    A script that Streamlit is given as a file it puts into the page anew with each message, and waits for it to load:
    up to 20 ms a key. One given in words it runs at once; this one fetches the file, once.
    """
    js = _RUNNING.format(file=f"{name}.js") if name in _AT_EACH_KEY else f"{name}.js"
    html = f'<div class="{name}"></div>'
    return st.components.v2.component(f"headlight-attention.{name}", html=html, css=f"{name}.css", js=js)


def fired(key: str, trigger: str) -> Any:
    """The value that a trigger was just given, by the key of its component; None where the value was let go of.

    So it is where a key is pressed or a picture clicked on a page that is being left: Streamlit still calls back, but a
    run that drew nothing has made it forget the component.
    """
    return (st.session_state.get(key) or {}).get(trigger)
