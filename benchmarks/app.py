"""The entry script of the keystroke benchmark: the real overview and an empty page on one server."""

import streamlit as st

st.navigation(
    [st.Page("../pages/overview.py", title="Overview", default=True), st.Page("empty.py", title="Empty")]
).run()
