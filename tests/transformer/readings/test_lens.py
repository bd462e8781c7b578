"""The logit lens ends with the model's own answer, and starts from what went in."""

import numpy as np
import pytest
import torch

from transformer.readings.lens import logit_lens, ranks

TEXT = "The cat sat on the mat."


@pytest.mark.parametrize("place", [0, 3, -1])
def test_the_last_row_is_the_models_answer(language_model, place):
    trace = language_model.trace(TEXT)
    rows = logit_lens(language_model.transformer, trace, place)
    assert rows.shape == (3, language_model.config.vocab_size)
    np.testing.assert_allclose(rows[-1], trace.logits[place], rtol=0, atol=1e-4)
    model = language_model.transformer
    middle = model.unembedding(model.final_norm(torch.tensor(trace.layers[0].residual_out[place])))
    np.testing.assert_allclose(rows[1], middle.detach(), rtol=0, atol=1e-4)


def test_without_itself_the_first_row_has_the_positions_alone(make_language_model):
    model = make_language_model()
    trace = model.trace(TEXT)
    rows = logit_lens(model.transformer, trace, 2, without_itself=True)
    alone = model.transformer.unembedding(model.transformer.final_norm(torch.tensor(trace.positions[2])))
    np.testing.assert_allclose(rows[0], alone.detach(), rtol=0, atol=1e-3)


def test_the_largest_has_rank_one():
    assert ranks(np.array([[0.1, 3.0, 2.0], [5.0, 1.0, 1.5]]), 2).tolist() == [2, 2]
    assert ranks(np.array([[0.1, 3.0, 2.0]]), 1).tolist() == [1]
