"""The loss of a text against torch's own cross entropy."""

import pytest

from transformer.readings.loss import sentence_loss, surprises, token_losses


def test_a_text_of_one_token_has_no_loss(make_language_model) -> None:
    model = make_language_model()
    trace = model.trace(next(word for word in ("a", "t", "e") if len(model.tokenizer.encode(word)) == 1))
    assert token_losses(trace).shape == (0,)
    with pytest.raises(ValueError, match="no next token"):
        sentence_loss(trace)


def test_a_single_token_surprises_nobody(make_language_model):
    trace = make_language_model().trace("the")
    assert len(trace.tokens) == 1
    assert surprises(trace).shape == (0,)
