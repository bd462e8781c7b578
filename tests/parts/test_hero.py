"""The hero: its numbers are those of the pass, its choices are keys of the address, and its row is framed below it."""

import numpy as np
import pytest

from headlight.parts import dials
from headlight.state.registry import find
from headlight.state.state import State
from tests.draw import Drawing, draw
from transformer import Intervention, load
from transformer.softmax import softmax
from transformer.words import words_of

TEXT = "The unhappy girl, who’d slept, saw the bear; the"
MODEL = load("story")
FRAMED = {  # by view the matrices whose row is that of the hero
    "attention": ("pattern",),
    "masking": ("masked",),
    "scaling": ("pattern_scaled", "pattern_unscaled"),
    "all_heads": ("pattern",),
    "next_word": ("looks",),
}


def by_hand(pattern: np.ndarray, text: str) -> np.ndarray:
    """Weights between words, added here token by token."""
    found = words_of(text, MODEL.trace(text).tokens)
    return np.array([[sum(pattern[one.tokens[-1], key] for key in other.tokens) for other in found] for one in found])


@pytest.mark.parametrize("view", FRAMED)
def test_its_ribbons_are_the_row_of_the_head_that_decides(view: str) -> None:
    drawn = draw(view, text=TEXT)
    hero, trace = drawn.payload("hero"), MODEL.trace(TEXT)
    head = State.of(find("start"), text=TEXT)[dials.BRINGING]
    assert hero["head"] == list(head) and hero["text"] == TEXT
    expected = by_hand(trace.layers[head.layer].pattern[head.head], TEXT)
    np.testing.assert_allclose(drawn.numbers("hero").reshape(expected.shape), expected, rtol=1e-6)
    assert hero["places"] == [
        place for place, word in enumerate(words_of(TEXT, trace.tokens)) for _ in range(len(word.tokens))
    ]


@pytest.mark.parametrize("view", FRAMED)
def test_a_word_and_the_row_of_its_last_token_are_chosen_in_both(view: str) -> None:
    found = words_of(TEXT, MODEL.trace(TEXT).tokens)
    longest = max(range(len(found)), key=lambda at: len(found[at].tokens))
    last = found[longest].tokens[-1]
    assert len(found[longest].tokens) > 1
    chosen = draw(view, text=TEXT).chosen("hero", ["word", longest])
    assert chosen["query"] == last and not chosen.get("key_position")
    drawn = draw(view, text=TEXT, query=last)
    assert drawn.payload("hero")["chosen"] == longest
    for key in FRAMED[view]:
        matrix = drawn.payload(key)
        framed = matrix["row"]
        if view == "next_word":  # whose rows are of the last tokens alone
            assert framed is None or matrix["places"][framed] == last
        else:
            assert matrix["places"][framed] == last
            assert drawn.chosen(key, [framed, 0]).get("query", last) == last


@pytest.mark.parametrize("view", [view for view in FRAMED if view != "next_word"])
def test_its_next_words_are_the_likeliest_and_a_click_adds_one(view: str) -> None:
    drawn, chances = draw(view, text=TEXT), softmax(MODEL.trace(TEXT).next_logits)
    shown = [chance for _, chance in drawn.payload("hero")["following"]]
    np.testing.assert_allclose(shown, np.sort(chances)[::-1][:4], rtol=1e-6)
    added = drawn.chosen("hero", ["next", 0])
    assert added["text"].startswith(TEXT) and len(added["text"]) > len(TEXT) and added["query"] is None


def test_what_a_mask_does_to_the_next_word_is_drawn_over_what_was() -> None:
    drawn = draw("masking", text=TEXT, mask="none")
    then, now = (softmax(MODEL.trace(TEXT, Intervention(mask=mask)).next_logits) for mask in ("causal", "none"))
    hero = drawn.payload("hero")
    likeliest = sorted(np.argsort(-np.maximum(then, now))[:4], key=lambda id: -then[id])
    np.testing.assert_allclose(hero["before"], then[likeliest], rtol=1e-6)
    np.testing.assert_allclose([chance for _, chance in hero["following"]], now[likeliest], rtol=1e-6)
    assert draw("masking", text=TEXT).payload("hero")["before"] == []


def test_a_model_that_says_nothing_of_what_comes_next_has_words_and_ribbons_alone() -> None:
    drawn = Drawing(State.of(find("next_word"), text=TEXT))
    assert drawn.payload("hero")["following"] == [] and drawn.chosen("hero", ["head", [1, 2]])["layer"] == 2
