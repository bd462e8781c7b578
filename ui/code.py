"""The few lines of torch or NumPy that recompute what is on screen, behind a switch under the pictures."""

from pathlib import Path

import streamlit as st

from ui import controls, failures

_CODE = Path(__file__).parent.parent / "assets" / "code"


def show(name: str = "", **of: str) -> None:
    """The snippet assets/code/`name`.py; it runs as it stands where `trace`, `layer` and `head` are given.

    Where a view has several they are given by name, each with what it computes.
    """
    if not controls.toggle("code", "Show the code", False):
        return
    for snippet, computes in ({name: ""} if name else of).items():
        with failures.left_out(f"The code of {computes}" if computes else "The code", f"code {snippet}"):
            if computes:
                st.caption(computes[0].upper() + computes[1:])
            st.code((_CODE / f"{snippet}.py").read_text("utf-8"), language="python")
