"""What is private to Streamlit 1.67, in one place: what a page needs of it that it offers nobody, each with its reason.

tests/frame/test_streamlit_private.py holds each against the version that is installed. Class names of its page are in
assets/styles.
"""

import asyncio
from functools import cache
from weakref import WeakKeyDictionary

import streamlit as st
from streamlit.errors import FragmentHandledException as FragmentHandledException
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session, runtime_util
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequestType

UNCAUGHT = "streamlit.error_util"  # the log of what nothing caught, with messages that may hold what was typed
_TOGETHER = 0.05  # seconds; a key takes 10 to 20 ms on the server
_held: WeakKeyDictionary[app_session.AppSession, asyncio.TimerHandle] = WeakKeyDictionary()  # until when


def let_through(megabytes: int) -> None:
    """Send pages of so many megabytes too: of a larger one the browser would be sent nothing.

    What is set before stays where it is more. The setting itself is read anew when the server starts; what Streamlit
    keeps of it is not.
    """
    runtime_util._max_message_size_bytes = max(megabytes * 10**6, runtime_util.get_max_message_size_bytes())


def stop_if_left() -> None:
    """End this run if its visitor has left or opened another page."""
    _ = "left" in st.session_state  # where Streamlit looks whether the run is still wanted


def stop_if_moved_on() -> None:
    """End this run if its visitor has left, opened another page, or typed something newer; for between two steps.

    Streamlit ends a run by itself when the session state is asked, but lets the run of a fragment finish, even where
    the same fragment is already wanted with another text.
    """
    context = get_script_run_ctx(suppress_warning=True)
    if context is None or context.script_requests is None:
        return
    asked = context.script_requests._state
    if asked is ScriptRequestType.CONTINUE:  # asked between any two tokens of a translation, so it is to cost nothing
        return
    stop_if_left()
    if context.fragment_ids_this_run and asked is ScriptRequestType.RERUN:
        st.rerun(scope="fragment")


def read_theme_once() -> None:
    """Let what the settings say of colours be looked up once, not anew for each run: it took a tenth of a key."""
    app_session._populate_theme_msg = _tell_theme


def _tell_theme(msg: CustomThemeConfig, section: str = "theme") -> None:
    if (known := _theme(section)).ByteSize():
        msg.MergeFrom(known)


@cache
def _theme(section: str) -> CustomThemeConfig:
    _look_theme_up(message := CustomThemeConfig(), section)
    return message


_look_theme_up = app_session._populate_theme_msg


def send_together() -> None:
    """Let what a run draws be sent when it ends, or what there is after 50 ms; Streamlit sends each message by itself.

    For each that comes alone the browser goes through the whole page: a key on the start page took it 46 ms, so 36. And
    whoever sends looks only every 5 ms: asked once, when the run ends, it sends at once.
    """
    for name, own in (("_enqueue_forward_msg", _enqueue), ("flush_browser_queue", _flush)):
        setattr(app_session.AppSession, name, own)


def _enqueue(session: app_session.AppSession, message: ForwardMsg) -> None:
    """Put a message with what is to be sent, and ask for sending; of what a young run draws it is asked for later."""
    session._browser_queue.enqueue(message)
    wake = session._message_enqueued_callback
    if session._state is not app_session.AppSessionState.APP_IS_RUNNING or wake is None:
        if timer := _held.pop(session, None):
            timer.cancel()
    elif session not in _held:
        _held[session] = session._event_loop.call_later(_TOGETHER, wake)
    if wake and not _is_young(session):
        wake()


def _flush(session: app_session.AppSession) -> list[ForwardMsg]:
    """What is to be sent now, also where others have asked: nothing of a young run."""
    return [] if _is_young(session) else session._browser_queue.flush()


def _is_young(session: app_session.AppSession) -> bool:
    return session in _held and session._event_loop.time() < _held[session].when()
