"""What runs for every visit of the keystroke benchmark: the page of the app, or at `/?at=empty` the empty one."""

import runpy
from pathlib import Path

import streamlit as st

from headlight.app import page

if st.query_params.get("at") == "empty":
    runpy.run_path(str(Path(__file__).with_name("empty.py")))
else:
    page.draw()
