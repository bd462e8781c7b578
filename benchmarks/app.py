"""The app, and at /?empty=true an empty page of the same server: the sentence box and its text, no model, no picture.

What the keystroke benchmark serves, as app.py serves the app. The box of the empty page is Streamlit's own, so that
nothing of the app's can make the page slow that the app is compared with.
"""

import streamlit as st

from headlight.app import page
from headlight.server import start


@st.fragment
def sentence() -> None:
    """The box, and below it what it holds."""
    st.text(st.text_input("Your sentence", key="text", live="0ms", max_chars=600, bind="query-params"))


if __name__ != "__main__":  # `streamlit run` serves what it finds here
    app = st.App(__file__, lifespan=start.lifespan)
elif "empty" in st.query_params:
    st.title("Empty")
    sentence()
else:
    page.draw()
