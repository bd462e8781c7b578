"""What is private to Streamlit 1.67, in one place: what a page needs of it that it offers nobody, each with its reason.

tests/frame/test_streamlit_private.py holds each against the version that is installed. What the browser's side needs is
in pictures/browser/streamlit.js, its class names in assets/styles.
"""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from weakref import WeakKeyDictionary

import streamlit as st
from streamlit import runtime
from streamlit.errors import FragmentHandledException as FragmentHandledException
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session, runtime_util
from streamlit.runtime.scriptrunner import RerunData, get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequestType
from streamlit.runtime.scriptrunner_utils.script_run_context import ThreadState
from streamlit.runtime.state.session_state_proxy import get_session_state
from streamlit.web.server.starlette.starlette_websocket import is_host_allowed as is_host_allowed

UNCAUGHT = "streamlit.error_util"  # the log of what nothing caught, with messages that may hold what was typed
_TOGETHER = 0.05  # seconds; a key takes 10 to 20 ms on the server
_held: WeakKeyDictionary[app_session.AppSession, asyncio.TimerHandle] = WeakKeyDictionary()  # until when


def page() -> str:
    """The page that the browser is given before it asks for anything, with a script in it."""
    return (Path(st.__file__).parent / "static" / "index.html").read_text("utf-8")


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


def draw_part_again() -> None:
    """Draw the part of the page that is being drawn once more by itself, when this run has ended.

    `st.rerun` can ask in the run of the page for another of the page only, which would take ten times as long. And each
    run that the browser has not asked for tells it anew where controls stand that this one has put there: a box in
    which the reader has typed meanwhile had its text of before. So once this run is sent, they count as told.
    """
    context = get_script_run_ctx(suppress_warning=True)
    if context is None or context.script_requests is None:
        return
    if _is_sent(context.session_id):
        context.session_state.on_script_will_rerun(None)
    context.script_requests.request_rerun(
        RerunData(
            query_string=context.query_string,
            page_script_hash=context.page_script_hash,
            fragment_id=ThreadState.get().fragment_id,
            cached_message_hashes=context.cached_message_hashes,
            context_info=context.context_info,
        )
    )


def _is_sent(session_id: str) -> bool:
    """Wait until all that was drawn is sent, for a second at most: a run that begins takes back what was not."""
    sessions = getattr(runtime.get_instance(), "_session_mgr", None)
    found = sessions.get_active_session_info(session_id) if sessions else None
    if found is None:  # in a test of Streamlit's, which has no browser
        return True
    waiting = asyncio.wait_for(_all_sent(found.session), 1)
    with suppress(TimeoutError):
        asyncio.run_coroutine_threadsafe(waiting, found.session._event_loop).result()
        return True
    return False


async def _all_sent(session: app_session.AppSession) -> None:
    while not session._browser_queue.is_empty():
        await asyncio.sleep(runtime_util.MESSAGE_FLUSH_INTERVAL_SECS)


def stand_as_they_are() -> None:
    """In a run of a part let controls stand where they are, not where the address says that its request came with."""
    context = get_script_run_ctx(suppress_warning=True)
    if context is None or not context.fragment_ids_this_run:
        return
    with get_session_state().query_params() as parameters:
        for key in [key for key in parameters._initial_query_params if key in st.session_state]:
            del parameters._initial_query_params[key]


def went_to() -> str | None:
    """The query of the address that the browser went back or forward to; None for a run of any other origin.

    Of another page's, `st.query_params` lacks what controls of the page that was left are bound to, as the sentence.
    """
    context = get_script_run_ctx(suppress_warning=True)
    return context.query_string if context and context.is_history_navigation else None


def unbind(keys: Iterable[str]) -> list[str]:
    """Let go of the parameters that controls of the last run are bound to, which nobody else may write; their names.

    Streamlit does so itself only after a run to its end without these controls; this one ends with another run.
    """
    names = []
    with get_session_state().query_params() as parameters:
        for key in keys:
            if bound := parameters.get_binding_for_param(key):
                parameters.unbind_widget(bound.widget_id)
                names.append(key)
    return names


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
