"""From logits to a next word: what temperature, top-k and top-p promise for all logits, and how writing stops."""

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from transformer.sampling import (
    GREEDY,
    Sampling,
    draw,
    next_token,
    surprises,
    top_k,
    top_p,
    write_on,
    write_words,
)
from transformer.softmax import softmax

TEXT = "The cat sat on the"
logits = arrays(np.float32, st.integers(1, 23), elements=st.floats(-30, 30, width=32))
temperatures = st.floats(0.1, 3)
counts = st.one_of(st.none(), st.integers(1, 30))
shares = st.floats(0.05, 1)


@given(logits, temperatures, counts, shares)
def test_what_is_kept_sums_to_one_and_what_is_cut_is_zero(values, temperature, count, share):
    step = next_token(values, Sampling(temperature, count, share))
    np.testing.assert_allclose(step.final.sum(), 1)
    assert not step.final[~(step.in_top_k & step.in_top_p)].any()
    assert (step.final >= step.probabilities * (step.final > 0) - 1e-12).all()
    assert step.final[values.argmax()] == step.final.max()


@given(logits, temperatures)
def test_temperature_divides_and_keeps_the_order(values, temperature):
    step = next_token(values, Sampling(temperature))
    np.testing.assert_allclose(step.tempered, values.astype(np.float64) / temperature)
    in_order = step.probabilities[np.argsort(values, kind="stable")]
    assert (np.diff(in_order) >= 0).all()
    np.testing.assert_allclose(step.final, step.probabilities)


@given(logits, st.floats(-1000, 1000))
def test_softmax_does_not_change_when_a_number_is_added_to_all(values, number):
    np.testing.assert_allclose(softmax(values.astype(np.float64) + number), softmax(values), rtol=0, atol=1e-9)


def test_softmax_of_two_four_five():
    np.testing.assert_allclose(softmax(np.array([2.0, 4.0, 5.0])), [0.03511903, 0.25949646, 0.70538451], atol=1e-8)


@given(logits, counts)
def test_top_k_keeps_k_and_none_that_is_less_likely_than_one_it_cuts(values, count):
    chances = softmax(values)
    kept = top_k(chances, count)
    assert kept.sum() == min(len(values), len(values) if count is None else count)
    assert kept.all() or chances[kept].min() >= chances[~kept].max()


@given(logits, shares)
def test_top_p_keeps_the_smallest_set_that_reaches_p(values, share):
    chances = softmax(values)
    kept = top_p(chances, share)
    assert chances[kept].sum() >= share - 1e-12
    if share < 1:
        assert chances[kept].sum() - chances[kept].min() < share + 1e-12  # without its least likely it falls short
    assert kept.all() or chances[kept].min() >= chances[~kept].max()


def test_equally_likely_tokens_are_kept_in_the_order_of_their_ids():
    even = np.full(4, 0.25)
    np.testing.assert_array_equal(top_k(even, 2), [True, True, False, False])
    np.testing.assert_array_equal(top_p(even, 0.5), [True, True, False, False])
    np.testing.assert_array_equal(top_p(even, 0.51), [True, True, True, False])


def test_top_p_is_taken_of_what_top_k_left():
    values = np.log(np.array([0.4, 0.3, 0.2, 0.1]))
    step = next_token(values, Sampling(top_k=2, top_p=0.55))  # of the two the first has 4/7, which reaches 0.55
    np.testing.assert_array_equal(step.in_top_k, [True, True, False, False])
    np.testing.assert_allclose(step.final, [1, 0, 0, 0])


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ({"temperature": 0.0}, "temperature must be above 0"),
        ({"temperature": float("nan")}, "temperature must be above 0"),
        ({"top_k": 0}, "top_k must be 1 or more"),
        ({"top_p": 0.0}, "top_p must be above 0"),
        ({"top_p": 1.1}, "at most 1"),
    ],
)
def test_numbers_out_of_range_are_refused(numbers, message):
    with pytest.raises(ValueError, match=message):
        Sampling(**numbers)


@given(logits, st.integers(0, 9999), st.text())
def test_the_same_seed_after_the_same_text_draws_the_same_token(values, seed, text):
    final = next_token(values, Sampling(top_k=3)).final
    first = draw(final, seed=seed, text=text)
    assert draw(final, seed=seed, text=text) == first
    assert final[first] > 0


def test_draws_come_as_often_as_their_probabilities_say():
    chances = np.array([0.5, 0.3, 0.2])
    drawn = [draw(chances, seed=seed, text=TEXT) for seed in range(4000)]
    np.testing.assert_allclose(np.bincount(drawn) / 4000, chances, atol=0.04)


def test_the_greedy_draw_is_the_likeliest():
    assert draw(next_token(np.array([1.0, 3.0, 2.0]), GREEDY).final, seed=8, text=TEXT) == 1


class Choosing:
    """A model that chooses the given tokens one after another, and otherwise is the one it wraps."""

    def __init__(self, model, ids):
        self.config, self.tokenizer, self.model, self.ids = model.config, model.tokenizer, model, iter(ids)

    def trace(self, text):
        trace = self.model.trace(text)
        row = np.zeros(self.config.vocab_size, dtype=np.float32)
        row[next(self.ids)] = 50
        return SimpleNamespace(tokens=trace.tokens, dropped=trace.dropped, next_logits=row)


@pytest.fixture
def choosing(make_language_model, unchecked):
    """A function that makes a model which chooses the given tokens."""
    return lambda *ids, **sizes: Choosing(make_language_model(**sizes), ids)


def id_of(tokenizer, piece):
    """The id of a piece of the byte-level alphabet."""
    return tokenizer.bpe.token_to_id(piece)


def test_writing_on_adds_the_token_with_the_space_before_it(choosing, small_tokenizer):
    model = choosing(id_of(small_tokenizer, "Ġbear"), id_of(small_tokenizer, "s"))
    once = write_on(model, TEXT, GREEDY, seed=0, max_chars=600)
    assert (once.text, once.stopped) == (TEXT + " bear", None)
    assert write_on(model, once.text, GREEDY, seed=0, max_chars=600).text == TEXT + " bears"


@pytest.mark.parametrize(
    ("piece", "says"),
    [("<|end|>", "the mark that ends a text"), ("Ċ", "a new line"), ("ð", "a part of a character")],
)
def test_writing_stops_where_the_box_cannot_take_the_token(choosing, small_tokenizer, piece, says):
    model = choosing(id_of(small_tokenizer, piece))
    written = write_on(model, TEXT, GREEDY, seed=0, max_chars=600)
    assert written.text == TEXT
    assert says in written.stopped


def test_writing_stops_when_the_box_is_full(choosing, small_tokenizer):
    bear = id_of(small_tokenizer, "Ġbear")
    assert write_on(choosing(bear), TEXT, GREEDY, seed=0, max_chars=len(TEXT) + 5).stopped is None
    full = write_on(choosing(bear), TEXT, GREEDY, seed=0, max_chars=len(TEXT) + 4)
    assert full.text == TEXT and "The box is full" in full.stopped


def test_writing_stops_when_the_model_is_full(choosing, small_tokenizer):
    n_tokens = len(small_tokenizer.encode(TEXT))
    bear = id_of(small_tokenizer, "Ġbear")
    assert write_on(choosing(bear, max_tokens=n_tokens + 1), TEXT, GREEDY, seed=0, max_chars=600).stopped is None
    for room in (n_tokens, n_tokens - 1):
        full = write_on(choosing(bear, max_tokens=room), TEXT, GREEDY, seed=0, max_chars=600)
        assert full.text == TEXT and "at most" in full.stopped


def test_a_word_is_whole_when_the_next_token_begins_another(choosing, small_tokenizer):
    bear, s = id_of(small_tokenizer, "Ġbear"), id_of(small_tokenizer, "s")
    written = write_words(choosing(bear, s, bear, bear), TEXT, 1, GREEDY, seed=0, max_chars=600)
    assert (written.text, written.stopped) == (TEXT + " bears", None)
    written = write_words(choosing(bear, s, bear, bear), TEXT, 2, GREEDY, seed=0, max_chars=600)
    assert written.text == TEXT + " bears bear"


def test_words_that_never_end_are_cut(choosing, small_tokenizer):
    written = write_words(choosing(*[id_of(small_tokenizer, "s")] * 9), TEXT, 2, GREEDY, seed=0, max_chars=600)
    assert written.text == TEXT + "s" * 8


def test_what_was_written_before_a_stop_is_kept(choosing, small_tokenizer):
    model = choosing(id_of(small_tokenizer, "Ġbear"), small_tokenizer.end_id)
    written = write_words(model, TEXT, 10, GREEDY, seed=0, max_chars=600)
    assert written.text == TEXT + " bear"
    assert "ends a text" in written.stopped


def test_words_written_at_once_are_those_written_one_by_one(make_language_model):
    model = make_language_model(max_tokens=97)
    options = {"seed": 5, "max_chars": 600}
    sampling = Sampling(temperature=2.0, top_k=50)
    at_once = write_words(model, TEXT, 3, sampling, **options)
    texts = [TEXT]
    for _ in range(13):
        texts.append(write_on(model, texts[-1], sampling, **options).text)
    assert at_once.text in texts[1:]
    assert write_words(model, TEXT, 3, sampling, **options) == at_once


def test_surprises_are_the_bits_of_the_tokens_that_came(language_model):
    trace = language_model.trace(TEXT)
    expected = [
        -np.log2(trace.probabilities[place - 1, trace.tokens[place].id]) for place in range(1, len(trace.tokens))
    ]
    np.testing.assert_allclose(surprises(trace), expected, rtol=1e-4)


def test_a_single_token_surprises_nobody(make_language_model):
    trace = make_language_model().trace("the")
    assert len(trace.tokens) == 1
    assert surprises(trace).shape == (0,)
