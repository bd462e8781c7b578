"""Any picture, pinned: it comes back from the address as it was, beside what it is now, and nothing else is pinned."""

import numpy as np
import pytest
from headlight.frame.before_after import Pin

from headlight.frame import before_after, kept
from headlight.frame.places import place_of
from tests.pages.screen import headings, hidden, items, notes, numbers, opened, payload
from transformer import Intervention, load

MODEL = load("story")
THEN, NOW = "the big bear eats", "the big bird eats"


def test_a_pin_comes_back_from_the_address() -> None:
    pin = Pin("attention", "a/board", "the picture?", "text=a+%26+b&head=2")
    assert Pin.read(pin.written()) == pin
    assert pin.values == {"text": ["a & b"], "head": ["2"]}


@pytest.mark.parametrize("line", ["", "attention", "attention/looks?text=a", "a/b/c/d?text=a"])
def test_a_line_that_names_no_picture_is_no_pin(line: str) -> None:
    assert Pin.read(line) is None


def test_of_an_address_only_what_the_page_can_use_is_left() -> None:
    pin = Pin.read("attention/looks/pattern?text=a&head=77&nonsense=1&view=Switchboard")
    assert pin and pin.state == "text=a"


def test_a_matrix_is_compared_cell_by_cell() -> None:
    line = Pin("attention", "looks", "pattern", f"text={THEN.replace(' ', '+')}&layer=2&head=4").written()
    page = opened("attention", text=NOW, pinned_picture=line)
    then, now = MODEL.trace(THEN).layers[1].pattern[3], MODEL.trace(NOW).layers[2].pattern[0]
    assert np.array_equal(numbers(page, "pinned then"), then.ravel())
    assert np.array_equal(numbers(page, "pinned now"), now.ravel())
    assert numbers(page, "pinned difference") == pytest.approx((now - then).ravel(), abs=1e-6)
    assert payload(page, "pinned difference")["rows"] == ["the", "big", "bear → bird", "eats"]
    told = f"layer: “2” → as it opens; head: “4” → as it opens; text: “{THEN}” → “{NOW}”."
    assert sorted(headings(page)[0].removesuffix(".").split("; ")) == sorted(told.removesuffix(".").split("; "))
    assert notes(page)[:3] == ["Pinned", "Now", "What differs"]
    assert "Unpin" in [button.label for button in page.button]
    assert [item.get("key") for item in items(page, "looks")][:1] != ["pattern"], "what compares stands on top"


def test_masked_scores_differ_by_nothing_and_a_longer_text_is_compared_where_both_begin() -> None:
    line = Pin("masking", "under_the_mask", "masked", "text=the+big+bear&mask=none").written()
    page = opened("masking", text=NOW, pinned_picture=line)
    before, after = MODEL.trace("the big bear", Intervention(mask="none")), MODEL.trace(NOW)
    earlier, later = (trace.layers[2].scaled[0][:2, :2] for trace in (before, after))
    moved = numbers(page, "pinned difference").reshape(2, 2)
    assert moved[0, 1] == 0 and hidden(page, "pinned difference").tolist() == [False, True, False, False]
    assert moved[1] == pytest.approx((later - earlier)[1], abs=1e-5)


def test_of_all_heads_the_largest_change_of_each_is_drawn() -> None:
    line = Pin("all_heads", "overview", "head_grid", f"text={THEN.replace(' ', '+')}").written()
    page = opened("all_heads", text=NOW, pinned_picture=line)
    moved = np.abs(MODEL.trace(NOW).patterns - MODEL.trace(THEN).patterns).max(axis=(2, 3))
    assert numbers(page, "pinned difference") == pytest.approx(moved.ravel(), abs=0.011)  # both are hundredths


@pytest.mark.parametrize(
    ("name", "board", "picture"),
    [
        ("start", "start", "looks"),
        ("translate", "translation", "cross"),
        ("growing_up", "growing_up", "grown_heads"),
        ("four_words", "four_words_board", "four_pattern"),
        ("next_word", "choice", "next_word"),
    ],
)
def test_a_view_is_drawn_again_as_it_was(name: str, board: str, picture: str) -> None:
    place, view = place_of(name)
    line = Pin(place, board, picture, f"view={view.replace(' ', '+')}" if view else "").written()
    page = opened(name, pinned_picture=line)
    for copy in ("pinned then", "pinned now"):
        assert np.array_equal(numbers(page, copy), numbers(page, picture))
        assert payload(page, copy) == {**payload(page, picture), "choosable": True}
    assert headings(page)[0] == "Nothing has changed yet: type, or move a dial."


@pytest.mark.parametrize(
    "line",
    [
        "attention/looks/nothing?text=a",
        "attention/none/pattern?",
        "tokens/looks/pattern?",
        "attention/looks/pattern?view=By+hand",
    ],
)
def test_a_pin_of_what_is_not_there_shows_nothing(line: str) -> None:
    page = opened("attention", text="bear", pinned_picture=line)
    with pytest.raises(KeyError):
        payload(page, "pinned then")


def test_a_picture_that_would_not_come_back_is_not_pinned() -> None:
    page = opened("attention", text="bear", pinned_picture="attention/looks/pattern?text=bird")
    page.session_state[before_after._FRESH] = True  # as if it were pinned just now, with this address
    page.run()
    assert [toast.value for toast in page.toast] == [before_after._REFUSED]
    assert "pinned_picture" not in page.query_params
    with pytest.raises(KeyError):
        payload(page, "pinned then")


def test_a_pin_leaves_out_what_is_the_readers_own() -> None:
    page = opened("attention", text="bear country", layer="5", theme="dark", present="1", arithmetic="true")
    assert page.session_state[kept._PLACE] == ("attention", "")
    kinds = page.session_state[kept._REMEMBERED].values()
    state = {key: value for kind in kinds for key, value in kind.items()}
    assert state["layer"] == ["5"] and state["theme"] == ["dark"]
    assert {key for key in state if key not in before_after._ELSEWHERE} == {"text", "layer", "arithmetic"}
