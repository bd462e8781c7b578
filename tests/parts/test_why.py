"""Why this word, in words: each number and each claim of the sentence worked out anew, and short for any text."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headlight.parts import cut, why
from headlight.reading import running
from headlight.state.registry import find
from headlight.state.state import State
from tests.awkward import AWKWARD
from tests.draw import draw
from tests.sampled import sampled
from training.why import beginnings
from transformer import UNCHANGED, load
from transformer.readings.opened import opened
from transformer.readings.terms import Place
from transformer.readings.why import Why
from transformer.readings.why import why as reason

STORY = load("story")
TEXTS = {
    "look": "Tom and Lisa went to the park. Tom gave the ball to",
    "and an FFN": "The old king gave his crown to the",
    "word": "Thank you very",
    "nothing came": "King Arthur, Queen Guinevere, Sir Lancelot and Sir",
    "alone": "bear country",
    "none": "On the table there was a",
    "one word": "The",
}
SAID = {  # how each begins, and the cut of each number after the first
    "look": "“Lisa”, 68%: layer 6, head 5 brought it from “Lisa”. Hide that word: under 1%.",
    "and an FFN": "“queen”, 17%: layer 4, head 3 brought it from “king”. Hide that word: 2%. "
    "It also needs the FFN of layer 6. Without that: 1%.",
    "word": "“much”, 97%: several heads use “Thank”. Hide that word from all of them: ",
    "nothing came": "“Sir”, 5%: it needs “Lancelot”. Hide that word: 3%.",  # of all words, and 10% are left
    "alone": "“.”, 32%: “country” is enough. With no other word in sight: 37%.",
    "none": "“little”, 8%: no earlier word decides. Without the FFN of layer 5, which matters most: 6%.",
    "one word": "“little”, 5%: the model has only one word to go on.",
}


def said(text: str) -> str:
    """Return what is said of a text on Start."""
    return "".join(piece for piece, _ in draw("start", text=text).payload("looks")["why"])


@pytest.mark.parametrize("kind", TEXTS)
def test_what_is_said_of_each_kind(kind: str) -> None:
    assert said(TEXTS[kind]).startswith(SAID[kind])


def shares(text: str) -> tuple[Why, np.ndarray]:
    """What the reading finds, whose numbers its own tests hold against whole passes, and what each word costs."""
    found = reason(STORY, STORY.trace(text))
    return found, 1 - found.without_words / found.probability


BEGINNINGS = beginnings(60, seed=21)


@pytest.mark.parametrize("text", sampled(BEGINNINGS, BEGINNINGS[:3]))
def test_the_words_claim_no_more_than_was_cut_and_name_the_word_at_the_widest_ribbon(text: str) -> None:
    words, (item,) = said(text), (item for item in draw("start", text=text).items if item.get("key") == "looks")
    found, costs = shares(text)
    header, alone = item["header"], found.alone / found.probability
    layer, head = header["head"]
    row = STORY.trace(text).layers[layer].pattern[head, -1]
    ribbons = header["costs"] or [row[list(word.tokens)].sum() for word in found.words]
    if "no earlier word" in words or "is enough" in words:
        assert max(costs) < 0.3 and header["costs"]
        if "is enough" in words:
            assert alone >= 0.7 and len(found.words[-1].tokens) == 1
        return
    needed = found.words[int(costs.argmax())]
    assert int(np.argmax(ribbons)) == int(costs.argmax()) and f"“{needed.text}”" in words and max(costs) >= 0.3
    one = 1 - np.nanmin(found.without_looks) / found.probability
    if "several heads" in words:
        assert one < 0.5 * max(costs) and header["costs"], "no single head does it"
    elif "brought it from" in words:
        assert not header["costs"] and one >= 0.5 * max(costs)
        assert ("It also needs" in words) == (found.parts.without_ffns.min() < (1 - one) * found.probability)
    claimed = "several heads" in words or "brought it from" in words
    came = alone - (1 - max(costs)) <= 0.2
    assert claimed or (" needs “" in words and not (came and one < 0.5 * max(costs)))
    assert came or not claimed, "more is left once all words are hidden"


def test_the_ribbons_of_costs_are_what_hiding_each_word_takes_and_are_called_so() -> None:
    text = TEXTS["word"]
    shown = draw("start", text=text).payload("looks")
    assert shown["costs"] == pytest.approx([*shares(text)[1], 0], abs=1e-5)
    assert shown["about"] == ""
    for chosen in ({"layer": 6, "head": 5}, {"query": 0}, {"edited": "6.5.2.0.1"}):
        other = draw("start", text=text, **chosen).payload("looks")
        assert other["costs"] == other["why"] == [] and other["about"]


@pytest.mark.parametrize("text", [*TEXTS.values(), "bears 🐻‍❄️ ate ☕ é"])
def test_each_number_of_it_opens_in_the_pass_that_it_is_of(text: str) -> None:
    (item,) = (item for item in draw("start", text=text).items if item.get("key") == "looks")
    numbers = [words for words, strong in item["header"]["why"] if strong]
    assert numbers == re.findall(r"(?:under |over )?\d+%", said(text))
    for shown, door in zip(numbers, item["doors"][1:], strict=True):
        state = State.of(find("attributed"), text=text, cut=door.get("cut"))
        change, told = cut.read(state)
        assert bool(told) == ("cut" in door)
        place = Place(door["stage"], tuple(door["at"]))
        assert why.percent(opened(STORY.transformer, STORY.trace(text, change), place).value) == shown


def test_a_pass_with_a_cut_says_so_and_another_word_in_its_place_is_not_cut() -> None:
    _, girl, _, _, bear, *_ = cut.hideable(STORY.trace(why.reader.EXAMPLE))
    for typed, named in (
        (f"6.5 {bear}", "layer 6, head 5 cannot attend to “bear”"),
        ("6.5", "layer 6, head 5 is switched off"),
        ("ffn.5", "the FFN of layer 5 is switched off"),
        (f"heads {girl} {bear}", "no head can attend to “girl”, “bear”"),
        ("heads", "no head can attend to other words"),
    ):
        assert draw("attributed", cut=typed).notes[0].startswith(f"Here {named}")
    for typed in ("7.1", "6.5 4", f"6.5 5.{bear[2:]}", "6.5 99.1", "ffn.0", "ffn.x", " ", "x", "6"):
        assert cut.read(State.of(find("attributed"), cut=typed)) == (UNCHANGED, ""), typed
    example, other = why.reader.EXAMPLE, why.reader.EXAMPLE.replace("bear", "big")
    for text, typed, stays in (
        (f"{example} old", f"6.5 {bear}", True),
        (other, f"heads {girl}", True),
        (other, f"heads {bear}", False),
        ("The key", "6.5", True),
    ):
        state = State.of(find("attributed"), text=text, cut=typed)
        assert bool(cut.read(state)[1]) == cut.UNDO.when(state) == stays, (text, typed)


def test_words_that_look_alike_are_told_apart() -> None:
    assert "brought it from the last “Tom”" in said("Tom and Mary went to the beach. Tom asked")


@settings(deadline=None, max_examples=10)
@given(
    text=st.one_of(
        st.text(max_size=30),
        st.sampled_from(AWKWARD),
        st.lists(st.sampled_from(["the", "bear", "Tom", "."])).map(" ".join),
    )
)
def test_of_any_text_it_is_one_short_sentence_or_two(text: str) -> None:
    told = "".join(piece for piece, _ in draw("start", text=text).payload("looks")["why"])
    plain = re.sub(r"“.*?”", "word", told, flags=re.DOTALL)
    assert len(plain.split()) <= 35 and plain.endswith(".") and "nan" not in plain


def test_while_somebody_types_nothing_is_said_of_it_and_ribbons_are_of_the_head() -> None:
    class Typing(running.Host):
        def is_typing(self) -> bool:
            return True

    with running.use_host(Typing()):
        shown = draw("start", text="Thank you very").payload("looks")
        assert shown["why"] == shown["costs"] == []


def test_under_what_may_be_drawn_it_opens_too_and_of_changed_probabilities_nothing_is_said() -> None:
    text, changed = "The king and the", ({"output_temperature": 0.5}, {"top_k": 3}, {"top_p": 0.5})
    on_start, beside = (
        next(item for item in draw(name, text=text).items if item.get("key") == key)
        for name, key in (("start", "looks"), ("next_word", "why"))
    )
    assert (beside["header"]["pieces"], beside["doors"]) == (on_start["header"]["why"], on_start["doors"][1:])
    for address in ({"model": "SmolLM2"}, *changed):
        drawn = draw("next_word", text=text, **address)
        assert why.TITLE not in drawn.titles and "why" not in drawn.keys
