"""Softmax and entropy against values known beforehand, and the variance that they are scaled for."""

import numpy as np
import pytest
import torch

from transformer.softmax import dot_product_variances, entropy, jacobian, jacobian_norm, log_sum_exp, losses, softmax


def test_softmax_is_torchs_on_every_row_and_masked_cells_weigh_exactly_nothing() -> None:
    scores = np.random.default_rng(0).standard_normal((3, 5, 7)) * 4
    scores[..., 4:] = -np.inf
    np.testing.assert_allclose(softmax(scores), torch.tensor(scores).softmax(-1), atol=1e-12)
    assert not softmax(scores)[..., 4:].any()


@pytest.mark.parametrize("temperature", [0.25, 1.0, 3.0])
def test_a_temperature_divides_the_scores(temperature: float) -> None:
    scores = np.array([2.0, 4.0, 5.0])
    expected = torch.tensor(scores / temperature).softmax(-1)
    np.testing.assert_allclose(softmax(scores, temperature), expected, atol=1e-12)


def test_each_row_is_by_itself_however_far_rows_lie_apart() -> None:
    scores = np.array([[0.0, 1.0], [5000.0, 5001.0]], dtype=np.float32)
    np.testing.assert_allclose(softmax(scores), [softmax(scores[0])] * 2, atol=1e-12)
    np.testing.assert_allclose(losses(scores, [1, 1]), [log_sum_exp(scores[0]) - 1.0] * 2, atol=1e-12)
    np.testing.assert_allclose(entropy(np.array([[0.5, 0.5, 0.0], [1.0, 0.0, 0.0]])), [np.log(2), 0.0], atol=1e-12)


def test_what_is_given_in_single_precision_is_computed_in_double() -> None:
    weights = np.array([0.1, 0.3, 0.6], dtype=np.float32)
    for of in (softmax, log_sum_exp, entropy, jacobian, jacobian_norm):
        assert of(weights).dtype == np.float64 and np.array_equal(of(weights), of(weights.astype(np.float64)))


@pytest.mark.parametrize("n", [1, 2, 8, 127])
def test_entropy_is_greatest_for_equal_weights_and_zero_for_one_hot(n: int) -> None:
    assert entropy(np.full(n, 1 / n)) == pytest.approx(np.log(n))
    assert entropy(np.eye(n)[0]) == 0.0


@pytest.mark.parametrize("multiplier", [0.01, 1.0, 7.0, 100.0])
def test_the_jacobian_is_that_of_torchs_softmax_and_its_norm_is_the_frobenius_norm(multiplier: float) -> None:
    numbers = np.random.default_rng(2).standard_normal(11) * multiplier
    numbers[[3, 7]] = -np.inf
    expected = torch.autograd.functional.jacobian(lambda x: x.softmax(-1), torch.tensor(numbers)).numpy()
    weights = softmax(numbers)
    np.testing.assert_allclose(jacobian(weights), expected, atol=1e-12)
    # The closed form takes a difference of nearly equal numbers where one weight is nearly 1.
    np.testing.assert_allclose(jacobian_norm(weights), np.linalg.norm(expected), atol=1e-7)
    np.testing.assert_allclose(jacobian(weights).sum(axis=0), 0.0, atol=1e-12)


def test_the_variance_of_a_dot_product_is_its_length() -> None:
    sizes = (2, 16, 128)
    measured = dot_product_variances(sizes, samples=20_000, seed=1)
    np.testing.assert_allclose(measured, sizes, rtol=0.05)
    assert np.array_equal(measured, dot_product_variances(sizes, samples=20_000, seed=1)), (
        "the seed is what is drawn by"
    )


def test_log_sum_exp_is_torchs_on_every_row() -> None:
    values = np.random.default_rng(1).standard_normal((3, 5, 7)) * 40
    values[..., 4] = -np.inf
    np.testing.assert_allclose(log_sum_exp(values), torch.tensor(values).logsumexp(-1), rtol=1e-12)


def test_losses_are_torchs_cross_entropy() -> None:
    logits = (np.random.default_rng(2).standard_normal((5, 7)) * 9).astype(np.float32)
    ids = [6, 0, 3, 3, 1]
    expected = torch.nn.functional.cross_entropy(torch.tensor(logits).double(), torch.tensor(ids), reduction="none")
    np.testing.assert_allclose(losses(logits, ids), expected, rtol=1e-12)
    assert losses(logits[:0], []).shape == (0,)
