"""Headlight: a server that loads its models before the first visitor, and the one script that runs for every visit."""

import warnings

import streamlit as st
from starlette.middleware import Middleware
from starlette.routing import Route

from headlight.frame import failures, page
from headlight.server import classroom, guard, health, hosts, metrics, moved, start
from transformer import TextCutWarning

if __name__ == "__main__":  # Streamlit runs this file so for every visit
    page.draw()
else:  # and `streamlit run app.py` serves what it finds here
    warnings.simplefilter("ignore", TextCutWarning)  # pages say on the screen where a text is cut
    app = st.App(
        __file__,
        lifespan=start.lifespan,
        routes=[
            Route("/health", health.answer),
            Route("/metrics", metrics.answer),
            *moved.routes(),
            *classroom.routes(),
        ],
        middleware=[Middleware(hosts.OwnHosts), Middleware(guard.Guard)],
        on_script_error=failures.last_resort,
    )
