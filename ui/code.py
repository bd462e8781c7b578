"""The few lines of torch or NumPy that recompute what is on screen, one click under a picture."""

from pathlib import Path

import streamlit as st

from ui import failures

_CODE = Path(__file__).parent.parent / "assets" / "code"


def show(name: str, of: str = "") -> None:
    """The snippet assets/code/`name`.py; it runs as it stands where `trace`, `layer` and `head` are given.

    `of` says what it computes, where a page shows several.
    """
    title = f"The code of {of}" if of else "The code"
    with failures.left_out(title, f"code {name}"), st.expander(title):
        st.code((_CODE / f"{name}.py").read_text("utf-8"), language="python")
