"""Why this word: every number against a whole pass in which the same is cut, and what decides in held-out text."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.awkward import AWKWARD
from training.why import beginnings, measure
from transformer import Head, Intervention, edits, load
from transformer.readings.answer import Model
from transformer.readings.deciding import CLEAR
from transformer.readings.why import ONE_LOOK, STRONG, Why, sure, why
from transformer.real.installed import open_installed

TEXTS = (
    *("The girl stepped into bear country and helped the", "Once upon a", "bear country", "Lily likes her red"),
    *("On the table there was a", "Tom and Mary went to the beach. Tom asked", "She said, “Über-unbelievable!” and"),
)


def agrees(model: Model, text: str) -> Why:
    """Return what is found, once each of its numbers is that of a whole pass."""
    trace = model.trace(text)
    found, last, words = why(model, trace), trace.last, why(model, trace).words
    word, head = found.parts.word, found.parts.head

    def chance(change: Intervention) -> float:
        logits = model.trace(text, change).next_logits.astype(np.float64)
        return float(np.exp(logits[word] - np.logaddexp.reduce(logits)))

    def hidden(places: list[int]) -> Intervention:
        return Intervention(toggled=frozenset((last, place) for place in places))

    told = sure(trace)
    assert told.word == word == trace.next_logits.argmax() and told.second != word
    assert found.probability == pytest.approx(chance(Intervention()), abs=3e-6)
    row = trace.layers[head.layer].pattern[head.head, last].astype(np.float64)
    assert len(words) - 1 == len(found.without_words) == len(found.without_looks)
    for at, each in enumerate(words[:-1]):
        places = list(each.tokens)
        assert found.without_words[at] == pytest.approx(chance(hidden(places)), abs=3e-6)
        left = row.copy()
        left[places] = 0
        edited = Intervention(edits=(edits.row(*head, last, left / left.sum()),))
        assert found.without_looks[at] == pytest.approx(chance(edited), abs=3e-6)
    others = [place for each in words[:-1] for place in each.tokens]
    assert found.alone == pytest.approx(chance(hidden(others)), abs=3e-6)
    alone = model.trace(text, hidden(others)).next_logits
    assert found.stays_alone == (alone.argmax() == word)
    after = np.sort(np.exp(trace.next_logits - np.logaddexp.reduce(trace.next_logits.astype(np.float64))))[::-1]
    assert (told.probability, told.second_probability) == pytest.approx(tuple(after[:2]), abs=3e-6)
    assert after[: told.half].sum() >= 0.5 - 1e-6 and after[: told.half - 1].sum() < 0.5 + 1e-6
    return found


@pytest.mark.parametrize("text", TEXTS)
def test_each_number_is_that_of_a_whole_pass(text: str) -> None:
    agrees(load("story"), text)


def test_so_it_is_in_models_of_every_kind_and_in_one_that_others_have_trained(any_model) -> None:
    agrees(any_model, "The cat sat on the mat, and the cat")


@pytest.mark.study
def test_so_it_is_in_a_model_that_others_have_trained() -> None:
    found = agrees(open_installed("SmolLM2"), "The king and the")
    assert found.kind in ("look", "word")


@pytest.mark.parametrize(
    ("text", "kind", "word"),
    [
        ("The girl stepped into bear country and helped the", "look", "bear"),
        ("The king and the", "look", "king"),
        ("bear country", "alone", "bear"),
        ("Thank you very", "word", "Thank"),
        ("On the table there was a", "none", None),
    ],
)
def test_what_decides(text: str, kind: str, word: str | None) -> None:
    model = load("story")
    found = why(model, model.trace(text))
    assert found.kind == kind
    named = {"look": found.look, "word": found.word}.get(kind)
    if named is not None:
        assert found.words[named].text == word


@settings(deadline=None, max_examples=25)
@given(text=st.one_of(st.text(min_size=1, max_size=40), st.sampled_from([each for each in AWKWARD if each])))
def test_of_any_text_that_can_be_read_it_says_what_its_numbers_say(text: str) -> None:
    model = load("story")
    if not text.strip():
        return
    found = why(model, model.trace(text.rstrip()))
    head = found.takes(found.parts.without_heads[found.parts.head])
    look = found.takes(found.without_looks.min()) if len(found.words) > 1 else 0
    hidden = found.takes(found.without_words.min()) if len(found.words) > 1 else 0
    part = found.takes(min(found.parts.without_heads.min(), found.parts.without_ffns.min()))
    alone = found.stays_alone and found.takes(found.alone) <= CLEAR
    holds = [
        *(alone, head >= CLEAR and look >= max(CLEAR, ONE_LOOK * head), hidden >= STRONG),
        *(part >= STRONG and isinstance(found.part, Head), part >= STRONG and isinstance(found.part, int), True),
    ]
    assert found.kind == ("alone", "look", "word", "head", "ffn", "none")[holds.index(True)]


def test_a_changed_pass_and_a_model_without_a_next_word_are_refused() -> None:
    model, encoder = load("story"), open_installed("MiniLM")
    with pytest.raises(ValueError, match="why this word does not honour the change scaled=False"):
        why(model, model.trace("bear country", Intervention(scaled=False)))
    with pytest.raises(ValueError, match="reads both ways"):
        why(encoder, encoder.trace("bear country"))


@cache
def texts() -> list[str]:
    """Some beginnings of held-out sentences."""
    return beginnings(60, seed=8)


@pytest.mark.study
def test_in_held_out_text_what_is_named_takes_off_clearly_more_than_another() -> None:
    found = measure(load("story"), texts())
    assert np.mean(found.named_part) > 0.8 > 0.3 > np.mean(found.another_part)
    assert np.mean(found.largest_part) < 0.6
    assert np.mean(found.named_word) > 0.9 > 0.3 > np.mean(found.another_word)
    assert np.mean(found.named_look) > 0.6 > 0.1 > np.mean(found.another_look)
    assert found.kinds["look"] + found.kinds["word"] > len(texts()) / 3
    assert len(texts()) / 30 < found.kinds["none"] < len(texts()) / 3
