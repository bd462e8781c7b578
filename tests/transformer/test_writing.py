"""Writing on: the tokens that the model chooses, with their spaces, and why writing stops."""

from types import SimpleNamespace

import numpy as np
import pytest

from transformer.sampling import GREEDY, Sampling
from transformer.writing import write_on, write_words

TEXT = "The cat sat on the"


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
    return lambda *ids, **sizes: Choosing(make_language_model(**sizes), ids)


def id_of(tokenizer, piece):
    return tokenizer.bpe.token_to_id(piece)


def test_writing_on_adds_the_token_with_the_space_before_it(choosing, small_tokenizer):
    model = choosing(id_of(small_tokenizer, "Ġbear"), id_of(small_tokenizer, "s"))
    once = write_on(model, TEXT, GREEDY, seed=0, max_chars=600)
    assert (once.text, once.stopped) == (TEXT + " bear", None)
    assert write_on(model, once.text, GREEDY, seed=0, max_chars=600).text == TEXT + " bears"


@pytest.mark.parametrize(
    ("piece", "says"), [("<|end|>", "the mark that ends a text"), ("Ċ", "a new line"), ("ð", "a part of a character")]
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
