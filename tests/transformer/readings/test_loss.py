"""The loss of a text against torch's own cross entropy."""

import numpy as np
import pytest
import torch

from transformer import Intervention
from transformer.readings.loss import sentence_loss, surprises, token_losses


@pytest.mark.parametrize("mask", ["causal", "none", "window"])
def test_the_loss_is_torchs_cross_entropy_of_the_next_tokens(make_language_model, mask) -> None:
    trace = make_language_model().trace("The cat sat on the mat.", Intervention(mask=mask))
    following = torch.tensor([token.id for token in trace.tokens[1:]])
    expected = torch.nn.functional.cross_entropy(torch.tensor(trace.logits[:-1]), following, reduction="none")
    np.testing.assert_allclose(token_losses(trace), expected, rtol=1e-5)
    assert sentence_loss(trace) == pytest.approx(float(expected.mean()), rel=1e-5)


def test_a_surprise_is_in_bits(make_language_model) -> None:
    trace = make_language_model().trace("The cat sat on the mat.")
    chances = [trace.probabilities[at, token.id] for at, token in enumerate(trace.tokens[1:])]
    np.testing.assert_allclose(2.0 ** -surprises(trace), chances, rtol=1e-5)


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
