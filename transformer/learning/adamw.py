"""AdamW (Loshchilov and Hutter 2019), in the order of torch.optim.AdamW and to its last bit.

The first optimizer that torch.optim makes in a process loads torch's compiler, which nothing here asks for: the first
step of a run would come more than a second of one core later.
"""

from collections.abc import Sequence

import torch

_EPSILON = 1e-8  # torch's


class AdamW:
    """Goes down the gradients of these weights; one that has no gradient, as what a run leaves out, stays as it is."""

    def __init__(self, weights: Sequence[torch.Tensor], betas: tuple[float, float], decay: float) -> None:
        self._weights, self._betas, self._decay = weights, betas, decay
        self._means = [torch.zeros_like(weight) for weight in weights]  # of the gradients
        self._squares = [torch.zeros_like(weight) for weight in weights]  # and of their squares
        self._steps = 0

    @torch.no_grad()
    def step(self, rate: float) -> None:
        """One step at this rate of learning; the gradients are forgotten after it."""
        self._steps += 1
        first, second = self._betas
        size, root = rate / (1 - first**self._steps), (1 - second**self._steps) ** 0.5
        for weight, mean, square in zip(self._weights, self._means, self._squares, strict=True):
            if weight.grad is None:
                continue
            weight.mul_(1 - rate * self._decay)
            mean.lerp_(weight.grad, 1 - first)
            square.mul_(second).addcmul_(weight.grad, weight.grad, value=1 - second)
            weight.addcdiv_(mean, (square.sqrt() / root).add_(_EPSILON), value=-size)
            weight.grad = None
