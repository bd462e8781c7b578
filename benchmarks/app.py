"""The app, and at /?empty=true an empty page of the same server: the sentence box and its text, no model, no picture.

What the keystroke benchmark serves, as app.py serves the app. The box of the empty page is Streamlit's own, and it has
none of the app's styles, so that nothing of the app's can make the page slow that the app is compared with.
"""

import streamlit as st
from starlette.middleware import Middleware
from starlette.types import ASGIApp, Receive, Scope, Send

from headlight.app import page
from headlight.server import classroom, first_look, start


@st.fragment
def sentence() -> None:
    """The box, and below it what it holds."""
    st.text(st.text_input("Your sentence", key="text", live="0ms", max_chars=600, bind="query-params"))


class LookOfTheApp:
    """Around Streamlit: puts the style of the app into the page that it gives, but not into the empty one."""

    def __init__(self, app: ASGIApp) -> None:
        self._bare, self._styled = app, first_look.FirstLook(app)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on."""
        asked = self._bare if b"empty" in scope.get("query_string", b"") else self._styled
        await asked(scope, receive, send)


if __name__ != "__main__":  # `streamlit run` serves what it finds here
    app = st.App(__file__, lifespan=start.lifespan, routes=classroom.routes(), middleware=[Middleware(LookOfTheApp)])
elif "empty" in st.query_params:
    st.title("Empty")
    sentence()
else:
    page.draw()
