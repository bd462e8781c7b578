"""Formulas of a head: a score, its scaling and masking, its weight, and what the heads add up to."""

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.formulas.lines import Line, Lines, formula, further, line, then
from headlight.formulas.mathml import (
    Content,
    Part,
    above,
    applied,
    below,
    both,
    brackets,
    equals,
    fraction,
    listed,
    number,
    over,
    part,
    plus,
    power_of_e,
    product,
    remark,
    root,
    row,
    shortened,
    space,
    times,
    total,
)
from headlight.formulas.numbers import log_sum_exp

_MINUS_INFINITY = number(-np.inf)
_TERMS_A_LINE = 3  # which is what a phone has room for


@formula
def score_and_scaled(
    products: Float[Array, " d_head"], factor: float | None = None, softcap: float | None = None
) -> Lines:
    """q · k as the sum of its products, and that sum divided by the square root of their number.

    A model may multiply by another `factor` instead, and press what comes of it between -softcap and softcap.
    """
    d_head, score = len(products), float(products.sum())
    divisor = np.sqrt(d_head)
    summed = (
        line("score", equals(shortened([number(float(term), 3) for term in products]))),
        then(equals(number(score))),
    )
    if factor is not None and (softcap or not np.isclose(factor * divisor, 1, rtol=1e-6)):
        multiplied = score * factor
        product_of = times(number(score), number(factor))
        if not softcap:
            return *summed, line("scaled", equals(product_of), equals(number(multiplied)))
        pressed = fraction(number(multiplied), number(softcap))
        return (
            *summed,
            line(product_of, equals(number(multiplied))),
            line(
                "scaled",
                equals(times(number(softcap), applied("tanh", pressed))),
                equals(number(float(softcap * np.tanh(multiplied / softcap)))),
            ),
        )
    return (
        *summed,
        line(
            "scaled",
            equals(fraction(number(score), root(d_head))),
            equals(fraction(number(score), number(float(divisor)))),
            equals(number(float(score / divisor))),
        ),
    )


@formula
def weight_of(masked: Float[Array, " key"], key: int) -> Lines:
    """The softmax of one row of masked scores, for the weight of one key: exp, the row's sum, their ratio.

    -inf is where the query may not look; a masked cell itself has weight 0.
    """
    score, logarithm = float(masked[key]), log_sum_exp(masked)
    if score == -np.inf:
        return (
            line("masked", equals(_MINUS_INFINITY)),
            line("weight", equals(fraction(above("e", _MINUS_INFINITY), "sum")), equals(0)),
        )
    powers = [power_of_e(float(value), 3) for value in masked if value != -np.inf]
    return (
        line(applied("exp", number(score)), equals(power_of_e(score))),
        line("sum", equals(shortened(powers))),
        then(equals(power_of_e(logarithm))),
        line(
            "weight",
            equals(fraction(power_of_e(score), power_of_e(logarithm))),
            equals(number(float(np.exp(score - logarithm)))),
        ),
    )


@formula
def masked_row(scaled: Float[Array, " key"], masked: Float[Array, " key"], query: int) -> Lines:
    """A row of masked: its heaviest open cell worked out to its weight, and its first closed cell if there is one."""
    opened, closed = np.flatnonzero(masked != -np.inf), np.flatnonzero(masked == -np.inf)
    firsts = [int(first) for first in closed[:1]]
    hidden = [_cell(query, first, float(scaled[first]), _MINUS_INFINITY, _MINUS_INFINITY) for first in firsts]
    if not len(opened):
        return tuple(hidden)
    best = int(opened[masked[opened].argmax()])
    logarithm, nothing = log_sum_exp(masked[opened]), above("e", _MINUS_INFINITY)
    powers = [power_of_e(float(score), 3) if score != -np.inf else nothing for score in masked]
    powerless: list[Content] = [",", remark(nothing, equals(0))] if len(closed) else []
    return (
        _cell(query, best, float(scaled[best]), part(0), number(float(masked[best]))),
        *hidden,
        line("row sum", equals(shortened(powers))),
        then(equals(power_of_e(logarithm)), *powerless),
        line(
            below("weight", listed(query, best)),
            equals(fraction(power_of_e(float(masked[best])), power_of_e(logarithm))),
            equals(number(float(np.exp(masked[best] - logarithm)))),
        ),
    )


def _cell(query: int, key: int, scaled: float, mask: Part, result: Part) -> Line:
    added = brackets(mask) if mask.minus else mask
    return line(below("masked", listed(query, key)), equals(total(number(scaled), added)), equals(result))


@formula
def sum_of_heads(parts: Float[Array, " part"], dimension: int, *, biased: bool = False) -> Lines:
    """One number of attended, at the last position, as the sum of what each head adds to it, and a bias if there is."""
    terms = [number(float(term), 3) for term in parts]
    lines = [terms[start : start + _TERMS_A_LINE] for start in range(0, len(terms), _TERMS_A_LINE)]
    subscripts = listed("last", dimension)
    of_head = product(below("context", "h"), both("W", "O", brackets("h")))
    of_all = row(over("∑", "h"), below(brackets(of_head), subscripts))
    return (
        line(below("attended", subscripts), equals(total(of_all, below("b", dimension)) if biased else of_all)),
        then(equals(total(*lines[0]))),
        *(further(total(plus(first), *rest)) for first, *rest in lines[1:]),
        then(equals(number(float(parts.sum()), 3))),
    )


@formula
def dense_and_attention(query: int, key: int, fixed: float | None, scores: Float[Array, " key"]) -> Lines:
    """One weight of the fixed mixing, None where it has none, and the head's, from its query's masked scores."""
    cell = listed(query, key)
    score = row(times(below("q", query), below("k", key), sign="·"), "/", root("d"))
    return (
        line(row("dense:", space(0.28), below("m", cell)), *_fixed(fixed)),
        line(row("attention:", space(0.28), below("w", cell)), equals(above("e", score), "/", "sum")),
        then(equals(_share(scores, key))),
    )


def _fixed(weight: float | None) -> tuple[Part, ...]:
    if weight is None:
        return (equals("no such row or column"),)
    return equals(number(weight)), remark("for any sentence")


def _share(scores: Array, key: int) -> Part:
    score = float(scores[key])
    if score == -np.inf:
        return row(0, remark("(masked)"))
    logarithm = log_sum_exp(scores)
    share = fraction(above("e", number(score)), power_of_e(logarithm))
    return row(share, equals(number(float(np.exp(score - logarithm)))))
