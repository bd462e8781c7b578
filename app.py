"""Headlight's entry: a server that loads its models before the first visitor, tells its health, and runs menu.py."""

import warnings

import streamlit as st
from starlette.middleware import Middleware
from starlette.routing import Route

from headlight.frame import failures
from headlight.server import classroom, guard, health, hosts, metrics, moved, start
from transformer import TextCutWarning

warnings.simplefilter("ignore", TextCutWarning)  # pages say on the screen where a text is cut

app = st.App(
    "menu.py",
    lifespan=start.lifespan,
    routes=[Route("/health", health.answer), Route("/metrics", metrics.answer), *moved.routes(), *classroom.routes()],
    middleware=[Middleware(hosts.OwnHosts), Middleware(guard.Guard)],
    on_script_error=failures.last_resort,
)
