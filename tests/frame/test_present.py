"""The presenter's keys: what is wished stands in the address, and a walk goes from stop to stop."""

from collections.abc import Mapping
from urllib.parse import urlencode

import pytest
import streamlit as st

from headlight.frame import contents, kept, present
from headlight.frame.stories import STORIES


class _Gone(Exception):
    """The page was left."""


class _Address(dict[str, str]):
    """Parameters as Streamlit keeps them, each of which may stand there several times."""

    def get_all(self, key: str) -> list[str]:
        return [self[key]] if key in self else []


@pytest.fixture
def address(monkeypatch) -> dict[str, str]:
    """The address and the session, as plain dictionaries."""
    found = _Address()
    monkeypatch.setattr(st, "query_params", found)
    monkeypatch.setattr(st, "session_state", {})
    return found


@pytest.fixture
def opened(monkeypatch) -> list[tuple[str, str]]:
    """The pages that were gone to, with what their links say."""
    gone: list[tuple[str, str]] = []

    def go(name: str, state: Mapping[str, list[str]]) -> None:
        gone.append((name, urlencode(state, doseq=True)))
        raise _Gone

    monkeypatch.setattr(contents, "go", go)
    monkeypatch.setattr(present, "component", lambda name: lambda **_: None)
    return gone


def walked(address: Mapping[str, str], opened: list[tuple[str, str]], step: int) -> tuple[str, str]:
    present._wish("step", step)
    with pytest.raises(_Gone):
        present.begin()
    return opened[-1]


def test_what_is_wished_stands_in_the_address(address) -> None:
    address["theme"] = "dark"
    present._wish("theme", "light")  # which the browser keeps: a link given away does not say it
    present._wish("present", True)
    present._wish("walk", "/heads")
    assert address == {"present": "1", "walk": "/heads"}
    address["walk_at"] = "1"
    present._wish("present", False)
    present._wish("walk", "")
    assert address == {}


def test_a_lesson_that_is_ready_is_named_in_a_short_address(address, opened) -> None:
    address["walk"] = "stories"
    assert walked(address, opened, 1)[0] == next(iter(STORIES.values())).view


def test_a_walk_goes_through_pasted_links_and_stays_between_its_ends(address, opened) -> None:
    address["walk"] = "https://a.host/attention?layer=2&text=a+%26+b&present=1\n\n /by_hand \nhttps://a.host/"
    assert walked(address, opened, 1) == ("attention", "layer=2&text=a+%26+b")
    assert walked(address, opened, 1) == ("by_hand", "")
    assert walked(address, opened, 1) == (contents.START, "") and address["walk_at"] == "3"
    assert walked(address, opened, 1) == (contents.START, "")
    assert walked(address, opened, -1) == ("by_hand", "") and address["walk_at"] == "2"
    address["walk_at"] = "1"
    assert walked(address, opened, -1)[0] == "attention"


def test_a_line_that_is_no_address_of_the_app_is_said_to_be_none(address, opened, monkeypatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(st, "toast", said.append)
    address["walk"] = "https://a.host/nothing"
    present._wish("step", 1)
    present.begin()
    assert opened == [] and "https://a.host/nothing" in said[0] and address["walk_at"] == "1"


def test_without_links_the_walk_is_one_that_stands_ready(address) -> None:
    stops, at = present._walk("", 0)
    assert len(stops) >= 10 and all(stop.startswith("/") for stop in stops) and at == 0


def test_without_links_the_walk_goes_on_from_the_story_or_the_stop_that_is_open(address, opened) -> None:
    told = list(STORIES.values())
    address["story"] = told[1].id
    name, state = walked(address, opened, 1)
    assert name == told[2].view and f"story={told[2].id}" in state
    kept.open_at("path")
    address["stop"] = "4"
    assert walked(address, opened, 1) == ("path", "stop=5")
    del address["stop"]  # the first
    assert walked(address, opened, 1) == ("path", "stop=2")
