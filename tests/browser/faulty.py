"""Headlight with a fault put in: its model cannot read a text with the word "fault"."""

from pathlib import Path

import streamlit as st

from headlight.frame import failures, reading
from headlight.server import start
from transformer import UNCHANGED, Intervention, Trace

as_it_is = reading.trace


def trace(text: str, change: Intervention = UNCHANGED) -> Trace:
    """As it is, but for the fault."""
    if "fault" in text:
        raise RuntimeError(f"no model can read {text}")
    return as_it_is(text, change)


reading.trace = trace
app = st.App(Path(__file__).parents[2] / "menu.py", lifespan=start.lifespan, on_script_error=failures.last_resort)
