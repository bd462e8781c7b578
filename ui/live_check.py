"""The line under a picture that proves its numbers, for the sentence on screen."""

import streamlit as st

from transformer import Trace
from transformer.check import check
from ui import orientation


def in_words(trace: Trace, layer: int) -> str:
    """Whether rows sum to one, masked weights are zero, and torch's own attention gives the same."""
    result = check(trace, layer)
    if result.passed:
        difference = f"differs from torch's own attention by {result.context:.0e}"
        return f"✓ {orientation.line()}s sum to 1 · masked weights are exactly 0 · {difference}"
    return (
        f"✗ These numbers do not add up: {orientation.line()}s are off by {result.rows:.1e}, masked weights by "
        f"{result.masked:.1e}, and torch's own attention differs by {result.context:.1e}. Please report the sentence."
    )


def show(trace: Trace, layer: int) -> None:
    """The line on the page; an error when the check fails."""
    line = in_words(trace, layer)
    if line.startswith("✓"):
        st.caption(line)
    else:
        st.error(line)
