"""Headlight's entry: a server that loads its models before the first visitor, tells its health, and runs menu.py."""

import streamlit as st
from starlette.routing import Route

from headlight.frame import failures
from headlight.server import health, moved, start

app = st.App(
    "menu.py",
    lifespan=start.lifespan,
    routes=[Route("/health", health.answer), *moved.routes()],
    on_script_error=failures.last_resort,
)
