"""Why this word, in words: each number of the two sentences worked out anew, and short sentences for any text."""

import itertools
import re
from dataclasses import replace

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
from tests.transformer.readings.test_deciding import without_ffn
from transformer import UNCHANGED, Intervention, edits, load
from transformer.readings.opened import opened
from transformer.readings.terms import Place

STORY = load("story")
TEXTS = {
    "look": ("She put the key in the", "key", "Layer 5, head 1 brings it from “key”"),
    "word": ("Thank you very", "Thank", "Several heads bring it from “Thank”: hidden from all of them here"),
    "alone": ("bear country", "", "“country” decides alone: could it attend to no other word"),
}


def said(text: str) -> str:
    """Return what is said of a text on Start."""
    return "".join(piece for piece, _ in draw("start", text=text).payload("looks")["why"])


def chance(text: str, word: int, change: Intervention | None = None) -> str:
    """A word's probability by a whole pass, in percent."""
    found = STORY.trace(text, change or Intervention()).probabilities[-1, word]
    return "under 1%" if found < 0.005 else "over 99%" if found >= 0.995 else f"{100 * found:.0f}%"


def strongest(text: str) -> str:
    """What is left without the head that is worth most, by a whole pass, and its name."""
    trace = STORY.trace(text)
    word, nothing = int(trace.next_logits.argmax()), (0.0,) * len(trace.tokens)
    left = {
        head: STORY.trace(text, Intervention(edits=(edits.row(*head, trace.last, nothing),))).probabilities[-1, word]
        for head in itertools.product(range(6), range(6))
    }
    layer, number = min(left, key=lambda head: left[head])
    return f"{100 * left[layer, number]:.0f}% without layer {layer + 1}, head {number + 1}, the strongest head."


@pytest.mark.parametrize("kind", TEXTS)
def test_numbers_of_the_sentences_are_those_of_whole_passes(kind: str) -> None:
    text, source, begins = TEXTS[kind]
    trace, words = STORY.trace(text), said(text)
    first, second = np.argsort(-trace.next_logits)[:2].tolist()
    last, places = trace.last, [place for place, token in enumerate(trace.tokens) if token.text.strip() == source]
    assert len(places) == (kind != "alone")
    hidden = range(last) if kind == "alone" else places
    left = [chance(text, first, Intervention(toggled=frozenset((last, place) for place in hidden)))]
    if kind == "look":
        row = trace.layers[4].pattern[0, last].astype(float)
        row[places] = 0
        left = [chance(text, first, Intervention(edits=(edits.row(4, 0, last, row / row.sum()),))), *left]
    of_next = [] if kind == "word" else [chance(text, second)]  # where the first is not all but certain
    assert begins in words
    assert re.findall(r"(?:under |over )?\d+%", words) == [chance(text, first), *of_next, *left]


def test_an_ffn_that_decides_and_a_text_in_which_no_part_does() -> None:
    text, words = "bears 🐻‍❄️ ate ☕ é", said("bears 🐻‍❄️ ate ☕ é")
    trace = STORY.trace(text)
    left = without_ffn(STORY, trace, 0)[trace.next_logits.argmax()]
    assert f"The FFN of layer 1 decides: “e” has {100 * left:.0f}% without it, and " in words
    assert words.endswith(strongest(text))
    text = "On the table there was a"
    trace, words = STORY.trace(text), said(text)
    left = without_ffn(STORY, trace, 4)[trace.next_logits.argmax()]
    assert f"No single part decides: “little” has {100 * left:.0f}% without the FFN of layer 5, and " in words
    assert words.endswith(strongest(text)) and strongest(text).startswith("7% without layer 6, head 1, ")
    chances = np.sort(trace.probabilities[-1])[::-1].cumsum()
    assert f"a guess here, 8%: {(chances < 0.5).sum() + 1} words share half of the probability." in words


@pytest.mark.parametrize(
    "text", [*(text for text, *_ in TEXTS.values()), "bears 🐻‍❄️ ate ☕ é", "On the table there was a", "The"]
)
def test_each_number_of_it_opens_in_the_pass_that_it_is_of(text: str) -> None:
    (item,) = (item for item in draw("start", text=text).items if item.get("key") == "looks")
    numbers = [words for words, strong in item["header"]["why"] if strong]
    assert numbers == re.findall(r"(?:under |over )?\d+%", said(text))
    for shown, door in zip(numbers, item["doors"][1:], strict=True):
        state = State.of(find("opened"), text=text, cut=door.get("cut"))
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
        assert draw("opened", cut=typed).notes[0].startswith(f"Here {named}")
    for typed in ("7.1", "6.5 4", f"6.5 5.{bear[2:]}", "6.5 99.1", "ffn.0", "ffn.x", " ", "x", "6"):
        assert cut.read(State.of(find("opened"), cut=typed)) == (UNCHANGED, ""), typed
    example, other = why.reader.EXAMPLE, why.reader.EXAMPLE.replace("bear", "big")
    for text, typed, stays in (
        (f"{example} old", f"6.5 {bear}", True),
        (other, f"heads {girl}", True),
        (other, f"heads {bear}", False),
        ("The key", "6.5", True),
    ):
        state = State.of(find("opened"), text=text, cut=typed)
        assert bool(cut.read(state)[1]) == cut.UNDO.when(state) == stays, (text, typed)


def test_of_a_head_that_looks_at_several_words_it_is_said_so() -> None:
    state = State.of(find("start"), text=why.reader.EXAMPLE)
    found = why.reader.why(STORY, state.text)
    none = np.full_like(found.without_words, found.probability)
    several = replace(found, without_looks=none, without_words=none)
    assert several.kind == "head"
    left = 100 * found.parts.without_heads[found.parts.head]
    assert "".join(piece for piece, _ in why.what_brings(state, several)) == (
        f"Layer 6, head 5 decides, from several words at once: without it here “bear” has {left:.0f}%."
    )


def test_words_that_look_alike_are_told_apart_and_of_one_word_that_is_said() -> None:
    assert "brings it from the last “Tom”" in said("Tom and Mary went to the beach. Tom asked")
    assert said("The").endswith("“The” is the only word that it can go by.")


@settings(deadline=None, max_examples=20)
@given(
    text=st.one_of(
        st.text(max_size=30),
        st.sampled_from(AWKWARD),
        st.lists(st.sampled_from(["the", "bear", "Tom", "."])).map(" ".join),
    )
)
def test_of_any_text_it_is_two_short_sentences_with_here_in_them(text: str) -> None:
    state = State.of(find("start"), text=text)
    told = [
        "".join(piece for piece, _ in why.how_sure(state, why.sure(state.trace()))),
        "".join(piece for piece, _ in why.what_brings(state, why.reader.why(STORY, state.text))),
    ]
    for sentence in told:
        plain = re.sub(r"“.*?”", "word", sentence, flags=re.DOTALL)
        assert len(plain.split()) <= 25 and sentence.endswith(".") and "nan" not in plain
    assert "here" in " ".join(told)


def test_while_somebody_types_only_how_sure_it_is_stands_there() -> None:
    class Typing(running.Host):
        def is_typing(self) -> bool:
            return True

    with running.use_host(Typing()):
        assert said("She put the key in the") == "“lock” is most likely here, 56%, before “drawer”, 13%."


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
