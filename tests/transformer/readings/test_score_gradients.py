"""Gradients of scores agree with what happens when a score is moved, and with the Jacobian of softmax."""

import copy
import dataclasses

import numpy as np
import pytest

from transformer import Intervention, edits
from transformer.readings.loss import sentence_loss
from transformer.readings.score_gradients import every_word, moved_row, score_gradients, with_score_moved
from transformer.softmax import jacobian

TEXT = "The cat sat on the mat."
HEAD = 1


@pytest.fixture
def exact(language_model):
    """Return the model in double precision, where a small difference has digits left."""
    return dataclasses.replace(language_model, transformer=copy.deepcopy(language_model.transformer).double())


def with_row(model, trace, layer, cell, by):
    """The loss of the sentence when a whole pass is made anew, the row put in by hand."""
    row = (layer, cell[0], cell[1], tuple(moved_row(trace, layer, cell, by)))
    return sentence_loss(model.trace(TEXT, Intervention(edits=(edits.row(*row),))))


@pytest.mark.parametrize("layer", [0, 1])
def test_a_gradient_is_what_a_small_move_of_the_score_does(exact, layer):
    trace = exact.trace(TEXT)
    found = score_gradients(exact.transformer, trace, layer, every_word(trace))
    assert found.loss == pytest.approx(sentence_loss(trace), abs=1e-12)
    assert found.scores.dtype == np.float64
    size = np.abs(found.scores).max()
    for query in (1, trace.last):
        for key in range(query + 1):
            cell = HEAD, query, key
            above, below = (with_row(exact, trace, layer, cell, by) for by in (1e-4, -1e-4))
            assert found.scores[cell] == pytest.approx((above - below) / 2e-4, abs=1e-7 * size + 1e-10)


@pytest.mark.parametrize("layer", [0, 1])
def test_a_gradient_is_that_of_the_weights_through_the_jacobian_of_softmax(language_model, layer):
    trace = language_model.trace(TEXT)
    found = score_gradients(language_model.transformer, trace, layer, every_word(trace))
    for query, weights in enumerate(trace.layers[layer].pattern[HEAD]):
        through = jacobian(weights) @ found.pattern[HEAD, query] / trace.config.d_head**0.5
        np.testing.assert_allclose(found.scores[HEAD, query], through, atol=1e-6)


def test_rows_sum_to_zero_and_what_cannot_matter_is_exactly_zero(language_model):
    trace = language_model.trace(TEXT)
    for answers, last_that_matters in ((every_word(trace), trace.last - 1), ({2: 7}, 2)):
        found = score_gradients(language_model.transformer, trace, 0, answers)
        assert np.abs(found.scores.sum(-1)).max() < 1e-6
        assert np.abs(found.scores[:, 1 : last_that_matters + 1]).max(-1).min() > 0
        assert not found.scores[:, np.isneginf(trace.layers[0].masked[0])].any()
        assert not found.scores[:, 0].any()  # the first token has nowhere else to look
        assert not found.scores[:, last_that_matters + 1 :].any()


def test_in_the_last_layer_only_the_rows_that_answer_matter(language_model):
    trace = language_model.trace(TEXT)
    rows = np.abs(score_gradients(language_model.transformer, trace, 1, {4: 7}).scores).max((0, 2))
    assert rows[4] > 0 and not np.delete(rows, 4).any()


def test_a_score_that_is_moved_gives_the_loss_of_the_pass_with_that_row(language_model):
    trace = language_model.trace(TEXT)
    for layer, cell in ((0, (HEAD, 3, 1)), (1, (2, 5, 5)), (0, (HEAD, 2, 4))):  # the last one is masked
        moves = (-2.0, 0.0, 3.0)
        found = with_score_moved(language_model.transformer, trace, layer, cell, moves, every_word(trace))
        passes = [with_row(language_model, trace, layer, cell, by) for by in moves]
        np.testing.assert_allclose(found, passes, atol=1e-5)


def test_weights_stay_as_they_are_and_nothing_is_kept(language_model):
    trace, before = language_model.trace(TEXT), copy.deepcopy(language_model.transformer.state_dict())
    score_gradients(language_model.transformer, trace, 0, every_word(trace))
    for name, weight in language_model.transformer.named_parameters():
        assert weight.grad is None
        np.testing.assert_array_equal(weight.detach(), before[name])


def test_the_loss_of_answers_is_the_mean_over_their_places(language_model):
    trace = language_model.trace(TEXT)
    chances = [trace.probabilities[2, 7], trace.probabilities[4, 11]]
    found = score_gradients(language_model.transformer, trace, 0, {2: 7, 4: 11})
    assert found.loss == pytest.approx(-np.log(chances).mean(), rel=1e-5)


def test_nothing_asked_or_a_changed_pass_is_refused(language_model):
    trace = language_model.trace(TEXT)
    with pytest.raises(ValueError, match="to be predicted"):
        score_gradients(language_model.transformer, trace, 0, {})
    changed = language_model.trace(TEXT, Intervention(mask="none"))
    with pytest.raises(ValueError, match="was changed"):
        score_gradients(language_model.transformer, changed, 0, {2: 7})
    with pytest.raises(ValueError, match="was changed"):
        with_score_moved(language_model.transformer, changed, 0, (0, 1, 0), (1.0,), {2: 7})
