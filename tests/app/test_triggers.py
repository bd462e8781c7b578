"""A message of the browser is heard once, however often it is told; a trigger of what is gone is nothing."""

from collections.abc import Callable
from typing import Any

import pytest
import streamlit as st

from headlight.app import boards, components, page, present, visit
from headlight.app.components import fired, heard
from headlight.state.session import Session
from tests.app.told import told


def test_a_trigger_has_its_value_or_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    wish = {"wish": told(1, ["step", 1]), "other": ["step", 1]}
    monkeypatch.setattr(st, "session_state", {"presenter": wish, "drawn": None, "empty": {}})
    assert fired("presenter", "wish") == ["step", 1]
    assert [fired(name, "wish") for name in ("drawn", "empty", "gone")] == [None] * 3
    assert fired("presenter", "other") is None, "a message without a number is none of line.js"


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[str, Any] | None], None]:
    """What Streamlit does where a component of the page tells something: its key is "heads"."""
    drawn: dict[str, Any] = {}
    monkeypatch.setattr(components, "_of_streamlit", lambda *_: lambda **given: drawn.update(given))
    monkeypatch.setattr(st, "session_state", {})
    calls: list[object] = []
    components.component("links")(
        key="heads", data=None, on_chosen_change=lambda: calls.append(fired("heads", "chosen"))
    )

    def tell(message: dict[str, Any] | None) -> None:
        st.session_state["heads"] = {"chosen": message}
        drawn["on_chosen_change"]()

    tell.calls = calls  # type: ignore[attr-defined]
    return tell


def test_a_message_that_is_told_again_late_or_out_of_order_is_heard_once_and_the_browser_is_told_so(
    chosen: Any,
) -> None:
    for number in (1, 1, 3, 2, 3, 1):
        chosen(told(number, number))
    chosen(None)
    assert chosen.calls == [1, 3, 2]
    assert heard()["heard"] == [1, 3, 2]


def test_as_many_numbers_are_kept_as_a_browser_may_wait_for(chosen: Any) -> None:
    for number in range(40):
        chosen(told(number, number))
    assert chosen.calls == list(range(40)) and heard()["heard"] == list(range(24, 40))


def test_what_was_told_to_another_session_is_not_heard(chosen: Any) -> None:
    """It would be set first, and the place where its page stands then."""
    own = heard()["session"]
    chosen(told(1, 1) | {"session": "another"})
    chosen(told(2, 2) | {"session": own})
    assert chosen.calls == [2] and heard() == {"heard": [2], "session": own}


def test_a_click_on_a_picture_that_is_gone_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    there = {"chosen": told(1, ["heads", 3]), "pinned": told(2, "heads")}
    monkeypatch.setattr(st, "session_state", {"there": there})
    calls: list[object] = []
    for name in ("gone", "there"):
        boards._choose(name, {"words": pytest.fail, "heads": calls.append})
        boards._pin(name, calls.append)
    assert calls == [3, "heads"]


def test_what_is_typed_is_written_into_the_session(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session({"at": ["attention"]})
    typed = told(7, {"texts": {"text": "bears"}, "after": 0})
    monkeypatch.setattr(st, "session_state", {visit.SESSION: session, "sentence_box": {"typed": typed}})
    page._hear()
    assert session.get("text") == "bears"


def test_a_wish_on_a_page_that_was_left_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    wishes: list[tuple] = []
    monkeypatch.setattr(present, "wish", lambda what, value: wishes.append((what, value)))
    monkeypatch.setattr(st, "session_state", {})
    present._wished()
    monkeypatch.setattr(st, "session_state", {"presenter": {"wish": told(1, ["step", -1])}})
    present._wished()
    assert wishes == [("step", -1)]
