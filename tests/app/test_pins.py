"""Any picture, pinned: it comes back from the address as it was, beside what it is now, and nothing else is pinned."""

import json

import numpy as np
import pytest

from headlight.app.pins import Pin, about, compare
from headlight.parts import dials
from headlight.state.registry import find
from headlight.state.state import State
from tests.pages.screen import headings, hidden, notes, numbers, opened, parts, payload, turned
from transformer import Intervention, load

MODEL = load("story")
THEN, NOW = "the big bear eats", "the big bird eats"
SENTENCE = "The girl stepped into bear country and helped the"


def line(name: str, picture: str, **values: object) -> str:
    """A pin as the address holds it."""
    return Pin(picture, State.of(find(name), **values)).written()


def test_a_pin_comes_back_from_the_address() -> None:
    pin = Pin("the picture?", State.of(find("attention"), text="a & b/c?", layer=2, head=5))
    assert Pin.parse(pin.written()) == pin


@pytest.mark.parametrize("words", ["", "attention", "nowhere/pattern?text=a", "attention/c?text=a&view=x"])
def test_a_line_that_names_no_view_is_no_pin_or_one_of_what_it_names(words: str) -> None:
    pin = Pin.parse(words)
    assert pin is None or (pin.state.view.name, pin.picture) == ("attention", "c")


def test_of_an_address_only_what_the_view_can_use_is_left() -> None:
    pin = Pin.parse("attention/pattern?text=a&head=777&nonsense=1")
    assert pin and pin.state == State.of(find("attention"), text="a")


def test_a_matrix_is_compared_cell_by_cell() -> None:
    pinned = line("attention", "pattern", text=THEN, layer=2, head=4)
    page = opened("attention", text=NOW, more="true", arithmetic="true", pinned_picture=pinned)
    layer, head = State.of(find("attention"), text=NOW)[dials.BRINGING]
    then, now = MODEL.trace(THEN).layers[1].pattern[3], MODEL.trace(NOW).layers[layer].pattern[head]
    assert np.array_equal(numbers(page, "pinned then"), then.ravel())
    assert np.array_equal(numbers(page, "pinned now"), now.ravel())
    assert numbers(page, "pinned difference") == pytest.approx((now - then).ravel(), abs=1e-6)
    assert payload(page, "pinned difference")["rows"] == ["the", "big", "bear → bird", "eats"]
    told = f"layer: “2” → as it opens; head: “4” → as it opens; text: “{THEN}” → “{NOW}”."
    assert sorted(headings(page)[0].removesuffix(".").split("; ")) == sorted(told.removesuffix(".").split("; "))
    assert notes(page)[:3] == ["Pinned", "Now", "What differs"]
    assert "Unpin" in [button.label for button in page.button]


def test_masked_scores_differ_by_nothing_and_a_longer_text_is_compared_where_both_begin() -> None:
    page = opened("masking", text=NOW, pinned_picture=line("masking", "masked", text="the big bear", mask="none"))
    before, after = MODEL.trace("the big bear", Intervention(mask="none")), MODEL.trace(NOW)
    then, now = (State.of(find("masking"), text=text)[dials.BRINGING] for text in ("the big bear", NOW))
    earlier = before.layers[then.layer].scaled[then.head][:2, :2]
    later = after.layers[now.layer].scaled[now.head][:2, :2]
    moved = numbers(page, "pinned difference").reshape(2, 2)
    assert moved[0, 1] == 0 and hidden(page, "pinned difference").tolist() == [False, True, False, False]
    assert moved[1] == pytest.approx((later - earlier)[1], abs=1e-5)


def test_of_all_heads_the_largest_change_of_each_is_drawn() -> None:
    page = opened("all_heads", text=NOW, pinned_picture=line("all_heads", "head_grid", text=THEN))
    moved = np.abs(MODEL.trace(NOW).patterns - MODEL.trace(THEN).patterns).max(axis=(2, 3))
    assert numbers(page, "pinned difference") == pytest.approx(moved.ravel(), abs=0.011)  # both are hundredths


@pytest.mark.parametrize(
    ("name", "keys"),
    [("block", ["floors", "units"]), ("embeddings", ["word_map", "nearest"]), ("peeking", ["letters"])],
)
def test_a_view_is_about_its_first_picture_and_its_next_words_wherever_they_are(name: str, keys: list[str]) -> None:
    assert about(find(name).board(State.of(find(name)))) == keys


@pytest.mark.parametrize("name", ["attention", "masking", "next_word", "translate", "block"])
def test_a_view_is_drawn_again_as_it_was(name: str) -> None:
    view = find(name)
    key = next(key for key in about(view.board(State.of(view))) if key != "hero")  # which has ghosts of its own
    page = opened(name, pinned_picture=line(name, key))
    for copy in ("pinned then", "pinned now"):
        assert np.array_equal(numbers(page, copy), numbers(page, key))
        assert payload(page, copy) == {**payload(page, key), "choosable": True}
    assert headings(page)[0] == "Nothing has changed yet: type, or move a dial."


def test_of_the_start_the_pinned_ribbons_and_bars_are_drawn_with_those_of_now() -> None:
    first = opened("start", text=SENTENCE)
    page = opened("start", text=SENTENCE.replace("bear", "lion"), layer="6", head="5", pinned_picture=line("start", ""))
    drawn, before = payload(page, "looks"), payload(first, "looks")
    assert drawn["ghost"]["word"] == before["chosen"]
    assert drawn["ghost"]["weights"] == pytest.approx(numbers(first, "looks")[8 * 9 : 9 * 9])
    chances = dict(map(tuple, before["following"]))
    assert drawn["before"] == [chances.get(token) for token, _ in drawn["following"]]
    assert chances["bear"] > 0.8 and chances["bear"] in drawn["before"]
    assert "“The girl stepped into lion country and helped the”" in " ".join(notes(page))
    with pytest.raises(KeyError):
        payload(page, "pinned then")  # the large sentence stays the first thing on the page


def test_what_a_view_is_about_is_pinned_with_its_next_words() -> None:
    page = opened("heads", text=SENTENCE, layer="6")
    assert parts(page, "menu")["pages"]["data"]["pin"]
    pinned = line("heads", "", text=SENTENCE, layer=6)
    page = turned(page, "pinned_picture", pinned)
    assert not page.exception and "Unpin" in [button.label for button in page.button]
    assert not parts(page, "menu")["pages"]["data"]["pin"]
    page = opened("heads", text=SENTENCE, layer="6", silenced="6.5", pinned_picture=pinned)
    then, now = (
        {bar["label"]: bar["value"] for bar in payload(page, f"pinned {copy} 2")["bars"]} for copy in ("then", "now")
    )
    assert (then["bear"], now["bear"]) == pytest.approx((0.813, 0.054), abs=5e-4)
    assert (then["boy"], now["boy"]) == pytest.approx((0.057, 0.368), abs=5e-4)


@pytest.mark.parametrize("words", ["attention/nothing?text=a", "tokens/chips?", "all_heads/pattern?", "nonsense"])
def test_a_pin_of_what_is_not_there_shows_nothing(words: str) -> None:
    page = opened("attention", text="bear", pinned_picture=words)
    with pytest.raises(KeyError):
        payload(page, "pinned then")


def test_a_pinned_table_of_words_has_room_for_all_its_columns() -> None:
    state = State.of(find("contextual"))
    screen, then = (find("contextual").board(state, "more") for _ in range(2))
    key = next(key for key, drawn in screen.pictures().items() if drawn.name == "word_grid")
    compare(screen, then, Pin(key, state), state)
    sent = screen.message()
    rows = json.loads(sent[4 : 4 + int.from_bytes(sent[:4], "little")])["rows"]
    row = next(row for row in rows if len(row) == 3)
    assert [column["least"] for column in row] == [286, 286, 280]
