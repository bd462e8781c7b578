"""Repeated multiplication: the largest eigenvalue sets the length, its eigenvector the direction."""

import numpy as np
import pytest
import torch

from transformer.experiments.powers import dominant, powers, random_matrix

START = np.ones(7) / np.sqrt(7)


@pytest.mark.parametrize("largest", [0.5, 1.0, 1.5])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_matrix_has_the_eigenvalue_that_was_asked_for(largest, seed):
    matrix = random_matrix(7, largest, seed=seed)
    eigenvalues = np.linalg.eigvals(matrix)
    assert np.abs(eigenvalues).max() == pytest.approx(largest)
    value, vector = dominant(matrix)
    assert value == pytest.approx(largest)
    np.testing.assert_allclose(matrix @ vector, largest * vector, atol=1e-12)


def test_steps_are_powers_of_the_matrix():
    matrix = random_matrix(7, 1.2, seed=3)
    walked = powers(matrix, START, 5)
    np.testing.assert_allclose(walked.vectors[5], np.linalg.matrix_power(matrix, 5) @ START)
    np.testing.assert_allclose(walked.lengths, np.linalg.norm(walked.vectors, axis=1))


@pytest.mark.parametrize("largest", [0.8, 1.3])
def test_in_the_end_each_step_multiplies_by_the_largest_eigenvalue_and_the_angle_is_gone(largest):
    walked = powers(random_matrix(7, largest, seed=1), START, 200)
    assert walked.lengths[-1] / walked.lengths[-2] == pytest.approx(largest, rel=1e-6)
    assert walked.angles[-1] < 1e-3 < walked.angles[0]


def test_the_gradient_is_that_of_autograd():
    matrix = random_matrix(7, 1.1, seed=4)
    start = torch.tensor(START, requires_grad=True)
    vector = start
    for _ in range(9):
        vector = torch.tensor(matrix) @ vector
    vector.norm().backward()
    assert powers(matrix, START, 9).gradients[9] == pytest.approx(start.grad.norm().item())
