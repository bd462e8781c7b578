"""Formulas of attention worked by hand: one form for both projections, a word's whole way, an additive score."""

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.formulas.lines import Lines, alone, formula, further, line, then
from headlight.formulas.mathml import (
    Part,
    above,
    applied,
    below,
    both,
    brackets,
    equals,
    fixed,
    fraction,
    listed,
    number,
    over,
    plus,
    product,
    root,
    row,
    table,
    times,
    total,
)

_W_Q, _W_K = below("W", "Q"), below("W", "K")
_OF_KEYS = both("W", "K", "⊤")


@formula
def bilinear_form(query: int, key: int, score: float, form: float) -> Lines:
    """A score as q · k, and as x_i W x_j^T: vectors are rows, as everywhere here."""
    q, k = below("q", query), below("k", key)
    x, transposed = below("x", query), both("x", key, "⊤")
    return (
        line(
            times(q, k, sign="·"),
            equals(brackets(product(x, _W_Q)), above(brackets(product(below("x", key), _W_K)), "⊤")),
        ),
        then(equals(number(score, 6))),
        line(product(x, "W", transposed), equals(number(form, 6))),
        line("W", equals(product(_W_Q, _OF_KEYS))),
    )


@formula
def attention_result(context: Float[Array, "word d_value"], width: int) -> Lines:
    """The context of every word, with eight decimals."""
    scaled = brackets(fraction(row("Q", above("K", "⊤")), root(width)), grows=True)
    rows = [[fixed(float(value), 8) for value in vector] for vector in context]
    return alone(row("softmax", scaled, "V", equals())), alone(brackets(table(rows), grows=True))


@formula
def one_word(
    position: int,
    word: Float[Array, " d"],
    query: Float[Array, " d"],
    scores: Float[Array, " key"],
    scaled: Float[Array, " key"],
    weights: Float[Array, " key"],
    values: Float[Array, "key d_value"],
    context: Float[Array, " d_value"],
) -> Lines:
    """A word's way from its own numbers to its context; `position` counts from 0, the screen from 1."""
    i = position + 1
    first, *rest = (
        times(number(float(weight)), _vector(value), sign="·") for weight, value in zip(weights, values, strict=True)
    )
    return (
        line(below("q", i), equals(product(below("x", i), _W_Q)), equals(product(_vector(word), _W_Q))),
        then(equals(_vector(query))),
        line(times(below("q", i), below("k", "j"), sign="·"), equals(_vector(scores))),
        line(row("/", root(len(word))), equals(_vector(scaled))),
        line("softmax", equals(_vector(weights))),
        line("context", equals(first)),
        *(further(plus(term)) for term in rest),
        then(equals(brackets(listed(*(fixed(float(value), 8) for value in context))))),
    )


def _vector(values: Array) -> Part:
    return brackets(listed(*(_short(float(value)) for value in values)))


def _short(value: float) -> Part:
    """A whole number as it is, any other with three significant digits."""
    return fixed(value, 0) if value == np.round(value) and abs(value) < 1e6 else number(value, 3)


@formula
def additive_score(
    from_query: Float[Array, " unit"], from_key: Float[Array, " unit"], v: Float[Array, " unit"]
) -> Lines:
    """v · tanh(W_s s + W_h h) of Bahdanau et al. 2015, unit by unit."""
    terms = [
        product(number(float(one), 3), applied("tanh", total(number(float(a), 3), number(float(b), 3))))
        for one, a, b in zip(v, from_query, from_key, strict=True)
    ]
    from_state, from_word = (below(brackets(product(below("W", name), name)), "m") for name in ("s", "h"))
    term = product(below("v", "m"), applied("tanh", total(from_state, from_word)))
    first, *rest = terms
    shown = [*map(plus, rest)] if len(rest) <= 2 else [row(plus(rest[0]), plus("⋯")), plus(rest[-1])]
    return (
        line("score", equals(over("∑", "m", inline=True), term)),
        then(equals(first)),
        *map(further, shown),
        then(equals(number(float(v @ np.tanh(from_query + from_key))))),
    )
