"""What is private to Streamlit is as the frame expects it, in the one version that it was seen in."""

import re
from pathlib import Path

import pytest
from streamlit.errors import FragmentHandledException
from streamlit.runtime.scriptrunner import RerunData, get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.exceptions import RerunException
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequests, ScriptRequestType
from streamlit.testing.v1 import AppTest

from headlight.frame import streamlit_private

ROOT = Path(__file__).parents[2]
BROWSER = ROOT / "headlight" / "pictures" / "browser"
SOURCES = [*sorted((ROOT / "headlight").rglob("*.py")), *sorted((ROOT / "pages").rglob("*.py"))]


def test_it_stands_in_one_file() -> None:
    private = re.compile(r"streamlit\.(?:runtime|errors|error_util|web|proto)")
    assert [path.name for path in SOURCES if private.search(path.read_text("utf-8"))] == ["streamlit_private.py"]


def test_no_script_knows_its_page_and_none_replaces_what_is_the_browsers() -> None:
    hooks = re.compile(
        r"data-testid|stActiveTheme|\.st[A-Z]|\.prototype[.,]|history\.\w+State = |window\.\w+ = |WebSocket"
    )
    assert [path.name for path in sorted(BROWSER.glob("*.js")) if hooks.search(path.read_text("utf-8"))] == []


def test_what_nothing_caught_is_logged_under_the_name_that_is_filtered() -> None:
    from streamlit import error_util

    assert error_util._LOGGER.name == streamlit_private.UNCAUGHT
    assert issubclass(FragmentHandledException, Exception)


class Context:
    """As much of Streamlit's context as is asked: a fragment runs, and requests arrive."""

    def __init__(self, fragment: bool) -> None:
        self.fragment_ids_this_run = ["part"] if fragment else None
        self.script_requests = ScriptRequests()


@pytest.mark.parametrize(
    ("fragment", "asked", "stops"), [(True, True, True), (True, False, False), (False, True, False)]
)
def test_a_part_stops_when_it_is_wanted_anew(
    fragment: bool, asked: bool, stops: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    context, again = Context(fragment), []
    if asked:
        context.script_requests.request_rerun(RerunData(fragment_id="part"))
        assert context.script_requests._state is ScriptRequestType.RERUN  # Streamlit still says it so
    monkeypatch.setattr(streamlit_private, "get_script_run_ctx", lambda **_: context)
    monkeypatch.setattr("streamlit.rerun", lambda scope: again.append(scope))
    streamlit_private.stop_if_moved_on()
    assert again == (["fragment"] if stops else [])


def asks_in_the_middle() -> None:
    import streamlit as st
    from streamlit.runtime.scriptrunner import RerunData, get_script_run_ctx

    from headlight.frame import streamlit_private

    runs = st.session_state["runs"] = st.session_state.get("runs", 0) + 1
    for step in range(10):
        if runs == 1 and step == 3:
            get_script_run_ctx().script_requests.request_rerun(RerunData())
        st.session_state["steps"] = st.session_state.get("steps", 0) + 1
        streamlit_private.stop_if_moved_on()


def test_a_page_that_is_wanted_anew_stops_between_two_steps() -> None:
    page = AppTest.from_function(asks_in_the_middle).run()
    assert page.session_state["runs"] == 2 and page.session_state["steps"] == 3 + 10


def test_outside_a_page_nothing_stops() -> None:
    assert get_script_run_ctx(suppress_warning=True) is None
    streamlit_private.stop_if_moved_on()
    assert issubclass(RerunException, BaseException) and not issubclass(RerunException, Exception)
