"""What is private to Streamlit is as the frame expects it, in the one version that it was seen in."""

import ast
import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
import streamlit
from streamlit import config
from streamlit.errors import FragmentHandledException
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg, ForwardMsgMetadata, RunIdentity
from streamlit.proto.NewSession_pb2 import NewSession
from streamlit.proto.PageInfo_pb2 import PageInfo
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime import app_session, runtime_util
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue
from streamlit.runtime.scriptrunner import RerunData, get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.exceptions import RerunException
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequests, ScriptRequestType
from streamlit.testing.v1 import AppTest

from headlight.frame import found, streamlit_private

ROOT = Path(__file__).parents[2]
BROWSER = ROOT / "headlight" / "pictures" / "browser"
SOURCES = sorted([*ROOT.glob("*.py"), *(ROOT / "headlight").rglob("*.py"), *(ROOT / "pages").rglob("*.py")])
FIELDS = {
    "RERUN": (BackMsg, "rerun_script"),
    "QUERY": (ClientState, "query_string"),
    "WIDGETS": (ClientState, "widget_states"),
    "PAGE_ASKED": (ClientState, "page_script_hash"),
    "PART": (ClientState, "fragment_id"),
    "CACHED": (ClientState, "cached_message_hashes"),
    "METADATA": (ForwardMsg, "metadata"),
    "BEGUN": (ForwardMsg, "new_session"),
    "ENDED": (ForwardMsg, "script_finished"),
    "RUN": (ForwardMsgMetadata, "run"),
    "PARTS": (RunIdentity, "fragment_ids"),
    "PAGE_RUN": (NewSession, "page_script_hash"),
    "ADDRESS": (ForwardMsg, "page_info_changed"),
    "SEARCH": (PageInfo, "query_string"),
}
TRIGGERS = ("trigger_value", "string_trigger_value", "json_trigger_value")


def test_it_was_seen_in_the_version_that_is_installed() -> None:
    """With another one look at each line of both files anew, then write its number here."""
    assert streamlit.__version__ == "1.67.0"
    for file in (ROOT / "headlight" / "frame" / "streamlit_private.py", BROWSER / "streamlit.js"):
        assert "private to Streamlit 1.67" in file.read_text("utf-8").split("\n\n")[0]


PUBLIC = {"streamlit", "streamlit.components.v2", "streamlit.testing.v1"}  # modules that are meant for others
OFFERED = {"column_config", "components", "testing"}  # by `import streamlit`, though they are modules too


def private_of_streamlit(source: str) -> set[str]:
    """What a file takes of Streamlit that is not meant for others: modules, and what begins with an underscore."""
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


def test_it_stands_in_one_file_of_python_and_one_of_the_browser() -> None:
    found = {path.name for path in SOURCES if private_of_streamlit(path.read_text("utf-8"))}
    assert found == {"streamlit_private.py"}
    hooks = re.compile(r"data-testid|stActiveTheme|\.st[A-Z]|\.prototype, \"|pushState")
    assert [path.name for path in BROWSER.glob("*.js") if hooks.search(path.read_text("utf-8"))] == ["streamlit.js"]


@pytest.mark.parametrize(
    "source",
    [
        "from streamlit.web.server.starlette.starlette_websocket import is_host_allowed",
        "import streamlit\nprint(streamlit.__file__)",
        "import streamlit as st\nst.config.get_option('server.port')",
        "from streamlit import config",
        "import streamlit.config",
        "import streamlit.proto.BackMsg_pb2 as told",
        "def later():\n    from streamlit.errors import StreamlitAPIException",
    ],
)
def test_whatever_is_private_is_found(source: str) -> None:
    assert private_of_streamlit(source)


@pytest.mark.parametrize(
    "source",
    [
        "import streamlit as st\nst.get_option('server.port'), st.components.v2.component, st.text, st.App",
        "from streamlit.testing.v1 import AppTest\nfrom streamlit.components.v2 import component",
        "import streamlitish.config",
    ],
)
def test_what_streamlit_offers_is_not(source: str) -> None:
    assert not private_of_streamlit(source)


def test_the_page_that_the_browser_is_given_first_has_one_script_in_it() -> None:
    assert len(re.findall(r"<script>(.*?)</script>", streamlit_private.page(), re.DOTALL)) == 1


def test_the_browser_knows_the_messages_of_this_streamlit() -> None:
    said = dict(re.findall(r"\b([A-Z_]+) = (\d+)[,;]", (BROWSER / "streamlit.js").read_text("utf-8")))
    for name, (message, field) in FIELDS.items():
        assert int(said[name]) == message.DESCRIPTOR.fields_by_name[field].number, name
    assert int(said["EARLY"]) == ForwardMsg.FINISHED_EARLY_FOR_RERUN
    triggers = [WidgetState.DESCRIPTOR.fields_by_name[name].number for name in TRIGGERS]
    assert f"TRIGGERS = {triggers};" in (BROWSER / "streamlit.js").read_text("utf-8")


def two_boxes() -> None:
    import streamlit as st

    from headlight.frame import streamlit_private

    if st.session_state.get("again"):
        st.session_state["names"] = streamlit_private.unbind(["text", "layer", "head"])
        st.query_params["text"] = "ours now"
        st.stop()
    st.text_input("one", key="text", bind="query-params")
    st.slider("another", 1, 3, key="layer", bind="query-params")


def test_controls_let_go_of_their_parameters() -> None:
    page = AppTest.from_function(two_boxes).run()
    page.session_state["again"] = True
    page.run()
    assert not page.exception
    assert page.session_state["names"] == ["text", "layer"]
    assert page.query_params["text"] == "ours now"


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


def test_a_theme_that_is_looked_up_once_is_told_as_streamlit_tells_it(monkeypatch: pytest.MonkeyPatch) -> None:
    ask = app_session.AppSession._create_new_session_message
    assert "_populate_theme_msg" in ask.__code__.co_names
    sections = ("", ".light", ".dark", ".sidebar", ".light.sidebar", ".dark.sidebar")

    def told() -> NewSession:
        message = NewSession()
        for section in sections:
            part = message.custom_theme
            for name in section.split(".")[1:]:
                part = getattr(part, name)
            app_session._populate_theme_msg(part, f"theme{section}")
        return message

    monkeypatch.setattr(app_session, "_populate_theme_msg", streamlit_private._look_theme_up)
    before = told()
    streamlit_private.read_theme_once()
    assert told() == before == told()
    assert before.custom_theme.dark.primary_color == "#ffb938"
    assert not before.custom_theme.HasField("sidebar")


def test_a_page_of_matrices_of_a_long_text_is_let_through_and_no_setting_is_lowered(monkeypatch) -> None:
    before = config.get_option("server.maxMessageSize") * 10**6
    monkeypatch.setattr(runtime_util, "_max_message_size_bytes", before)  # as Streamlit keeps it from its first message
    streamlit_private.let_through(found.megabytes(found.FEWEST))
    assert runtime_util.get_max_message_size_bytes() == before, "48 tokens fit into what is set"
    streamlit_private.let_through(found.megabytes(1024))
    room = runtime_util.get_max_message_size_bytes()
    assert room > 9 * 4 * 1024**2 + 10**6, "nine heads side by side, in single floats"
    streamlit_private.let_through(3)
    assert runtime_util.get_max_message_size_bytes() == room


class Loop:
    """An event loop whose clock stands until it is moved."""

    def __init__(self) -> None:
        self.now, self.timers = 0.0, list[asyncio.TimerHandle]()

    def time(self) -> float:
        return self.now

    def call_later(self, seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        self.timers.append(asyncio.TimerHandle(self.now + seconds, call, (), self))
        return self.timers[-1]

    def get_debug(self) -> bool:
        return False

    def _timer_handle_cancelled(self, timer: asyncio.TimerHandle) -> None:
        self.timers.remove(timer)


class Session:
    """As much of a visitor's session as is asked: whether a script runs, what it has drawn, who sends it."""

    def __init__(self, loop: Loop) -> None:
        self._state, self._browser_queue = app_session.AppSessionState.APP_NOT_RUNNING, ForwardMsgQueue()
        self._event_loop, self._message_enqueued_callback, self.asked = loop, self.ask, 0

    def ask(self) -> None:
        self.asked += 1

    def sends(self, words: str, *, on: bool) -> int:
        """One message more from a script that goes `on` or has ended; how many messages whoever sends would find.

        Sending is asked for once where there are some, else never.
        """
        states = app_session.AppSessionState
        self._state, before = states.APP_IS_RUNNING if on else states.APP_NOT_RUNNING, self.asked
        message = ForwardMsg()
        message.delta.new_element.text.body = words
        message.metadata.delta_path[:] = [0, len(self._browser_queue)]
        app_session.AppSession._enqueue_forward_msg(self, message)
        found = len(app_session.AppSession.flush_browser_queue(self))
        assert self.asked - before == bool(found)
        return found


def test_what_a_run_draws_is_sent_together_and_never_held_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    enqueues, begins = (
        app_session.AppSession.__dict__[name].__code__.co_names for name in ("_enqueue_forward_msg", "__init__")
    )
    assert {"_message_enqueued_callback", "_browser_queue"} <= {*enqueues} and {"_state", "_event_loop"} <= {*begins}
    for name in ("_enqueue_forward_msg", "flush_browser_queue"):
        monkeypatch.setattr(app_session.AppSession, name, None)
    streamlit_private.send_together()
    loop = Loop()
    session, other = Session(loop), Session(loop)
    assert session.sends("of no run", on=False) == 1
    assert [session.sends(words, on=True) for words in ("box", "board", "switch")] == [0, 0, 0]
    assert [timer.when() for timer in loop.timers] == [0.05]
    assert session.sends("end", on=False) == 4, "all at once when it ends"
    assert not loop.timers
    loop.now = 7.0
    assert session.sends("a long run", on=True) == 0
    assert other.sends("somebody else's", on=False) == 1
    loop.now = 7.049
    assert session.sends("goes on", on=True) == 0
    (timer,) = loop.timers
    timer._callback()
    assert session.asked == 3, "which asks for what is to be sent"
    loop.now = timer.when()
    assert session.sends("and on", on=True) == 3, "a long run shows what there is"
    assert session.sends("later", on=True) == 1
    assert session.sends("end", on=False) == 1
    assert session.sends("the next one", on=True) == 0
