"""Formulas of the block: the residual stream, layer norm, a hidden unit, and repeated multiplication."""

import math

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.formulas.lines import Lines, formula, line, then
from headlight.formulas.mathml import (
    Part,
    above,
    applied,
    below,
    both,
    brackets,
    equals,
    fraction,
    hat,
    listed,
    minus,
    number,
    over,
    product,
    root,
    row,
    times,
    total,
)


@formula
def layer_norm(
    before: Float[Array, " d_model"],
    mean: float,
    deviation: float,
    normalized: float,
    gamma: float,
    beta: float,
    after: float,
    dimension: int,
) -> Lines:
    """One number through a layer norm: less the mean, over the deviation, times gamma, plus beta."""
    ends = [number(float(value), 3) for value in (*before[:2], before[-1])]
    spread = over("∑", "i", inline=True), above(brackets(minus(below("x", "i"), "μ")), 2)
    scaled = times(number(gamma), number(normalized), sign="·")
    return (
        line("μ", equals(fraction(total(*ends[:2], "⋯", ends[2]), len(before))), equals(number(mean))),
        line("σ", equals(root(total(row(fraction(1, len(before)), *spread), "ε"))), equals(number(deviation))),
        line(
            below(hat("x"), dimension),
            equals(fraction(minus(number(float(before[dimension])), number(mean)), number(deviation))),
            equals(number(normalized)),
        ),
        line(
            below("y", dimension),
            equals(total(row("γ", hat("x")), "β")),
            equals(total(scaled, number(beta))),
            equals(number(after)),
        ),
    )


@formula
def rms_norm(
    before: Float[Array, " d_model"],
    root_mean_square: float,
    normalized: float,
    gamma: float,
    after: float,
    dimension: int,
) -> Lines:
    """One number through an RMSNorm: over the root mean square, times gamma; nothing is taken off and nothing added."""
    squares = over("∑", "i", inline=True), above(below("x", "i"), 2)
    return (
        line(
            "rms", equals(root(total(row(fraction(1, len(before)), *squares), "ε"))), equals(number(root_mean_square))
        ),
        line(
            below(hat("x"), dimension),
            equals(fraction(number(float(before[dimension])), number(root_mean_square))),
            equals(number(normalized)),
        ),
        line(
            below("y", dimension),
            equals(row("γ", hat("x"))),
            equals(times(number(gamma), number(normalized), sign="·")),
            equals(number(after)),
        ),
    )


@formula
def activated(unit: int, name: str, before: float, hidden: float) -> Lines:
    """Write the activation of one hidden unit, by a nonlinearity of this name."""
    weights = row(below("W", "in"), brackets(listed(":", unit), pair="[]"))
    return (
        line(below("input", unit), equals(times(applied("norm", "x"), weights, sign="·")), equals(number(before))),
        line(below("hidden", unit), equals(applied(name, number(before))), equals(number(hidden))),
    )


@formula
def gated(unit: int, name: str, gate: float, opened: float, up: float) -> Lines:
    """One hidden unit of a gated network: how far its gate is open, times what it lets through (Shazeer 2020)."""

    def product_with(matrix: str) -> Part:
        column = row(below("W", matrix), brackets(listed(":", unit), pair="[]"))
        return times(applied("norm", "x"), column, sign="·")

    return (
        line(below("gate", unit), equals(product_with("gate")), equals(number(gate))),
        line(below("up", unit), equals(product_with("in")), equals(number(up))),
        line(below("hidden", unit), equals(times(applied(name, below("gate", unit)), below("up", unit), sign="·"))),
        then(equals(times(number(opened), number(up), sign="·")), equals(number(opened * up))),
    )


@formula
def gelu(unit: int, before: float, *, by_tanh: bool = False) -> Lines:
    """Write the GELU of one hidden unit: x times the share of a Gaussian below x, or that share by its tanh form."""
    x, weights = number(before), row(below("W", "in"), brackets(listed(":", unit), pair="[]"))
    hidden = below("hidden", unit)
    if by_tanh:  # Hendrycks and Gimpel 2016, section 2
        argument = math.sqrt(2 / math.pi) * (before + 0.044715 * np.float64(before) ** 3)
        below_it, z = (1 + np.tanh(argument)) / 2, "z"
        inside = brackets(total("x", times(number(0.044715, 5), above("x", 3), sign="·")))
        share = (
            line(z, equals(product(root(fraction(2, "π")), inside)), equals(number(float(argument)))),
            line(hidden, equals(applied("GELU", x))),
            then(equals(product(fraction("x", 2), brackets(total(1, applied("tanh", z)))))),
        )
    else:
        below_it = (1 + math.erf(before / math.sqrt(2))) / 2
        share = (line(hidden, equals(applied("GELU", x))), then(equals(times(x, applied("Φ", x), sign="·"))))
    return (
        line(below("input", unit), equals(total(times(applied("LN", "x"), weights, sign="·"), below("b", unit)))),
        then(equals(x)),
        *share,
        then(equals(times(x, number(float(below_it)))), equals(number(float(before * below_it)))),
    )


@formula
def push(unit: int, value: float, logit_per_unit: float) -> Lines:
    """Write what a unit adds to the logit it raises most: its value times what a value of 1 would add."""
    writes = brackets(below("W", "out"), brackets(unit, pair="[]"), "→", both("W", "U", "⊤"))
    return (
        line("push", equals(times(below("hidden", unit), writes))),
        then(equals(times(number(value), number(logit_per_unit))), equals(number(value * logit_per_unit))),
    )
