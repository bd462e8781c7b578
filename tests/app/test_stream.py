"""The strip under the menu stands still where there is nothing to show, and a slide has none."""

import time

import pytest

from headlight.app import queue, stream, visit
from headlight.reading.reader import CannotShow
from headlight.state.registry import find
from headlight.state.state import State


def test_what_cannot_be_shown_leaves_it_as_it_is_and_a_slide_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    said: dict[str, object] = {}
    monkeypatch.setattr(visit, "get", said.get)
    state = State(find("attention"))
    assert stream.strip_of(state)
    with queue.long_work(typed=time.monotonic()) as visitor:
        assert stream.strip_of(state) is None and visitor.waits, "it comes once typing rests"
    said["present"] = 1
    assert stream.strip_of(state) is None
    said.clear()

    def fails(state: State) -> None:
        raise CannotShow("The model cannot be read.")

    monkeypatch.setattr(stream.stream, "stream", fails)
    assert stream.strip_of(state) is None
