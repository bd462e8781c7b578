"""Looked up?: what was read is framed, what followed it stands beside the model's words, and a place can be typed."""

from unittest.mock import patch

import pytest

import headlight as hl
from headlight.pages.next_word import flip_it
from headlight.parts import flips, read_before, vocabulary
from headlight.state.registry import find
from headlight.state.state import State
from tests.draw import Drawing, draw

DOG, ONCE = "I love my little dog and I love my big", "Once upon a time there was a little"
TIED = "She wrote her name on the paper and folded the"


@pytest.mark.parametrize("text", [DOG, ONCE, "The old king gave his crown to the", "The"])
def test_the_bars_are_the_models_and_the_training_texts_and_the_framed_words_are_the_end(text: str) -> None:
    drawn, run = draw("looked_up", text=text), hl.open("story").run(text)
    read = run.read()
    chips = drawn.payload("read_end")["tokens"]
    assert [chip["strong"] for chip in chips] == [False] * (len(chips) - read.length) + [True] * read.length
    followed, said = dict(read.followed), sum(times for _, times in read.followed)
    for bar in drawn.payload("followed")["bars"]:
        token = bar["label"] if bar["label"] in (",", ".") else f" {bar['label']}"
        times = followed.get(token, 0)
        assert bar["before"] == pytest.approx(times / said)
        assert bar["value"] == pytest.approx(float(run.probabilities[-1, run.model.id(token)]), abs=1e-6)
        assert bar["note"].endswith(f", {times:,} of {read.times:,}")


def test_it_says_whether_a_table_could_have_said_so() -> None:
    said = {text: draw("looked_up", text=text).says("followed") for text in (DOG, ONCE, TIED, "The", "🦙")}
    assert said[DOG] == ("“my big” was read 17 times and never went on with “dog”: the model does not look that up.")
    assert said[ONCE].endswith("went on with “girl” most often, 114 times: a table would say so too.")
    assert (
        said[TIED]
        == "“and folded the” was read 3 times and went on with “paper” once, as with “m”: a table could say both."
    )
    assert "; a table would say “bird”." in said["The"]
    assert said["🦙"] == "Your last token was never read in training: no table could go on."
    assert [read_before.times(count) for count in (1, 2, 3000)] == ["once", "twice", "3,000 times"]


def test_a_click_on_a_place_types_it_up_to_the_end_that_was_read() -> None:
    drawn = draw("looked_up", text=DOG)
    groups = drawn.payload("places")["groups"]
    assert 1 <= sum(len(group["sentences"]) for group in groups) <= 5
    typed = drawn.chosen("places", [1, 0])
    assert typed == {"text": "".join(groups[1]["sentences"][0]["tokens"][:2])} and typed["text"].endswith("my big")
    assert hl.open("story").has_read(typed["text"]) >= 1


def test_each_word_says_how_many_substitutes_flip_the_answer_and_a_chosen_one_lists_five() -> None:
    places = hl.open("story").run(DOG).flips()
    chips = draw("looked_up", text=DOG).payload("read_end")["tokens"]
    assert [chip["note"] for chip in chips] == [f"{place.ease:.0%}" if place.ease else "" for place in places]
    drawn = draw("looked_up", text=DOG, token=4)
    groups = drawn.payload("substitutes")["groups"]
    assert len(groups) == 5 and "places" not in drawn.keys
    assert groups[0]["name"].startswith("cat: cat ") and "".join(groups[0]["sentences"][0]["tokens"]).endswith("my big")
    assert drawn.chosen("substitutes", [0, 0]) == {"text": places[4].flips[0].text, "token": 4}
    assert "9 of 12" in str(drawn.items)


def test_the_game_asks_for_a_word_that_two_changes_bring_counts_them_and_knows_when_it_is_said() -> None:
    model = hl.open("story").inner
    state = State.of(find("looked_up"), text=DOG)
    begun = state.moved(**flip_it.BUTTON.press(state).sets)
    once, twice = flips._reached(model, DOG)
    goal = flips.goal(model, DOG)
    assert goal and begun[flip_it.GOAL] == vocabulary.shown(model, goal.next)
    assert goal.next in twice and goal.next not in once and flips.least(model, DOG, goal.next) == 2
    assert int(model.trace(goal.text).next_logits.argmax()) == goal.next
    at_first = said_in(draw("looked_up", **dict(begun.items)))
    assert (
        f"Make it say “{begun[flip_it.GOAL]}”" in at_first
        and "0 words changed, with the words offered the least is 2." in at_first
    )
    rare = next(iter(once.values()))[0]
    with patch.object(flips, "_reached", lambda *_: ({1: [goal] * 2, 2: [rare], 3: [goal] * 3}, {})):
        assert flips.goal(model, DOG) is rare, "where none needs two, the one that the fewest changes bring"
    won = said_in(draw("looked_up", **{**dict(begun.items), "text": goal.text}))
    assert won == f"It says “{begun[flip_it.GOAL]}”: 2 words changed, with the words offered the least is 2."
    ended = begun.moved(**flip_it.BUTTON.press(begun).sets)
    assert ended.items == state.items and "flip_it" not in draw("looked_up", text=DOG).keys
    assert [flip_it.changed("a b c", other) for other in ("a b c", "a x c", "a b", "x b c d")] == [0, 1, 1, 2]


def said_in(drawn: Drawing) -> str:
    return "".join(piece for piece, _ in drawn.payload("flip_it")["pieces"])
