"""Why this word: every number against a whole pass in which the same is cut, and what decides in held-out text."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.awkward import AWKWARD
from tests.sampled import sampled
from training.why import beginnings, measure
from transformer import Intervention, edits, load
from transformer.readings.answer import Model
from transformer.readings.why import ATTENDS, CLEAR, HALF, Why, source, why
from transformer.real.installed import open_installed

TEXTS = (
    *("The girl stepped into bear country and helped the", "Once upon a", "bear country", "Lily likes her red"),
    *("On the table there was a", "Tom and Mary went to the beach. Tom asked", "She said, “Über-unbelievable!” and"),
)


def agrees(model: Model, text: str) -> Why:
    """Return what is found, once each of its numbers is that of a whole pass."""
    trace = model.trace(text)
    found, last = why(model, trace), trace.last

    def chance(change: Intervention) -> float:
        logits = model.trace(text, change).next_logits.astype(np.float64)
        return float(np.exp(logits[found.next] - np.logaddexp.reduce(logits)))

    def hidden(places: list[int]) -> Intervention:
        return Intervention(toggled=frozenset((last, place) for place in places))

    assert found.next == found.parts.word == trace.next_logits.argmax()
    assert found.probability == pytest.approx(chance(Intervention()), abs=3e-6)
    assert len(found.words) - 1 == len(found.without_words)
    for at, each in enumerate(found.words[:-1]):
        assert found.without_words[at] == pytest.approx(chance(hidden(list(each.tokens))), abs=3e-6)
    assert found.word is None or found.word == found.without_words.argmin()
    needed = [] if found.word is None else list(found.words[found.word].tokens)
    for layer, head in np.ndindex(found.given.shape):
        row = trace.layers[layer].pattern[head, last].astype(np.float64)
        assert found.given[layer, head] == pytest.approx(row[needed].sum(), abs=1e-6)
        largest = max(row[list(word.tokens)].sum() for word in found.words)
        assert found.favourite[layer, head] == pytest.approx(largest, abs=1e-6)
        if np.isnan(found.without_looks[layer, head]):
            assert found.given[layer, head] < ATTENDS
            continue
        row[needed] = 0
        edited = Intervention(edits=(edits.row(layer, head, last, row / row.sum()),))
        assert found.without_looks[layer, head] == pytest.approx(chance(edited), abs=3e-6)
    others = [place for each in found.words[:-1] for place in each.tokens]
    assert found.alone == pytest.approx(chance(hidden(others)), abs=3e-6)
    alone = model.trace(text, hidden(others)).next_logits
    assert found.stays_alone == (alone.argmax() == found.next)
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


@settings(deadline=None, max_examples=12)
@given(text=st.one_of(st.text(min_size=1, max_size=40), st.sampled_from([each for each in AWKWARD if each])))
def test_of_any_text_that_can_be_read_it_says_what_its_numbers_say(text: str) -> None:
    model = load("story")
    if not text.strip():
        return
    trace = model.trace(text.rstrip())
    found = why(model, trace)
    hidden = found.takes(found.without_words.min()) if len(found.words) > 1 else 0
    one = found.takes(np.nanmin(found.without_looks)) if np.isfinite(found.without_looks).any() else 0
    best = found.head and trace.layers[found.head.layer].pattern[found.head.head, trace.last]
    widest = best is not None and np.argmax([best[list(word.tokens)].sum() for word in found.words]) == found.word
    alone = found.stays_alone and found.takes(found.alone) <= CLEAR and len(found.words[-1].tokens) == 1
    holds = [hidden >= CLEAR and one >= HALF * hidden and widest, hidden >= CLEAR, alone, True]
    assert found.kind == ("look", "word", "alone", "none")[holds.index(True)]


def test_of_a_model_of_many_heads_few_are_tried_and_the_word_on_which_they_rest_is_left_out() -> None:
    model, text = load("story"), "Lisa went to the park and saw the"
    trace = model.trace(text)
    whole, few = source(model, trace), source(model, trace, 4, rests=True)
    assert few.word == 1 + whole.without_words[1:].argmin() and np.isfinite(few.without_looks).sum() == 4
    assert few.given[np.isfinite(few.without_looks)].min() >= few.given[np.isnan(few.without_looks)].max()
    assert source(model, model.trace("Lisa went"), rests=True).word == 0, "there is no other"


def test_words_and_parts_are_cut_in_one_batch_and_heads_in_another() -> None:
    model, batches = load("story"), list[int]()
    trace = model.trace(TEXTS[0])
    last = model.transformer.block(trace.plan.n_layers - 1)
    listened = last.register_forward_hook(lambda _block, read, _stages: batches.append(len(read[0])))
    try:
        found = why(model, trace)
    finally:
        listened.remove()
    parts = (trace.plan.n_layers - 1) * (trace.plan.n_heads + 1)  # those of the last layer join behind it
    assert batches == [len(found.words) + parts, np.isfinite(found.without_looks).sum()]


def test_a_changed_pass_and_a_model_without_a_next_word_are_refused() -> None:
    model, encoder = load("story"), open_installed("MiniLM")
    with pytest.raises(ValueError, match="why this word does not honour the change scaled=False"):
        why(model, model.trace("bear country", Intervention(scaled=False)))
    with pytest.raises(ValueError, match="reads both ways"):
        why(encoder, encoder.trace("bear country"))


@pytest.mark.parametrize("count", sampled([12, 200], [12]))
def test_in_held_out_text_the_named_word_has_the_widest_ribbon_and_takes_clearly_more_than_another(count: int) -> None:
    found = measure(load("story"), beginnings(count))
    assert found.apart == [] and sum(found.kinds.values()) == count
    assert np.mean(found.named_word) > 0.9 > 0.3 > np.mean(found.another_word)
    assert np.mean(found.named_look) > 0.4 > 0.1 > np.mean(found.another_look)
    assert found.kinds["look"] > count / 8 and found.kinds["none"] < count / 4
