"""The entry script of the keystroke benchmark: every page of the app and an empty page on one server."""

import streamlit as st

from headlight.frame.contents import ORDER, START

st.navigation(
    [
        *(st.Page(f"../pages/{name}.py", title=name, url_path=name, default=name == START) for name in ORDER),
        st.Page("empty.py", title="Empty", url_path="empty"),
    ]
).run()
