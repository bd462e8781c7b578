"""A failure is one calm sentence in its place, the rest stands, and the log has the stack without what was typed."""

import logging

import pytest
from streamlit.testing.v1 import AppTest

from headlight.app import failures
from headlight.reading import log

pytestmark = pytest.mark.faulty


def two_parts() -> None:
    from pathlib import Path

    import streamlit as st

    from headlight.app import failures, page

    def broken() -> None:
        st.caption("before")
        with st.container():
            text = st.text_input("Text", "secret words", key="text")
            raise KeyError(text)

    def sound() -> None:
        st.caption("sound")

    page.fragment(broken, key="broken")()
    page.fragment(sound, key="sound")()
    with failures.left_out("The lesson", "lesson"):
        Path("/nowhere/lesson.md").read_text()
    st.caption("last")


def messages(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name == log.LOG.name]


def test_a_sentence_stands_where_a_part_failed_and_the_rest_is_there(caplog: pytest.LogCaptureFixture) -> None:
    page = AppTest.from_function(two_parts).run()
    assert not page.exception and not page.error
    assert [each.value for each in page.markdown] == [failures.SENTENCE]
    captions = [each.value for each in page.caption]
    assert captions == ["before", "sound", "The lesson cannot be shown.", "last"]
    (reset,) = (each.proto.body for each in page.get("html") if "Reset this page" in each.proto.body)
    assert reset.startswith('<a href="?" target="_self"'), "without what its address says"


def test_the_log_has_each_stack_once_and_not_what_was_typed(caplog: pytest.LogCaptureFixture) -> None:
    AppTest.from_function(two_parts).run()
    part, lesson = messages(caplog)
    assert part.startswith("broken failed\n") and "raise KeyError(text)" in part and part.endswith("builtins.KeyError")
    assert lesson.startswith("lesson failed\n") and lesson.endswith("builtins.FileNotFoundError")
    assert "secret" not in caplog.text and "/nowhere" not in lesson.splitlines()[-1]


def stops_and_runs_again() -> None:
    import streamlit as st

    from headlight.app import page

    def again() -> None:
        if "seen" not in st.session_state:
            st.session_state["seen"] = True
            st.rerun()
        st.caption("second run")
        st.stop()

    page.fragment(again, key="again")()


def test_stopping_and_running_again_are_no_failures(caplog: pytest.LogCaptureFixture) -> None:
    page = AppTest.from_function(stops_and_runs_again).run()
    assert [each.value for each in page.caption] == ["second run"]
    assert not page.markdown and messages(caplog) == []


def test_a_description_has_causes_and_notes_and_no_messages() -> None:
    try:
        try:
            int("typed words")
        except ValueError as error:
            noted = RuntimeError("typed words too")
            noted.add_note("a note")
            raise noted from error
    except RuntimeError as error:
        told = log.described(error)
    lines = told.splitlines()
    assert lines[-2:] == ["builtins.RuntimeError", "a note"]
    assert lines.index("builtins.ValueError") < lines.index("which led to")
    assert "typed words too" not in told.replace('RuntimeError("typed words too")', "")


def test_the_log_of_streamlit_loses_its_messages() -> None:
    try:
        raise ValueError("typed")
    except ValueError as error:
        record = logging.LogRecord("streamlit", logging.ERROR, "", 1, "Uncaught", (), (ValueError, error, None))
    assert log.WithoutMessages().filter(record)
    written = logging.Formatter().format(record)
    assert written.startswith("Uncaught\n") and written.endswith("builtins.ValueError")
    assert written.count("typed") == 1  # the line of the source
