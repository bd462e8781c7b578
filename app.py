"""Headlight's entry: a server that loads its models before the first visitor, tells its health, and runs menu.py."""

import streamlit as st
from starlette.middleware import Middleware
from starlette.routing import Route

from server import health, hosts, moved, start
from ui import failures

app = st.App(
    "menu.py",
    lifespan=start.lifespan,
    routes=[Route("/health", health.answer), *moved.routes()],
    middleware=[Middleware(hosts.OwnHosts)],
    on_script_error=failures.last_resort,
)
