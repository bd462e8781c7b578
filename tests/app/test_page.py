"""The page of every view: its main board, what is closed under it, and where its dials stand."""

import re

import pytest

from headlight.app import queue
from headlight.app.links import VIEWS
from headlight.app.page import _BOX
from headlight.pictures.scripts import BROWSER
from headlight.state.places import page_of
from headlight.state.registry import find
from headlight.state.state import Dial, State
from tests.in_turn import in_turn
from tests.pages.screen import boards, in_box, opened, parts, session, write
from tests.sampled import sampled

SPLIT = [name for name in VIEWS if find(name).others]
FIRST = [*{page_of(name): name for name in reversed(SPLIT)}.values()]  # of each page
DRAWN = [name for name in VIEWS if find(name).draw]


@pytest.mark.parametrize("name", sampled(SPLIT, FIRST[::3]))
def test_other_pictures_are_closed_until_somebody_opens_them_and_stay_open(name: str) -> None:
    """By their switch, in one view; then they are open in another too."""
    page = opened(name)
    assert boards(page).keys() == {f"{name}_board"}
    session(page).move(more=True)
    page.run()
    assert boards(page).keys() == {f"{name}_board", f"{name}_more"}
    session(page).go("attention")
    page.run()
    assert boards(page).keys() == {"attention_board", "attention_more"}, "as the arithmetic does"


@pytest.mark.parametrize("name", sampled(SPLIT, FIRST))
def test_a_slide_is_the_main_board_as_it_is(name: str) -> None:
    """Though the others were open: with all that the main board has."""
    view = find(name)
    page = opened(name, more="true", arithmetic="true", present="1")
    assert boards(page).keys() == {f"{name}_board"}
    drawn = view.board(State.of(view, present=1))
    (shown,) = boards(page).values()
    items = [item for row in shown["rows"] for column in row for item in column["items"]]
    assert [item["key"] for item in items if item["kind"] == "picture"] == [*drawn.pictures()]
    assert len(items) == len([*drawn.items()])


@pytest.mark.parametrize("every", sampled([5, 1], [5]))
def test_a_picture_is_on_one_board_of_its_view_alone(every: int) -> None:
    for name in SPLIT[::every]:
        keys = [key for board in find(name).boards(State.of(find(name)), deeper=True) for key in board.pictures()]
        assert len(keys) == len({*keys}), name


@in_turn("name", DRAWN)
def test_at_most_four_dials_of_a_page_stand_above_its_picture_and_none_is_lost(name: str) -> None:
    view = find(name)
    state = State.of(view)
    above = {part.key for part in view.placed("above", state)}
    hidden = {part.key for part in view.parts if isinstance(part, Dial) and part.kind == "hidden"} | {"orientation"}
    page = {part.key for part in view.parts if part.place == "page" and part.when(state)} - hidden
    assert len(page) <= 4 and page <= above and "orientation" not in above
    assert not page & {part.key for part in view.placed("above", State.of(view, present=1))}, "a slide leaves them out"


def test_how_a_matrix_is_drawn_is_chosen_in_the_menu() -> None:
    page = opened("scaling", text="bear country")
    *_, choice = parts(page, "menu")["pages"]["data"]["choices"]
    assert (choice["key"], choice["at"], choice["options"]) == ("orientation", "rows", ["rows", "columns"])
    others = parts(opened("tokens"), "menu")["pages"]["data"]["choices"]
    assert "orientation" not in [other["key"] for other in others]


def test_a_phone_changes_no_letter_of_a_sentence_or_a_code() -> None:
    written = [_BOX, *((BROWSER / file).read_text("utf-8") for file in ("live/live.js", "pages/class.html"))]
    boxes = [re.search(r"<input[^>]*autocomplete[^>]*>", each)[0] for each in written]
    for box in boxes:
        assert {'autocomplete="off"', 'autocorrect="off"', 'spellcheck="false"'} <= set(box.split()), box
    # A code is of capitals.
    assert [re.search('autocapitalize="(.*?)"', box)[1] for box in boxes] == ["off", "off", "characters"]


def test_an_address_that_names_no_view_is_said_to_name_none_once() -> None:
    page = opened("nonsense")
    (said,) = page.toast
    assert session(page).view.name == "start" and said.value.startswith("This address names no view")
    assert not page.run().toast
    assert not opened("tokens").toast


def test_a_reason_that_was_put_off_while_others_wait_comes_once_they_have_gone_and_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def said(cores: int) -> tuple[bool, bool]:
        """Whether the reason is drawn, and whether the board asks to be drawn again, beside a run that goes on."""
        monkeypatch.setattr(queue, "_CORES", cores)
        (board,) = boards(page.run()).values()
        return "Hide that word" in str(board), "again" in board

    page = opened("start", text="We read about bear country")
    session(page).seen = None
    assert said(0) == (False, True)
    assert said(1) == (True, False)
    assert said(0) == (True, False), "what was seen stays"


def test_a_box_that_was_emptied_stays_empty() -> None:
    page = opened("attention")
    assert in_box(page) and in_box(write(page, "")) == ""
