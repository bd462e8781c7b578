"""A step of AdamW is that of torch.optim to the last bit, and a run needs none of torch.optim."""

import pytest
import torch

from transformer import learn
from transformer.learning.adamw import AdamW


def test_every_step_is_that_of_torch_to_the_last_bit() -> None:
    chance = torch.Generator().manual_seed(3)
    ours = [torch.randn(shape, generator=chance).requires_grad_() for shape in ((7, 33), (19,), (5, 2, 3))]
    theirs = [weight.detach().clone().requires_grad_() for weight in ours]
    begun = [weight.detach().clone() for weight in ours]
    optimizer = torch.optim.AdamW(theirs, betas=(0.9, 0.99), weight_decay=0.3)
    own = AdamW(ours, betas=(0.9, 0.99), decay=0.3)
    for step in range(40):
        for weight, same in list(zip(ours, theirs, strict=True))[:2]:  # the third has no gradient
            weight.grad = torch.randn(weight.shape, generator=chance) * 10.0 ** (step % 9 - 6)
            same.grad = weight.grad.clone()
        optimizer.param_groups[0]["lr"] = rate = 0.01 * (step % 7)
        optimizer.step()
        own.step(rate)
        assert all(map(torch.equal, ours, theirs)) and all(weight.grad is None for weight in ours)
    assert torch.equal(ours[2], begun[2]) and not torch.equal(ours[0], begun[0])


def test_a_run_makes_no_optimizer_of_torch_which_would_load_its_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(*_: object, **__: object) -> None:
        raise AssertionError("torch.optim")

    monkeypatch.setattr(torch.optim.Optimizer, "__init__", asked)
    assert learn("copy", seconds=600, steps=2, every=1).steps[-1].step == 2
