"""What is shared is what is shown: the lines of Python, the arrays and the live page give the numbers on the screen."""

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import headlight
from headlight.app import sharing
from headlight.pictures import Drawn
from headlight.reading.real_models import REAL_MODELS
from headlight.state.registry import find, views
from headlight.state.state import State
from tests.pages.screen import opened, session
from tests.sampled import sampled

PURE = [name for name, view in views().items() if view.draw and (view.bundled or REAL_MODELS)]


def ran(lines: str) -> Any:
    """Return what the lines call `shown`."""
    names: dict[str, Any] = {}
    exec(lines.removesuffix("shown.numbers()"), names)
    return names["shown"]


@pytest.mark.parametrize("name", sampled(PURE, PURE[::5]))
def test_the_lines_of_python_give_what_the_view_shows(name: str) -> None:
    view = find(name)
    keys = {
        key: value
        for key, value in {"text": "The old bear 🐻 said “hi\\n”", "layer": 2, "head": 5}.items()
        if key in view.keys
    }
    state = State.of(view, **keys)
    boards = view.boards(state)
    if not any(board.has_pictures for board in boards):  # but a sentence that says why
        with pytest.raises(ValueError, match="nothing to explain"):
            ran(sharing.lines(state))
        return
    shown = ran(sharing.lines(state))
    assert shown.keys == [key for board in boards for key in board.pictures()]
    for given, board in zip(shown.boards, boards, strict=True):
        for key, drawn in board.pictures().items():
            assert given.drawn(key).same_as(drawn), key


def test_keys_of_numbers_and_switches_are_written_as_python() -> None:
    state = State.of(find("positions"), positions_on=False, encoded_position=7)
    assert "positions_on=False" in sharing.lines(state) and "encoded_position=7" in sharing.lines(state)
    ran(sharing.lines(state))


def numbers_of(drawn: Drawn) -> np.ndarray:
    return rows.numbers if (rows := drawn.rows) else np.empty(0)


def test_arrays_are_those_of_the_pictures() -> None:
    boards = find("attention").boards(State.of(find("attention"), text="bear country"))
    packed = np.load(io.BytesIO(sharing.arrays(boards)))
    drawn = {key: each for board in boards for key, each in board.pictures().items()}
    assert {*packed} == {key for key, each in drawn.items() if numbers_of(each).size} >= {"pattern", "queries"}
    assert packed["pattern"].shape == (2, 2)
    np.testing.assert_allclose(packed["pattern"].sum(axis=1), 1, atol=1e-6)


def test_a_picture_of_a_text_that_has_nothing_for_it_is_no_array() -> None:
    """One token has no next one to guess, so there is neither a loss nor a training example."""
    boards = find("masking").boards(State.of(find("masking"), text="a"))
    empty = {
        key for board in boards for key, each in board.pictures().items() if (rows := each.rows) and not rows.cells
    }
    assert empty == {"loss", "examples"}
    packed = np.load(io.BytesIO(sharing.arrays(boards)))
    assert "pattern" in packed and not empty & {*packed}


def test_other_pictures_are_shared_where_they_are_opened() -> None:
    view = find("attention")
    for more in (False, True):
        state = State.of(view, text="bear country", more=more)
        shared = [key for board in sharing.seen(view, state) for key in board.pictures()]
        shown = [view.board(state, depth) for depth in (("main", "more") if more else ("main",))]
        assert shared == [key for board in shown for key in board.pictures()]


def test_the_line_for_citing_has_the_version_and_the_title() -> None:
    cited = (Path(__file__).parents[2] / "CITATION.cff").read_text("utf-8")
    assert f"version: {headlight.__version__}" in cited
    assert f"version {headlight.__version__}" in sharing.CITED


def test_a_head_past_the_last_is_shared_as_the_last_and_a_text_that_is_not_read_not_at_all() -> None:
    state = State.of(find("attention"), text="  ", layer=200, head=200)
    assert sharing.lines(state).splitlines()[2] == "shown = headlight.view('attention', head=6, layer=6)"


def test_the_box_stays_open_on_its_view_however_often_the_page_is_drawn() -> None:
    page = opened("tokens", text="bear")
    page.session_state[sharing._OPEN] = "tokens"
    for _ in range(2):
        assert page.run().get("download_button")
    session(page).go("masking")
    assert not page.run().get("download_button")
