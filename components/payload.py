"""How a picture reaches the browser: one JSON header and one array in a single bytes object, and its script."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import streamlit as st

_HERE = Path(__file__).parent
_PALETTE = _HERE.parent / "assets" / "palette.json"


def pack(header: dict[str, Any], values: np.ndarray | None = None) -> bytes:
    """The header's length (uint32, little-endian), the header as UTF-8 JSON, then the array's own bytes.

    `values` is float32 (exact numbers) or uint8 (colours); its dtype is written into the header.
    """
    values = np.empty(0, dtype=np.uint8) if values is None else np.ascontiguousarray(values)
    text = json.dumps({**header, "dtype": values.dtype.name}).encode()
    return len(text).to_bytes(4, "little") + text + values.tobytes()


@cache
def registered(name: str, html: str):
    """The Streamlit component of the folder `name`: shared script and style, then its own."""
    palette = f"const PALETTE = {json.dumps(json.loads(_PALETTE.read_text(encoding='utf-8')))};\n"
    script = (_HERE / "shared.js").read_text(encoding="utf-8") + (_HERE / name / f"{name}.js").read_text("utf-8")
    style = (_HERE / "shared.css").read_text(encoding="utf-8") + (_HERE / name / f"{name}.css").read_text("utf-8")
    return st.components.v2.component(f"headlight_{name}", html=html, css=style, js=palette + script)
