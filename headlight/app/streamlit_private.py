"""Private parts of Streamlit 1.66 and 1.67, in one place, each with the reason for it.

Numbers as #6140 are issues at github.com/streamlit/streamlit that would make a part needless.
tests/app/test_streamlit_private.py holds each against the version that is installed. Class names of its page are in
assets/styles.
"""

from collections.abc import Callable
from pathlib import Path

import streamlit as st

# A fragment's failure that was said where it happened; there is no public name for it.
from streamlit.errors import FragmentHandledException as FragmentHandledException
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequestType
from streamlit.web.server.starlette import starlette_websocket

# Streamlit asks for its websocket alone (#16147) whether a name is its own; we ask for every route.
_IS_HOST_ALLOWED = "is_host_allowed" if hasattr(starlette_websocket, "is_host_allowed") else "_is_host_allowed"  # 1.66
is_host_allowed: Callable[[str | None], bool] = getattr(starlette_websocket, _IS_HOST_ALLOWED)

UNCAUGHT = "streamlit.error_util"  # the log of what nothing caught, with messages that may hold what was typed: #3426

WEBSOCKET = starlette_websocket.__name__  # the log of its line to a tab, with a stack for each message it cannot read

# Selects what stands in the place of a component whose style or script did not load; Streamlit tells nobody, and leaves
# it so for good. Of ours no element has this mark.
LOST_COMPONENT = "[data-testid=stAlertContentError]"


def page() -> str:
    """The page that the browser is given before it asks for anything, with a script in it: #6140."""
    return (Path(st.__file__).parent / "static" / "index.html").read_text("utf-8")


def typeface() -> str:
    """The file of the type of its pages, for a picture that no browser draws; its name ends with a version."""
    (file,) = (Path(st.__file__).parent / "static" / "static" / "media").glob("SourceSansVF-Upright.*.woff2")
    return str(file)


def stop_if_left() -> None:
    """End this run if its visitor has left or opened another page."""
    _ = "left" in st.session_state  # where Streamlit looks whether the run is still wanted


def stop_if_moved_on() -> None:
    """End this run if its visitor has left, opened another page, or typed something newer; for between two steps.

    Streamlit ends a run by itself when the session state is asked, but lets the run of a fragment finish, even where
    the same fragment is already wanted with another text: #11030.
    """
    context = get_script_run_ctx(suppress_warning=True)
    if context is None or context.script_requests is None:
        return
    request = context.script_requests._state
    if request is ScriptRequestType.CONTINUE:  # asked between any two tokens of a translation, so it is to cost nothing
        return
    stop_if_left()
    if context.fragment_ids_this_run and request is ScriptRequestType.RERUN:
        st.rerun(scope="fragment")
