"""The line under a picture that proves its numbers, for the sentence on screen."""

import streamlit as st

from transformer import Trace
from transformer.check import check


def show(trace: Trace, layer: int) -> None:
    """Rows sum to one, masked weights are zero, and torch's own attention gives the same."""
    result = check(trace, layer)
    if result.passed:
        st.caption(
            f"✓ rows sum to 1 · masked weights are exactly 0 · differs from torch's own attention by {result.context:.0e}"
        )
    else:
        st.error(
            f"These numbers do not add up: rows are off by {result.rows:.1e}, masked weights by {result.masked:.1e}, "
            f"and torch's own attention differs by {result.context:.1e}. Please report the sentence.",
            icon=":material/error:",
        )
