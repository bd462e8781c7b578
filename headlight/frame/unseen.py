"""A view run once more under another address, out of the reader's sight: the boards that it shows there."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from threading import Thread

from streamlit.runtime.fragment import MemoryFragmentStorage
from streamlit.runtime.scriptrunner import RerunException, StopException, add_script_run_ctx, get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.shared_run_state import SharedRunState
from streamlit.runtime.state import SafeSessionState, SessionState

from headlight.frame import failures
from headlight.pictures.board import Board, caught


def boards(view: Callable[[], None], address: str) -> dict[str, Board]:
    """What a newcomer with this address would see on the boards of a view, by their keys.

    The view runs as in a session of its own: Streamlit 1.67 finds session, address and browser of a run by its thread,
    so a thread that has others than the reader's reads that address, and sends what it draws to nobody.
    """
    reader = get_script_run_ctx()
    if not reader:
        return {}
    state = SafeSessionState(SessionState(), lambda: None)
    with state.query_params() as parameters:
        parameters.set_initial_query_params(address)
        parameters.populate_from_query_string(address)
    nobody = replace(
        reader,
        _enqueue=lambda message: None,
        query_string=address,
        session_state=state,
        fragment_storage=MemoryFragmentStorage(),
        fragment_ids_this_run=None,
        shared=SharedRunState(),
        cursors={},
        script_requests=None,
    )
    found: dict[str, Board] = {}

    def run() -> None:
        add_script_run_ctx(ctx=nobody)
        with suppress(StopException, RerunException), caught(found), failures.caught("unseen"):
            view()

    thread = Thread(target=run, name="unseen view", daemon=True)
    thread.start()
    thread.join()
    return found
