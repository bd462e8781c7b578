"""The stream is measured as it is: lengths, angles, what was added, and how alike its tokens are."""

import numpy as np
import pytest
import torch
from torch.nn.functional import cosine_similarity

from transformer import Intervention
from transformer.readings.residual import cosine, fed_forward, likeness, states, stream

TEXT = "The cat sat on the mat."


def test_every_state_is_the_one_before_plus_what_was_added(language_model):
    trace = language_model.trace(TEXT)
    passed = states(trace)
    assert len(passed) == 5
    np.testing.assert_array_equal(passed[0], trace.layers[0].residual_in)
    np.testing.assert_allclose(passed[1], passed[0] + trace.layers[0].attended, rtol=0, atol=1e-4)
    np.testing.assert_allclose(passed[4], passed[3] + fed_forward(trace, 1), rtol=0, atol=1e-4)


def test_what_the_ffn_adds_is_its_hidden_units_times_w_out(make_language_model):
    model = make_language_model()
    trace = model.trace(TEXT)
    block = model.transformer.block(1)
    w_out, bias = (block.get_parameter(f"mlp_out.{name}").detach().numpy() for name in ("weight", "bias"))
    np.testing.assert_allclose(fed_forward(trace, 1), trace.layers[1].hidden @ w_out.T + bias, rtol=0, atol=1e-4)
    off = model.trace(TEXT, Intervention(residual_off=frozenset({(1, "ffn")})))
    np.testing.assert_allclose(fed_forward(off, 1), fed_forward(trace, 1), rtol=0, atol=1e-4)


def test_lengths_obey_the_law_of_cosines(language_model):
    measured = stream(language_model.trace(TEXT))
    before, after = measured.lengths[:-1], measured.lengths[1:]
    squares = before**2 + measured.added**2 + 2 * before * measured.added * measured.cosines
    np.testing.assert_allclose(after, np.sqrt(squares), rtol=1e-4)


def test_the_cosine_is_that_of_another_library():
    one, other = np.random.default_rng(0).standard_normal((2, 7, 11))
    np.testing.assert_allclose(cosine(one, other), cosine_similarity(torch.tensor(one), torch.tensor(other)))
    assert cosine(np.zeros(3), np.ones(3)) == 0


def test_likeness_is_the_mean_over_pairs_of_different_tokens(make_language_model):
    trace = make_language_model().trace(TEXT)
    others = ~np.eye(len(trace.tokens), dtype=bool)
    passed = torch.tensor(states(trace))
    expected = [cosine_similarity(state[:, None], state[None], dim=-1).numpy()[others].mean() for state in passed]
    np.testing.assert_allclose(likeness(trace), expected, atol=1e-5)


def test_one_token_has_no_pair(make_language_model):
    with pytest.raises(ValueError, match="no other to be compared with"):
        likeness(make_language_model().trace("the"))
