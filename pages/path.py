"""First path: ten guesses from text to next word, each answered by the model, and a link to the page that shows it."""

import streamlit as st

from ui import lesson, page, reading
from ui.course import first_path

page.begin("First path", examples=None)
lesson.show("path")
model = reading.model()


@st.fragment
def steps() -> None:
    first_path.show(model)


steps()
