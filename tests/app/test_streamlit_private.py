"""What is private to Streamlit is as the frame expects it, in the version that is installed."""

import ast
import logging
import re
from pathlib import Path
from types import ModuleType
from unittest.mock import MagicMock

import pytest
import streamlit
from PIL import ImageFont
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.testclient import TestClient
from streamlit.errors import FragmentHandledException
from streamlit.runtime.scriptrunner import RerunData, get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.exceptions import RerunException
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequests, ScriptRequestType
from streamlit.testing.v1 import AppTest
from streamlit.web.server.starlette import starlette_websocket

from headlight.app import streamlit_private
from headlight.reading.log import OneLine

ROOT = Path(__file__).parents[2]
BROWSER = ROOT / "headlight" / "pictures" / "browser"
SOURCES = sorted([*ROOT.glob("*.py"), *(ROOT / "headlight").rglob("*.py"), *(ROOT / "pages").rglob("*.py")])


PUBLIC = {"streamlit", "streamlit.components.v2", "streamlit.testing.v1"}  # modules that are meant for others
OFFERED = {"column_config", "components", "testing"}  # by `import streamlit`, though they are modules too


def private_of_streamlit(source: str) -> set[str]:
    """Return the private parts of Streamlit in a file: modules, and what begins with an underscore."""
    found, names = set[str](), set[str]()
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            of_it = [each for each in node.names if each.name.split(".")[0] == "streamlit"]
            found |= {each.name for each in of_it} - PUBLIC
            names |= {each.asname or "streamlit" for each in of_it}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "streamlit":
            found |= {each.name for each in node.names if node.module not in PUBLIC or is_private(each.name)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in names:
            found |= {node.attr} if is_private(node.attr) else set()
    return found


def is_private(name: str) -> bool:
    """Whether this name of the module `streamlit` is."""
    module = isinstance(getattr(streamlit, name, None), ModuleType)
    return name.startswith("_") or (module and name not in OFFERED)


def test_its_page_still_marks_what_stands_for_a_component_that_did_not_load() -> None:
    (name,) = re.findall(r"data-testid=(\w+)", streamlit_private.LOST_COMPONENT)
    scripts = (Path(streamlit.__file__).parent / "static").rglob("*.js")
    assert any(re.search(f"{name.removesuffix('Error')}\\b", path.read_text("utf-8")) for path in scripts)


def test_it_stands_in_one_file() -> None:
    found = {path.name for path in SOURCES if private_of_streamlit(path.read_text("utf-8"))}
    assert found == {"streamlit_private.py"}


def test_the_page_that_the_browser_is_given_first_has_one_script_in_it() -> None:
    assert len(re.findall(r"<script>(.*?)</script>", streamlit_private.page(), re.DOTALL)) == 1


def test_no_script_knows_its_page_and_none_replaces_what_is_the_browsers() -> None:
    hooks = re.compile(
        r"data-testid|stActiveTheme|\.st[A-Z]|\.prototype[.,]|history\.\w+State = |window\.\w+ = |WebSocket"
    )
    scripts = [path for path in BROWSER.glob("*/*.js") if path.parent.name not in {"engine", "live"}]
    assert len(scripts) > 70 and [path.name for path in scripts if hooks.search(path.read_text("utf-8"))] == []


def test_the_type_of_its_pages_can_be_drawn_with() -> None:
    type_ = ImageFont.truetype(streamlit_private.typeface(), 20)
    assert type_.getname() == ("SourceSans3VF", "Regular") and type_.get_variation_axes()


def test_what_nothing_caught_is_logged_under_the_name_that_is_filtered() -> None:
    from streamlit import error_util

    assert error_util._LOGGER.name == streamlit_private.UNCAUGHT
    assert issubclass(FragmentHandledException, Exception)


def test_what_a_tab_sends_that_cannot_be_read_is_one_line_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    log, one_line = logging.getLogger(streamlit_private.WEBSOCKET), OneLine()
    routes = [WebSocketRoute("/", starlette_websocket.create_websocket_handler(MagicMock()))]
    log.addFilter(one_line)
    try:
        with (
            TestClient(Starlette(routes=routes)) as client,
            client.websocket_connect("ws://localhost/") as tab,
        ):
            tab.send_bytes(b"\xff\xfe no message of a tab")
            assert tab.receive()["code"] == 1002
    finally:
        log.removeFilter(one_line)
    said = [record for record in caplog.records if record.name == streamlit_private.WEBSOCKET]
    assert [logging.Formatter().format(record).count("\n") for record in said] == [0]
    assert "DecodeError" in said[0].getMessage()


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

    from headlight.app import streamlit_private

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
