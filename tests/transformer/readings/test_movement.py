"""How much each token moves another: against the sum worked out token by token, and what the mask makes zero."""

import numpy as np
import pytest

from transformer import Intervention
from transformer.readings.contributions import contributions
from transformer.readings.movement import moved, value_lengths

TEXT = "The cat sat on the mat."


@pytest.fixture(scope="module")
def trace(language_model):
    return language_model.trace(TEXT)


def test_each_amount_is_the_length_of_one_term_of_the_sum(language_model, trace):
    amounts = moved(language_model.transformer, trace, 4)
    d_head = language_model.config.d_head
    for layer, stages in enumerate(trace.layers):
        w_o = language_model.transformer.block(layer).attention.output.weight.detach().numpy().T
        for head in range(language_model.config.n_heads):
            rows = w_o[head * d_head : (head + 1) * d_head]
            terms = stages.pattern[head, 4][:, None] * (stages.values[head] @ rows)
            np.testing.assert_allclose(amounts[layer, head], np.linalg.norm(terms, axis=1), atol=1e-5)
            # The terms themselves, not their lengths, sum to what the head adds.
            added = contributions(language_model.transformer, trace, layer)[head, 4]
            np.testing.assert_allclose(terms.sum(axis=0), added, atol=1e-5)


def test_a_masked_token_moves_nothing(language_model, trace):
    assert not moved(language_model.transformer, trace, 2)[..., 3:].any()
    assert moved(language_model.transformer, trace, 2)[..., :3].all()


def test_without_a_mask_later_tokens_move_too(language_model):
    open_trace = language_model.trace(TEXT, Intervention(mask="none"))
    assert moved(language_model.transformer, open_trace, 2)[..., 3:].all()


def test_lengths_do_not_depend_on_who_looks(language_model, trace):
    lengths = value_lengths(language_model.transformer, trace)
    weights = np.stack([stages.pattern[:, -1] for stages in trace.layers])
    np.testing.assert_allclose(
        moved(language_model.transformer, trace, len(trace.tokens) - 1), weights * lengths, rtol=1e-6
    )
