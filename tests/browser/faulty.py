"""Headlight with a fault put in: its model cannot read a text with the word "fault"."""

from pathlib import Path
from typing import Any

import streamlit as st
from starlette.middleware import Middleware

from headlight.app import failures
from headlight.reading import reader
from headlight.server import classroom, first_look, start
from transformer import Trace

as_it_is = reader.trace


def trace(model: reader.Model, text: str, *how: Any, **named: Any) -> Trace:
    """As it is, but for the fault."""
    if "fault" in text:
        raise RuntimeError(f"no model can read {text}")
    return as_it_is(model, text, *how, **named)


reader.trace = trace
app = st.App(
    Path(__file__).parents[2] / "app.py",
    lifespan=start.lifespan,
    routes=classroom.routes(),
    middleware=[Middleware(first_look.FirstLook)],
    on_script_error=failures.last_resort,
)
