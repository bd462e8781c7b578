"""What is changed by hand in a hero changes the pass wherever one is drawn, and a second click takes it back."""

from typing import Any

import pytest

from headlight.parts import by_hand
from headlight.state.places import PAGES
from headlight.state.registry import find
from headlight.state.state import State
from tests.draw import Drawing, draw
from transformer import Head, Intervention

TEXT = "The girl stepped into bear country and helped the"
BEAR, LAST, FIRST_HEAD = 4, 8, [0, 0]
# Where words have ribbons of something else than a head of the model, or of two passes side by side.
NO_HERO = {"dictionary", "dense", "projections"}


def heroes() -> list[str]:
    """The views with a hero that is not a question: each whose state knows of edits that are not of cells."""
    names = [name for page in PAGES.values() for name in page.views if name not in NO_HERO]
    return [name for name in names if any(dial.key == "edited" for dial in find(name).controls)]


def hero(drawing: Drawing) -> tuple[str, dict[str, Any]]:
    """The key and the header of its hero."""
    ((key, header),) = (
        (item["key"], item["header"]) for item in drawing.items if item["kind"] == "picture" and item["name"] == "looks"
    )
    return key, header


def test_each_view_with_a_hero_is_found() -> None:
    assert {"start", "attention", "all_heads", "masking", "scaling", "next_word", "real"} <= set(heroes())


@pytest.mark.parametrize("view", heroes())
def test_a_word_a_head_and_a_ribbon_are_cut_in_each_hero_and_healed_by_a_second_click(view: str) -> None:
    fresh = draw(view, text=TEXT)
    key, before = hero(fresh)
    for choice in (
        ["cut", ["word", BEAR]],
        ["cut", ["head", FIRST_HEAD]],
        ["edits", [[*FIRST_HEAD, LAST, BEAR, None]]],
    ):
        keys = fresh.chosen(key, choice)
        changed = draw(view, text=TEXT, **{key: value for key, value in keys.items() if value is not None})
        _, now = hero(changed)
        assert "You cut" in now["about"] and now["about"] != before["about"], choice
        if before["following"]:
            assert now["before"] and now["following"] != before["following"], "the sentence goes on without it"
        healed = changed.chosen(key, choice if choice[0] == "cut" else ["edits", []])
        assert healed["edited"] is None, "a second click heals it"


def test_an_address_says_what_is_cut_and_what_the_sentence_lacks_is_left_out() -> None:
    state = State.of(find("start"), text=TEXT)
    plain = state.trace()
    found = by_hand.read(State.of(find("start"), text=TEXT, edited="4.x 6.5.x 99.x 8.x 9.9.x 6.5.8.4.1 ..x x 4"), plain)
    assert found.edits[1:] == ([], ([BEAR], [Head(5, 4)])), "a cut head has no ribbons"
    assert found.edits.keys(*found.edits[1:]) == {"edited": "4.x 6.5.x"}
    assert by_hand.read(state, plain).trace is plain
    pattern = found.trace.layers[2].pattern[:, BEAR + 1 :, BEAR]
    assert not pattern.any(), "no later word attends to it"
    assert found.trace.intervention.silent == {(5, 4)}


def test_cuts_come_on_top_of_what_the_dials_of_a_view_change() -> None:
    state = State.of(find("all_heads"), text=TEXT, attention_temperature=2.0, edited="4.x")
    _, header = hero(Drawing(state))
    assert header["cut"]["words"] == [BEAR]
    warm = by_hand.read(state, state.trace(Intervention(temperature=2.0))).trace.intervention
    assert warm.toggled and warm.temperature == 2
