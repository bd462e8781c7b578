"""One matrix applied again and again: what its largest eigenvalue does to lengths, directions and gradients."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array


@dataclass(frozen=True, eq=False)
class Powers:
    """A vector after 0, 1, 2, ... steps of x -> A x."""

    vectors: Float[Array, "step size"]
    lengths: Float[Array, " step"]
    angles: Float[Array, " step"]  # degrees between the vector and the line of the dominant eigenvector
    gradients: Float[Array, " step"]  # length of the gradient of lengths[step] with respect to the start


def random_matrix(size: int, largest: float, *, seed: int) -> Float[Array, "size size"]:
    """A symmetric matrix of Gaussian numbers, scaled so that its eigenvalue of greatest magnitude is `largest`.

    Symmetric, so that every eigenvalue is real and a line is pulled, not turned round and round.
    """
    drawn = np.random.default_rng(seed).standard_normal((size, size))
    symmetric = (drawn + drawn.T) / 2
    eigenvalues = np.linalg.eigvalsh(symmetric)
    return symmetric * (largest / eigenvalues[np.abs(eigenvalues).argmax()])


def dominant(matrix: Float[Array, "size size"]) -> tuple[float, Float[Array, " size"]]:
    """The eigenvalue of greatest magnitude of a symmetric matrix, and its eigenvector of length 1."""
    eigenvalues, vectors = np.linalg.eigh(matrix)
    largest = np.abs(eigenvalues).argmax()
    return float(eigenvalues[largest]), vectors[:, largest]


def powers(matrix: Float[Array, "size size"], start: Float[Array, " size"], steps: int) -> Powers:
    """Apply a symmetric matrix `steps` times (power iteration, without the usual rescaling)."""
    vectors = [start]
    for _ in range(steps):
        vectors.append(matrix @ vectors[-1])
    passed = np.stack(vectors)
    lengths = np.linalg.norm(passed, axis=-1)
    _, direction = dominant(matrix)
    cosines = np.abs(passed @ direction) / lengths
    gradients = []
    for step, (vector, length) in enumerate(zip(passed, lengths, strict=True)):
        gradient = vector / length  # of the length, with respect to the vector itself
        for _ in range(step):
            gradient = matrix.T @ gradient  # the chain rule, one step back
        gradients.append(np.linalg.norm(gradient))
    return Powers(passed, lengths, np.degrees(np.arccos(np.minimum(cosines, 1))), np.array(gradients))
