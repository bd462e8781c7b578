"""Softmax, its logarithm and entropy in NumPy: how scores become weights, and how sure or undecided these are."""

import numpy as np
from jaxtyping import Float, Int
from numpy import ndarray as Array


def softmax(values: Float[Array, "*axes n"], temperature: float = 1.0) -> Float[Array, "*axes n"]:
    """exp(values / temperature) / sum(exp(values / temperature)) along the last axis; -inf gets exactly 0.

    The largest value is subtracted first: the result is the same, and exp never overflows. An axis of nothing
    but -inf has no softmax and gives NaN.
    """
    values = values.astype(np.float64) / temperature
    powers = np.exp(values - values.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def log_sum_exp(values: Float[Array, "*axes n"]) -> Float[Array, "*axes"]:
    """ln(sum(exp(values))) along the last axis, by whose power softmax divides; -inf adds nothing.

    The largest value is subtracted first and added after: exp never overflows.
    """
    values = values.astype(np.float64)
    highest = values.max(axis=-1)
    return np.asarray(highest + np.log(np.exp(values - highest[..., None]).sum(axis=-1)))


def losses(logits: Float[Array, "row n"], ids: Int[Array, " row"] | list[int]) -> Float[Array, " row"]:
    """-ln softmax(row)[id] for each row and its id, in nats: the cross-entropy of the token that came."""
    return log_sum_exp(logits) - logits[np.arange(len(ids)), ids].astype(np.float64)


def entropy(weights: Float[Array, "*axes n"]) -> Float[Array, "*axes"]:
    """-sum(w ln w) along the last axis, in nats, with 0 ln 0 = 0: 0 for one-hot weights, ln n for n equal ones."""
    weights = weights.astype(np.float64)
    logs = np.log(weights, where=weights > 0, out=np.zeros_like(weights))
    return np.asarray(0.0 - np.sum(weights * logs, axis=-1))  # 0.0 -: never a minus zero


def jacobian(weights: Float[Array, " n"]) -> Float[Array, "n n"]:
    """diag(p) - p p^T: how much each weight of a softmax moves when each of its numbers does."""
    weights = weights.astype(np.float64)
    return np.diag(weights) - np.outer(weights, weights)


def jacobian_norm(weights: Float[Array, "*axes n"]) -> Float[Array, "*axes"]:
    """The Frobenius norm of `jacobian` along the last axis: 0 for one-hot weights, at most 1/2, for two equal ones.

    Its square is sum(p^2) - 2 sum(p^3) + sum(p^2)^2, so the matrix need not be made.
    """
    weights = weights.astype(np.float64)
    squares, cubes = (weights**2).sum(axis=-1), (weights**3).sum(axis=-1)
    return np.asarray(np.sqrt(np.maximum(squares - 2 * cubes + squares**2, 0.0)))  # rounding may fall below 0


def dot_product_variances(sizes: tuple[int, ...], *, samples: int, seed: int) -> Float[Array, " size"]:
    """The measured variance of q . k for each d_k in `sizes`, over pairs of vectors drawn from N(0, 1).

    The components have mean 0 and variance 1 and are independent, so the variance expected is d_k itself
    (Vaswani et al. 2017, section 3.2.1, footnote 4).
    """
    random = np.random.default_rng(seed)
    return np.array(
        [np.einsum("nd,nd->n", *random.standard_normal((2, samples, size))).var() for size in sizes], dtype=np.float64
    )
