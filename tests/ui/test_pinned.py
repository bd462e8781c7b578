"""What is pinned comes back from the address as it was, and stands beside what is read now."""

import numpy as np
import pytest

from tests.pages.screen import headings, notes, numbers, opened, payload
from tests.real_models import NAME
from transformer import Intervention, load
from ui import pinned
from ui.pinned import State

MODEL = load("story")
SENTENCE = "The girl stepped into bear country and helped the"
TIRED = "The animal didn't cross the street because it was too tired"


@pytest.mark.parametrize(
    "change",
    [
        Intervention(),
        Intervention(silenced=frozenset({(5, 4), (0, 2)})),
        Intervention(mask="none", scaled=False, temperature=0.4, positions=False),
    ],
)
def test_a_state_comes_back_from_the_address(change: Intervention) -> None:
    state = State("bears & <b>honey</b>, 100 %", change, (5, 4))
    line = state.written()
    assert line is not None
    assert State.read(line) == state


def test_a_state_of_a_real_model_comes_back_with_its_heads() -> None:
    state = State("bear", Intervention(silenced=frozenset({(10, 4), (0, 2)})), (29, 8), NAME)
    line = state.written()
    assert line is not None and "real_silenced=1.3+11.5" in line
    assert State.read(line) == state


def test_a_state_of_two_sentences_read_as_one_comes_back_and_says_so() -> None:
    state = State("bear", Intervention(), (2, 3), "MiniLM", "a lion & a fox")
    line = state.written()
    assert line is not None and State.read(line) == state
    assert state.in_words() == "“bear” and “a lion & a fox” read as one, layer 3, head 4"


def test_what_has_no_place_in_the_address_is_not_pinned() -> None:
    assert State("bear country", Intervention(start=3), (0, 0)).written() is None
    assert State("熊" * 200, Intervention(), (0, 0)).written() is None  # 9 characters each in an address


def test_where_no_head_was_read_the_button_says_so() -> None:
    page = opened("repeated")
    page.button(key="pin_button").click().run()
    assert [toast.value.split(",")[0] for toast in page.toast] == ["No head was read here yet"]
    assert "pinned" not in page.query_params


@pytest.mark.parametrize("line", ["", "text=a", "nonsense", "text=a&layer=9&head=1&mask=causal", "layer=1&head=x"])
def test_a_line_that_says_too_little_is_no_state(line: str) -> None:
    assert State.read(line) is None


def test_the_state_is_said_with_all_that_was_changed() -> None:
    change = Intervention(mask="none", scaled=False, temperature=0.5, positions=False, silenced=frozenset({(5, 4)}))
    said = State("bear country", change, (2, 0)).in_words()
    assert said == (
        "“bear country”, layer 3, head 1; heads silenced: 6.5; mask: none; not scaled; attention temperature 0.5; "
        "without positions"
    )


def test_the_difference_is_now_less_then_place_by_place_or_over_what_both_begin_with() -> None:
    plain, open_eyed = MODEL.trace(TIRED), MODEL.trace(TIRED, Intervention(mask="none"))
    wide = MODEL.trace(TIRED.replace("tired", "wide"))
    moved = pinned.difference(plain, (2, 0), open_eyed, (3, 1))
    assert np.array_equal(moved, open_eyed.layers[3].pattern[1] - plain.layers[2].pattern[0])
    moved = pinned.difference(plain, (2, 0), wide, (2, 0))
    assert not moved[:-1].any() and moved[-1].any()  # the last word alone differs, and nobody before it sees it
    longer = pinned.difference(plain, (2, 0), MODEL.trace(f"{TIRED} today"), (2, 0))
    assert longer.shape == (len(plain.tokens),) * 2 and not longer.any()
    assert pinned.difference(plain, (2, 0), MODEL.trace("Bears"), (2, 0)).shape == (0, 0)


def test_a_pin_that_swaps_one_word_is_compared_place_by_place() -> None:
    line = State(SENTENCE, Intervention(), (5, 4)).written()
    lion = SENTENCE.replace("bear", "lion")
    page = opened("attention", text=lion, layer="6", head="5", pinned=line)
    then, now = (MODEL.trace(text).layers[5].pattern[4] for text in (SENTENCE, lion))
    assert numbers(page, "Difference") == pytest.approx((now - then).ravel(), abs=1e-6)
    drawn = payload(page, "Difference")
    assert "bear → lion" in drawn["rows"] and drawn["rows"] == drawn["columns"]
    told = "".join(piece for piece, _ in drawn["says"])
    assert told == "Most: helped looking at bear → lion, −0.382."
    assert "Difference: now less pinned, place by place" in notes(page)


def test_what_was_pinned_stands_beside_what_was_changed_since() -> None:
    page = opened("heads", text=SENTENCE, layer="6")
    next(button for button in page.button if button.label == "Pin").click().run()
    assert not page.exception
    assert "Unpin" in [button.label for button in page.button]
    line = State(SENTENCE, Intervention(), (5, 0)).written()
    assert line is not None

    page = opened("heads", text=SENTENCE, layer="6", silenced="6.5", pinned=line)
    before = MODEL.trace(SENTENCE)
    assert np.array_equal(numbers(page, "Pinned"), before.layers[5].pattern[0].ravel())
    assert not numbers(page, "Difference").any()  # silenced heads look as before; what they add is gone
    drawn = {bar["label"]: (bar["before"], bar["value"]) for bar in payload(page, "Next")["bars"]}
    assert drawn["bear"] == pytest.approx((0.813, 0.054), abs=5e-4)
    assert drawn["boy"] == pytest.approx((0.057, 0.368), abs=5e-4)
    assert any("Now: “" in words and words.endswith("heads silenced: 6.5.") for words in headings(page))


def test_nothing_stands_there_while_nothing_is_pinned_or_the_address_is_spoiled() -> None:
    for address in ({}, {"pinned": "text=%20&layer=1"}):
        with pytest.raises(KeyError):
            payload(opened("tokens", **address), "Pinned")
