"""What runs for every visit of the keystroke benchmark: the menu of the app, with the empty page in it."""

import streamlit as st
from headlight.frame.contents import SECTIONS, START

pages = {
    section: [st.Page(f"../pages/{name}.py", title=name, url_path=name, default=name == START) for name in names]
    for section, names in SECTIONS.items()
}
st.navigation({**pages, "Measured": [st.Page("empty.py", title="Empty", url_path="empty")]}, position="top").run()
