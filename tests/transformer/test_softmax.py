"""Softmax and entropy against values known beforehand, and the variance that they are scaled for."""

import numpy as np
import pytest
import torch

from transformer.softmax import dot_product_variances, entropy, softmax


def test_softmax_of_two_four_five() -> None:
    np.testing.assert_allclose(softmax(np.array([2.0, 4.0, 5.0])), [0.03511903, 0.25949646, 0.70538451], atol=5e-9)


def test_softmax_is_torchs_on_every_row_and_masked_cells_weigh_exactly_nothing() -> None:
    scores = np.random.default_rng(0).standard_normal((3, 5, 7)) * 4
    scores[..., 4:] = -np.inf
    np.testing.assert_allclose(softmax(scores), torch.tensor(scores).softmax(-1), atol=1e-12)
    assert not softmax(scores)[..., 4:].any()


def test_softmax_of_huge_numbers_does_not_overflow() -> None:
    np.testing.assert_array_equal(softmax(np.array([1e8, -1e8])), [1.0, 0.0])


@pytest.mark.parametrize("n", [1, 2, 8, 127])
def test_entropy_is_greatest_for_equal_weights_and_zero_for_one_hot(n: int) -> None:
    assert entropy(np.full(n, 1 / n)) == pytest.approx(np.log(n))
    assert entropy(np.eye(n)[0]) == 0.0


def test_the_variance_of_a_dot_product_is_its_length() -> None:
    sizes = (2, 16, 128)
    np.testing.assert_allclose(dot_product_variances(sizes, samples=20_000, seed=1), sizes, rtol=0.05)
