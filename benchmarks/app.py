"""The app with one page more, an empty one: what the keystroke benchmark serves, as app.py serves the app."""

import streamlit as st

from headlight.server import start

app = st.App("menu.py", lifespan=start.lifespan)
