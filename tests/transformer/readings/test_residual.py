"""The stream is measured as it is: lengths, angles, what was added, and how alike its tokens are."""

import numpy as np
import pytest
import torch
from torch.nn.functional import cosine_similarity

from transformer.readings.residual import cosine, fed_forward, likeness, states, stream

TEXT = "The cat sat on the mat."


def test_every_state_is_the_one_before_plus_what_was_added(language_model):
    trace = language_model.trace(TEXT)
    passed = states(trace)
    assert len(passed) == 5
    np.testing.assert_array_equal(passed[0], trace.layers[0].residual_in)
    np.testing.assert_allclose(passed[1], passed[0] + trace.layers[0].attended, rtol=0, atol=1e-4)
    np.testing.assert_allclose(passed[4], passed[3] + fed_forward(trace, 1), rtol=0, atol=1e-4)


def test_each_part_is_measured_against_the_state_that_it_is_added_to(language_model):
    trace = language_model.trace(TEXT)
    passed, measured = torch.tensor(states(trace)), stream(trace)
    added = passed[1:] - passed[:-1]
    np.testing.assert_allclose(measured.lengths, passed.norm(dim=-1), rtol=1e-4)
    np.testing.assert_allclose(measured.added, added.norm(dim=-1), rtol=1e-3)
    np.testing.assert_allclose(measured.cosines, cosine_similarity(added, passed[:-1], dim=-1), atol=1e-3)


def test_the_cosine_is_that_of_another_library():
    one, other = np.random.default_rng(0).standard_normal((2, 7, 11))
    np.testing.assert_allclose(cosine(one, other), cosine_similarity(torch.tensor(one), torch.tensor(other)))
    assert cosine(np.zeros(3), np.ones(3)) == 0


def test_one_token_has_no_pair(make_language_model):
    with pytest.raises(ValueError, match="no other to be compared with"):
        likeness(make_language_model().trace("the"))
