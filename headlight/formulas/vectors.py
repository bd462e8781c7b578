"""Formulas of embeddings and word vectors: a row looked up, the cosine of two, a pair trained on, an analogy."""

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.formulas.lines import Lines, alone, formula, line, then
from headlight.formulas.mathml import (
    Part,
    above,
    applied,
    below,
    brackets,
    equals,
    fraction,
    length,
    listed,
    minus,
    negative,
    number,
    plus,
    product,
    root,
    row,
    shortened,
    times,
    total,
)


@formula
def one_hot_row(values: Float[Array, " d_model"], id: int) -> Lines:
    """A one-hot vector times W_E is a row of W_E: the row `values` of the token `id`."""
    embedding = below("W", "E")
    one_hot = brackets(listed(0, "…", 0, 1, 0, "…", 0))
    ends = [number(float(value), 3) for value in (*values[:3], values[-1])]
    vector = brackets(listed(*ends[:-1], "…", ends[-1]))
    return (alone(product(one_hot, embedding), equals(embedding, brackets(id, pair="[]")), equals(vector)),)


@formula
def cosine_of_terms(first_vector: Float[Array, " d_model"], second_vector: Float[Array, " d_model"]) -> Lines:
    """The cosine of two vectors: their products summed, divided by both lengths."""
    first, second = (float(np.linalg.norm(vector)) for vector in (first_vector, second_vector))
    dot = float(first_vector @ second_vector)
    return (
        line(times("a", "b", sign="·"), equals(_products(first_vector, second_vector)), equals(number(dot))),
        line(length("a"), equals(root(times("a", "a", sign="·"))), equals(number(first))),
        line(length("b"), equals(root(times("b", "b", sign="·"))), equals(number(second))),
        *_cosine(dot, first, second),
    )


@formula
def cosine(one: Float[Array, " d_model"], other: Float[Array, " d_model"]) -> Lines:
    """The cosine of two vectors, from their dot product and their lengths."""
    return _cosine(float(one @ other), float(np.linalg.norm(one)), float(np.linalg.norm(other)))


def _cosine(dot: float, first: float, second: float) -> Lines:
    lengths = product(length("a"), length("b"))
    return (
        line(applied("cos", "a", "b"), equals(fraction(times("a", "b", sign="·"), lengths))),
        then(
            equals(fraction(number(dot), times(number(first), number(second)))),
            equals(number(float(np.float64(dot) / (np.float64(first) * second)))),
        ),
    )


def _products(first: Array, second: Array) -> Part:
    return shortened(
        [row(brackets(number(float(a), 3)), brackets(number(float(b), 3))) for a, b in zip(first, second, strict=True)]
    )


@formula
def pair(centre: Float[Array, " d"], neighbour: Float[Array, " d"]) -> Lines:
    """The chance of one pair: the dot product of two rows through the sigmoid, and the loss that training lowers."""
    score = np.float64(neighbour @ centre)
    chance = 1 / (1 + np.exp(-score))
    dot = times("u", "v", sign="·")
    return (
        line(dot, equals(_products(neighbour, centre))),
        then(equals(number(float(score)))),
        line(
            applied("σ", dot),
            equals(fraction(1, total(1, above("e", number(float(-score)))))),
            equals(number(float(chance))),
        ),
        line(
            "loss of the pair",
            equals(negative(product("ln", number(float(chance))))),
            equals(number(float(np.logaddexp(0, -score)))),
        ),
    )


@formula
def analogy(
    first: Float[Array, " d"], taken: Float[Array, " d"], added: Float[Array, " d"], expected: Float[Array, " d"]
) -> Lines:
    """One coordinate of first - taken + added, and the cosine of this sum with the expected word; all of length 1."""
    whole = first - taken + added
    size, dot = float(np.linalg.norm(whole)), float(whole @ expected)
    a, b, c, s = (number(float(vector[0]), 3) for vector in (first, taken, added, whole))
    return (
        line(below("s", 1), equals(minus(a, b), plus(c)), equals(s)),
        line(applied("cos", "s", "w"), equals(fraction(times("s", "w", sign="·"), length("s")))),
        then(equals(fraction(number(dot), number(size))), equals(number(dot / size if size else 0.0))),
    )
