"""Glossary: the words and symbols of the course, each with its meaning, its source, and the page that shows it."""

import streamlit as st

from ui import lesson, page
from ui.course import glossary

page.begin("Glossary", examples=None)
lesson.show("glossary")


@st.fragment
def terms() -> None:
    glossary.show(glossary.looked_for())


terms()
