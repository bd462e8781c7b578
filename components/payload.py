"""How a picture reaches the browser: its script by address, once; its numbers as one bytes object, with every key."""

import json
import math
from collections.abc import Callable
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import streamlit as st
from streamlit.components.v2.get_bidi_component_manager import get_bidi_component_manager
from streamlit.components.v2.manifest_scanner import ComponentConfig, ComponentManifest

_HERE = Path(__file__).parent
_BROWSER = _HERE / "browser"
_PACKAGE = "headlight"


@cache
def _palettes() -> dict[str, Any]:
    return json.loads((_HERE.parent / "assets" / "palette.json").read_text("utf-8"))


def pack(header: dict[str, Any], values: np.ndarray | None = None) -> bytes:
    """The header's length (uint32, little-endian), the header as UTF-8 JSON, then the array's own bytes.

    `values` is float32 (exact numbers) or uint8 (colours); its dtype is written into the header, and so are the
    colours of both grounds.
    """
    values = np.empty(0, dtype=np.uint8) if values is None else np.ascontiguousarray(values)
    text = _json({**header, "dtype": values.dtype.name, "palettes": _palettes()}).encode()
    return len(text).to_bytes(4, "little") + text + values.tobytes()


def _json(header: Any) -> str:
    """The header as JSON, which has no word for NaN and infinity: they are null there, and drawn as missing."""
    try:
        return json.dumps(header, allow_nan=False)
    except ValueError:
        return json.dumps(_finite(header), allow_nan=False)


def _finite(value: Any) -> Any:
    match value:
        case dict():
            return {key: _finite(inner) for key, inner in value.items()}
        case list() | tuple():
            return [_finite(inner) for inner in value]
        case float() if not math.isfinite(value):
            return None
    return value


class Collector(Protocol):
    """Takes a picture instead of the page: a board, which shows several as one component."""

    def add(self, name: str, html: str, key: str, data: bytes, listeners: dict[str, Callable[[], None]]) -> None:
        """Keep the picture for later."""


collector: ContextVar[Collector | None] = ContextVar("collector", default=None)


def mount(name: str, html: str, *, key: str, data: bytes, **listeners: Callable[[], None]) -> None:
    """Show the picture whose script and style are `browser/NAME.js` and `browser/NAME.css`, or hand it to a board."""
    board = collector.get()
    if board is None:
        _register()
        _component(name, html)(key=key, data=data, **listeners)
    else:
        board.add(name, html, key, data, listeners)


def _register() -> None:
    """Let Streamlit serve the scripts and styles by address.

    Given as text they would travel again with every key, ten times the bytes of the numbers. Streamlit serves files
    only for components of installed packages, so the folder is registered as it would register such a package's;
    once for each runtime, because tests make new ones.
    """
    manager = get_bidi_component_manager()
    scripts = sorted(path.stem for path in _BROWSER.glob("*.js"))
    if manager.get_component_asset_root(f"{_PACKAGE}.{scripts[0]}") is None:
        parts = [ComponentConfig(script, asset_dir="browser") for script in scripts]
        manager.register_from_manifest(ComponentManifest(_PACKAGE, "1", parts), _HERE)


@cache
def _component(name: str, html: str):
    return st.components.v2.component(f"{_PACKAGE}.{name}", html=html, css=f"{name}.css", js=f"{name}.js")
