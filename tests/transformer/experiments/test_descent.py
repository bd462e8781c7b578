"""A step of gradient descent is torch's own, on a copy; ten of them are ten; and the model stays as it was."""

import copy
import operator

import numpy as np
import pytest
import torch
from torch.nn.functional import cross_entropy

from transformer.config import Config
from transformer.experiments import descent
from transformer.model import Transformer
from transformer.readings.loss import sentence_loss

TEXT, OTHER = "The cat sat on the mat.", "She bears the pain."
RATE = 0.01


def by_torch(model, ids, steps):
    """A copy after as many steps of torch.optim.SGD, and the losses before each."""
    learner = copy.deepcopy(model.transformer).requires_grad_(True)
    optimizer, losses = torch.optim.SGD(learner.parameters(), lr=RATE), []
    for _ in range(steps):
        loss = cross_entropy(learner(torch.tensor(ids))[:-1], torch.tensor(ids[1:]))
        optimizer.zero_grad()
        loss.backward()
        losses.append(loss.item())
        optimizer.step()
    return learner, losses


def weights_of(moved, learner):
    """Pairs of a weight, of the model that took steps and of another one of the same parts, by name."""
    return {name: (operator.attrgetter(name)(moved), weight.detach()) for name, weight in learner.named_parameters()}


def test_a_step_is_that_of_torch(language_model):
    ids = language_model.tokenizer.ids(TEXT)
    learner, (loss,) = by_torch(language_model, ids, 1)
    step = descent.one_step(language_model, ids, RATE)
    assert step.loss == pytest.approx(loss, rel=1e-6)
    assert step.loss == pytest.approx(sentence_loss(language_model.trace(TEXT)), rel=1e-5)
    for name, (weight, expected) in weights_of(step.after.transformer, learner).items():
        np.testing.assert_allclose(weight, expected, atol=1e-6, err_msg=name)
    np.testing.assert_allclose(step.after.trace(TEXT).next_logits, learner(torch.tensor(ids))[-1].detach(), atol=1e-4)


def test_ten_steps_are_ten_of_torch_and_the_other_sentence_is_only_read(language_model):
    ids, other = (language_model.tokenizer.ids(text) for text in (TEXT, OTHER))
    learner, losses = by_torch(language_model, ids, 10)
    found = descent.by_heart(language_model, ids, other, RATE)
    np.testing.assert_allclose(found.losses[:-1], losses, rtol=1e-3)
    for name, (weight, expected) in weights_of(found.after.transformer, learner).items():
        np.testing.assert_allclose(weight, expected, atol=1e-3, err_msg=name)
    ends = [sentence_loss(model.trace(OTHER)) for model in (language_model, found.after)]
    np.testing.assert_allclose(found.others[[0, -1]], ends, rtol=1e-4)
    assert found.losses[-1] == pytest.approx(sentence_loss(found.after.trace(TEXT)), rel=1e-4)


def test_the_model_itself_is_never_written_to(language_model):
    before = copy.deepcopy(language_model.transformer.state_dict())
    ids = language_model.tokenizer.ids(TEXT)
    after = descent.one_step(language_model, ids, 0.1).after
    descent.by_heart(language_model, ids, ids, 0.1, steps=2)
    for name, (weight, own) in weights_of(after.transformer, language_model.transformer).items():
        np.testing.assert_array_equal(own, before[name])
        assert weight.data_ptr() != own.data_ptr()
        assert not weight.requires_grad
    assert all(weight.grad is None for weight in language_model.transformer.parameters())
    assert not any(part._forward_hooks for part in language_model.transformer.modules())


@pytest.mark.parametrize("tied", [True, False])
def test_a_gradient_is_torchs_own_whether_or_not_the_unembedding_is_the_embedding(tied):
    learner = Transformer(Config(13, 2, 2, 14, 7, 11, 17, "learned", tied=tied))
    ids = torch.tensor([3, 11, 5, 3, 3, 7])  # one of them thrice
    loss, found = descent.gradient(learner, ids)
    expected = cross_entropy(learner(ids)[:-1], ids[1:])
    expected.backward()
    assert loss == pytest.approx(expected.item(), rel=1e-6)
    gradients = {name: left.T @ right for name, (left, right) in found.matrices.items()} | found.vectors
    assert gradients.keys() == dict(learner.named_parameters()).keys() == found.squares().keys()
    for name, weight in learner.named_parameters():
        torch.testing.assert_close(gradients[name], weight.grad, rtol=1e-4, atol=1e-6)
        assert found.squares()[name] == pytest.approx(float((weight.grad**2).sum()), rel=1e-4), name


def test_the_slope_is_shared_out_among_the_parts(language_model):
    ids = language_model.tokenizer.ids(TEXT)
    step = descent.one_step(language_model, ids, RATE)
    parts = {f"{part} {layer}" for layer in (1, 2) for part in ("attention", "FFN")}
    assert step.shares.keys() == parts | {"embedding", "last norm"}
    assert sum(step.shares.values()) == pytest.approx(1)
    learner, _ = by_torch(language_model, ids, 1)
    second = sum(float((each.grad**2).sum()) for each in learner.blocks[1].mlp_in.parameters())
    second += sum(float((each.grad**2).sum()) for each in learner.blocks[1].mlp_out.parameters())
    second += sum(float((each.grad**2).sum()) for each in learner.blocks[1].mlp_norm.parameters())
    assert step.shares["FFN 2"] == pytest.approx(second / step.slope, rel=1e-4)


def test_the_loss_at_each_rate_is_that_after_its_step(language_model):
    ids = language_model.tokenizer.ids(TEXT)
    found = descent.losses_by_rate(language_model, ids, (0.0, 0.01, 0.1))
    steps = [descent.one_step(language_model, ids, rate).after for rate in (0.0, 0.01, 0.1)]
    np.testing.assert_allclose(found, [sentence_loss(model.trace(TEXT)) for model in steps], rtol=1e-4)


def test_who_is_told_can_end_it(language_model):
    ids, heard = language_model.tokenizer.ids(TEXT), []

    def told(share: float) -> None:
        heard.append(share)
        if share > 0.25:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        descent.by_heart(language_model, ids, ids, RATE, on_progress=told)
    assert heard == pytest.approx([0.1, 0.2, 0.3])


def test_one_token_cannot_be_learned(language_model):
    with pytest.raises(ValueError, match="no next token"):
        descent.one_step(language_model, [3], RATE)
    with pytest.raises(ValueError, match="no next token"):
        descent.by_heart(language_model, [3, 4], [3], RATE)


def test_a_small_step_lowers_the_loss_by_what_its_slope_promises(language_model):
    ids, rate = language_model.tokenizer.ids(TEXT), 1e-5
    step = descent.one_step(language_model, ids, rate)
    fall = step.loss - sentence_loss(step.after.trace(TEXT))
    assert fall == pytest.approx(rate * step.slope, rel=0.05)
