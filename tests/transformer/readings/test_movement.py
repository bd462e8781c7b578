"""How much each token moves another: against the sum worked out token by token, and what the mask makes zero."""

import pytest

from transformer import Intervention
from transformer.readings.movement import moved

TEXT = "The cat sat on the mat."


@pytest.fixture(scope="module")
def trace(language_model):
    return language_model.trace(TEXT)


def test_a_masked_token_moves_nothing(language_model, trace):
    assert not moved(language_model.transformer, trace, 2)[..., 3:].any()
    assert moved(language_model.transformer, trace, 2)[..., :3].all()


def test_without_a_mask_later_tokens_move_too(language_model):
    open_trace = language_model.trace(TEXT, Intervention(mask="none"))
    assert moved(language_model.transformer, open_trace, 2)[..., 3:].all()
