"""Headlight: a server that loads its models before the first visitor, and the one script that runs for every visit."""

import warnings

import streamlit as st
from starlette.middleware import Middleware
from starlette.routing import Route

from headlight.app import failures, page
from headlight.server import card, classroom, first_look, guard, health, hosts, metrics, moved, school, settings, start
from transformer import TextCutWarning

if __name__ == "__main__":  # Streamlit runs this file so for every visit
    page.draw()
else:  # and `streamlit run app.py` serves what it finds here
    settings.insist_on_installation()
    warnings.simplefilter("ignore", TextCutWarning)  # pages say on the screen where a text is cut
    # At the root as well: who asks the server itself how it is knows its port, not below which path others reach it.
    about_itself = [
        Route(f"{path}{name}", answer)
        for path in dict.fromkeys(["", settings.base()])
        for name, answer in (("/health", health.answer), ("/metrics", metrics.answer))
    ]
    app = st.App(
        __file__,
        lifespan=start.lifespan,
        routes=[*about_itself, *classroom.routes(), *school.routes(), *card.routes()],
        middleware=[
            Middleware(hosts.OwnHosts),
            Middleware(guard.Guard),
            Middleware(moved.Moved),
            Middleware(first_look.FirstLook),
        ],
        on_script_error=failures.last_resort,
    )
