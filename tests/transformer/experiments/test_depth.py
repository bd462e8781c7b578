"""Gradients through many blocks: the trained model's agree with differences, and a bare deep stack loses them."""

import numpy as np
import pytest
import torch

from transformer import Intervention
from transformer.config import Config
from transformer.experiments.depth import BLOCKS, gradients, untrained, untrained_gradients, without_residuals
from transformer.model import Transformer

SMALL = Config(11, 2, 2, 8, 4, 20, 5)
ENDS = {(True, True): (1, 20), (True, False): (1e4, 1e10), (False, True): (0.05, 20), (False, False): (1e-10, 1e-6)}


@pytest.mark.parametrize("change", [Intervention(), without_residuals(2)])
def test_the_first_norm_is_that_of_a_gradient_taken_by_differences(change: Intervention) -> None:
    transformer = Transformer(SMALL).requires_grad_(False).double()
    ids = torch.tensor([5, 10, 7])
    enters = transformer.stages(ids).blocks[0].residual_in
    slopes = []
    for place in range(len(ids)):
        for dimension in range(SMALL.d_model):
            step = torch.zeros_like(enters)
            step[place, dimension] = 1e-5
            above, below = (gradients(transformer, enters + sign * step, ids, change).loss for sign in (1, -1))
            slopes.append((above - below) / 2e-5)
    assert gradients(transformer, enters, ids, change).norms[0] == pytest.approx(np.linalg.norm(slopes), rel=1e-4)


def test_the_last_norm_is_that_of_softmax_minus_the_truth_times_the_unembedding() -> None:
    transformer = untrained(normed=False)
    ids = torch.tensor([9, 4, 250, 33])
    stages = transformer.stages(ids)
    missed = transformer.unembedding(stages.final)[:-1].softmax(-1)
    missed[torch.arange(3), ids[1:]] -= 1
    expected = (missed @ transformer.unembedding.weight / 3).norm().item()
    assert gradients(transformer, stages.blocks[0].residual_in, ids).norms[-1] == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize("kept", ENDS)
@pytest.mark.parametrize("seed", [0, 1])
def test_a_deep_stack_keeps_its_gradient_by_norm_and_loses_it_with_neither(kept: tuple[bool, bool], seed: int) -> None:
    residual, normed = kept
    found = untrained_gradients(residual=residual, normed=normed, seed=seed)
    assert len(found.norms) == BLOCKS + 1
    low, high = ENDS[kept]
    assert low < found.norms[0] / found.norms[-1] < high
