"""Formulas of softmax: its table, how much it can still learn, and why scores are divided by a root."""

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.formulas.lines import Lines, alone, formula, line, then
from headlight.formulas.mathml import (
    above,
    applied,
    below,
    brackets,
    equals,
    fixed,
    fraction,
    minus,
    negative,
    number,
    over,
    power_of_e,
    product,
    remark,
    root,
    row,
    shortened,
    space,
    table,
    times,
    total,
)
from headlight.formulas.numbers import log_sum_exp


@formula
def softmax_table(values: Float[Array, " n"], weights: Float[Array, " n"]) -> Lines:
    """Each value, its power of e and its weight with eight decimals, and the sums."""
    rows = [
        (number(float(value), padded=False), power_of_e(float(value)), fixed(float(weight), 8))
        for value, weight in zip(values, weights, strict=True)
    ]
    exp = above("e", "x")
    sums = ("sum", power_of_e(log_sum_exp(values)), fixed(float(weights.sum()), 8))
    return (alone(table(rows, head=("x", exp, row(exp, "/", "sum")), foot=sums)),)


@formula
def norm_of_jacobian(weights: Float[Array, " n"]) -> Lines:
    """The Jacobian of softmax at its largest weight, and its norm, from sums of powers of the weights."""
    weights = weights.astype(np.float64)
    largest = float(weights.max())
    squares, cubes = float((weights**2).sum()), float((weights**3).sum())
    norm = float(np.linalg.norm(np.diag(weights) - np.outer(weights, weights)))  # the sum would cancel its digits
    most = below("p", "max")
    slope = fraction(row("∂", below("p", "i")), row("∂", below("x", "j")))
    return (
        line(slope, equals(below("p", "i"), brackets(minus(below("δ", row("i", "j")), below("p", "j"))))),
        line(product(most, brackets(minus(1, most))), equals(times(number(largest), number(1 - largest)))),
        then(equals(number(largest * (1 - largest)))),
        line(
            row("a", equals(over("∑", "i", inline=True), above("p", 2))),
            equals(number(squares), ","),
            remark("b", equals(over("∑", "i", inline=True), above("p", 3)), equals(number(cubes))),
        ),
        line(
            row(brackets("J", pair="‖‖"), equals(root(total("a", negative(row(2, "b")), above("a", 2))))),
            equals(number(norm)),
        ),
    )


@formula
def variances(d_k: int, measured: float) -> Lines:
    """The variance of a score with and without the root, expected and measured."""
    score = times("q", "k", sign="·")
    variance = applied("Var", row(below("q", "i"), below("k", "i")))
    scaled = brackets(fraction(score, root(below("d", "k"))), grows=True)
    return (
        line(
            applied("Var", score),
            equals(over("∑", row("i", "=", 1), below("d", "k")), variance),
            equals(times(d_k, 1)),
            equals(d_k),
        ),
        then("measured:", space(0.28), number(measured)),
        line(row("Var", scaled), equals(fraction(d_k, d_k)), equals(1)),
        then("measured:", space(0.28), number(float(np.float64(measured) / d_k))),
    )


@formula
def soft_weight(likeness: Float[Array, " key"], weights: Float[Array, " key"], temperature: float) -> Lines:
    """The largest weight of a soft look-up, from the cosines."""
    best = int(weights.argmax())
    power = [above("e", row(number(float(value), 3), "/", number(temperature, padded=False))) for value in likeness]
    cosine, others = (row(below("cos", index), "/", "T") for index in (best + 1, "j"))
    symbol = below("weight", best + 1)
    return (
        line(symbol, equals(fraction(above("e", cosine), row(over("∑", "j", inline=True), above("e", others))))),
        then(equals(fraction(power[best], shortened(power))), equals(number(float(weights[best])))),
    )


@formula
def gradient_of_score(weights: Float[Array, " key"], slopes: Float[Array, " key"], key: int, d_head: int) -> Lines:
    """The loss's gradient with respect to one score, from its gradients with respect to the weights of the row."""
    weights, slopes = weights.astype(np.float64), slopes.astype(np.float64)
    mean, weight, slope = float(weights @ slopes), float(weights[key]), float(slopes[key])
    of_weight, mean_slope = below("g", key), above("g", "mean")
    inside = minus(number(slope), number(mean))
    return (
        line(of_weight, equals(fraction(row("∂", "loss"), row("∂", below("weight", key)))), equals(number(slope))),
        line(
            mean_slope,
            equals(over("∑", "k", inline=True), product(below("weight", "k"), below("g", "k"))),
            equals(number(mean)),
        ),
        line(
            fraction(row("∂", "loss"), row("∂", below("score", key))),
            equals(
                fraction(product(below("weight", key), brackets(minus(of_weight, mean_slope))), root(below("d", "k")))
            ),
        ),
        then(
            equals(fraction(times(number(weight), brackets(inside)), root(d_head))),
            equals(number(float(weight * (slope - mean) / np.sqrt(np.float64(d_head))))),
        ),
    )
