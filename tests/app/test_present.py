"""The presenter's wishes: what is wished stands in the session, and a walk goes from stop to stop."""

from urllib.parse import parse_qs

import pytest
import streamlit as st

from headlight.app import playlist, present, visit
from headlight.app.stories import STORIES
from headlight.state.first_path import STOPS
from headlight.state.session import Session


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> Session:
    """The session of a newcomer."""
    made = Session({})
    monkeypatch.setattr(st, "session_state", {visit.SESSION: made})
    return made


def step(session: Session, by: int) -> str:
    """Where the next stop of the walk leads, and what stands in the address there."""
    _, at = present._walk()
    present.wish("stop", at + by)
    return session.address()


def test_what_is_wished_stands_in_the_address(session: Session) -> None:
    present.wish("present", True)
    present.wish("walk", "/heads")
    assert parse_qs(session.address()[1:]) == {"present": ["1"], "walk": ["/heads"]}
    session.move(walk_at=1)
    present.wish("present", False)
    present.wish("walk", "")
    assert session.address() == "?"


def test_a_walk_goes_through_pasted_links_and_stays_between_its_ends(session: Session) -> None:
    session.move(
        present=1, walk="https://a.host/attention?layer=2&text=a+%26+b&present=1\n\n /?at=by_hand \nhttps://a.host/"
    )
    step(session, 1)
    assert (session.view.name, session.get("layer"), session.get("text")) == ("attention", 2, "a & b")
    step(session, 1)
    assert (session.view.name, session.get("text"), session.get("present")) == ("by_hand", None, 1)
    step(session, 1)
    step(session, 1)
    assert session.view.name == "start" and session.get("walk_at") == 3
    step(session, -1)
    assert session.view.name == "by_hand" and session.get("walk_at") == 2
    step(session, -1)
    step(session, -1)
    assert session.view.name == "attention" and session.get("walk_at") == 1


def test_a_line_that_is_no_address_of_the_app_is_said_to_be_none(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(st, "toast", said.append)
    session.move(walk="https://a.host/nothing")
    step(session, 1)
    assert session.view.name == "start" and "https://a.host/nothing" in said[0] and session.get("walk_at") == 1


def test_without_links_the_walk_is_one_that_stands_ready(session: Session) -> None:
    stops, at = present._walk()
    assert stops == playlist.ready()["guesses"] and all(stop.startswith("/?at=") for stop in stops) and at == 0


@pytest.mark.parametrize("wished", [-1, 0, 1, 2, 3, 4, 99])
def test_a_stop_that_is_wished_is_one_that_there_is(session: Session, wished: int) -> None:
    session.move(walk="/attention\n/by_hand\n/heads")
    present.wish("stop", wished)
    assert session.get("walk_at") == min(max(wished, 1), 3)


def test_a_ready_playlist_is_all_of_its_stops_by_its_name_and_where_one_of_them_is_open(session: Session) -> None:
    ready = playlist.ready()
    for name, stops in ready.items():
        session.move(walk=name, walk_at=2)
        assert present._walk() == (stops, 2)
    session.move(walk=None, walk_at=None)
    for number, story in enumerate(STORIES, 1):
        session.move(story=story)
        assert present._walk() == (ready["stories"], number)
    session.move(story=None)
    session.go("path")
    for number, stop in enumerate(STOPS, 1):
        session.move(stop=stop)
        assert present._walk() == (ready["guesses"], number)
