"""A trigger of a component that is gone is nothing; one that is there has its value."""

import pytest
import streamlit as st

from headlight.app import boards, page, present, visit
from headlight.app.components import fired
from headlight.state.session import Session


def test_a_trigger_has_its_value_or_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(st, "session_state", {"presenter": {"wish": ["step", 1]}, "drawn": None, "empty": {}})
    assert fired("presenter", "wish") == ["step", 1]
    assert [fired(name, "wish") for name in ("drawn", "empty", "gone")] == [None] * 3


def test_a_click_on_a_picture_that_is_gone_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(st, "session_state", {"there": {"chosen": ["heads", 3], "pinned": "heads"}})
    heard: list[object] = []
    for name in ("gone", "there"):
        boards._choose(name, {"heads": heard.append})
        boards._pin(name, heard.append)
    assert heard == [3, "heads"]


def test_a_script_of_before_that_does_not_count_steps_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session({"at": ["attention"]})
    typed = {"number": 7, "texts": {"text": "bears"}}
    monkeypatch.setattr(st, "session_state", {visit.SESSION: session, "sentence_box": {"typed": typed}})
    page._hear()
    assert (session.heard, session.get("text")) == (7, "bears")


def test_a_wish_on_a_page_that_was_left_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    wishes: list[tuple] = []
    monkeypatch.setattr(present, "_wish", lambda what, value: wishes.append((what, value)))
    monkeypatch.setattr(st, "session_state", {})
    present._wished()
    monkeypatch.setattr(st, "session_state", {"presenter": {"wish": ["step", -1]}})
    present._wished()
    assert wishes == [("step", -1)]
