"""Formulas of path lengths, costs and gradients, from recurrent networks to attention."""

import numpy as np

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
    minus,
    number,
    over,
    product,
    related,
    row,
    space,
    table,
    thousands,
    times,
    total,
)


@formula
def comparison(n: int, d: int, k: int, layers: int, *, dilated: bool) -> Lines:
    """The table of Vaswani et al. 2017 (section 4, table 1) with a text's numbers: work, steps, longest path.

    n words of d numbers, windows of k words, of which so many `layers` reach over the whole text. The RNN with
    attention is not in the paper's table.
    """
    squared, every = above("d", 2), above("n", 2)
    both = total(product("n", squared), product(every, "d"))
    linear, one = applied("O", "n"), applied("O", 1)
    windows = applied("O", product(below("log", "k"), "n") if dilated else row("n", "/", "k"))
    window = (one, 1, windows, layers)
    kinds: tuple[tuple[str, Part, int, tuple[Part, int, Part, int]], ...] = (
        ("RNN", product("n", squared), n * d**2, (linear, n, linear, n)),
        ("convolution", product("k", "n", squared), k * n * d**2, window),
        ("window attention", product("k", "n", "d"), k * n * d, window),
        ("RNN + attention", both, n * d**2 + n**2 * d, (linear, n + 1, one, 2)),
        ("self-attention", product(every, "d"), n**2 * d, (one, 1, one, 1)),
    )
    rows = [
        (
            name,
            row(work, equals(thousands(count))),
            row(order, ":", space(0.28), steps),
            row(far, ":", space(0.28), longest),
        )
        for name, work, count, (order, steps, far, longest) in kinds
    ]
    return (alone(table(rows, left=4, head=("layer", "multiplications", "steps", "longest path"))),)


@formula
def window_layers(distance: int, k: int, layers: int, *, dilated: bool) -> Lines:
    """How many layers of windows the way from word i to the state at j takes."""
    if dilated:
        rule = product(below("log", "k"), brackets(total(minus("j", "i"), 1)))
        exact = product(below("log", k), brackets(total(distance, 1)))
    else:
        rule = row(brackets(minus("j", "i")), "/", brackets(minus("k", 1)))
        exact = row(distance, "/", brackets(minus(k, 1)))
    return (
        line("layers of windows", equals(brackets(rule, pair="⌈⌉"))),
        then(equals(brackets(exact, pair="⌈⌉")), equals(layers)),
    )


@formula
def chain_rule(
    distance: int, first: float, rnn: float, attention: float, *, radius: float, width: int, tanh: bool
) -> Lines:
    """Where the gradients come from: a product of matrices, one for each step, against one look.

    `first` and `rnn` are the measured norms of dh/dx_0 in the recurrent network at distance 0 and at `distance`,
    `attention` that of do/dx_0. Two expectations stand beside them, made of nothing measured: the spectral radius to
    the power of the distance, and for attention |W_V| / (distance + 1), which is what even weights would pass on.
    W_V has `width` x `width` entries of variance 1 / `width`, so |W_V| is the square root of `width`.
    """
    state, output, start = below("h", distance), below("o", distance), below("x", 0)
    weights = product(applied("diag", minus(1, above(below("h", "t"), 2))), "W") if tanh else "W"
    steps = brackets(over("∏", row("t", "=", 1), distance, inline=True), weights, grows=True)
    slope = _slope(state, start)
    factor = np.float64(rnn / np.float64(first)) ** (1 / np.float64(distance))
    weight, value = below("α", row(distance, ",", "j")), below("W", "V")
    even = float(np.sqrt(np.float64(width)) / (distance + 1))
    norm = number(float(np.sqrt(np.float64(width))), 3)
    return (
        line(row("RNN:", space(0.28), slope), equals(steps, space(0.17), _slope(below("h", 0), start))),
        line(
            length(slope),
            equals(number(rnn)),
            equals(times(number(first), above(number(float(factor), 3), distance), sign="·")),
        ),
        line(
            above(applied("ρ", "W"), distance),
            equals(above(number(radius, 6, padded=False), distance)),
            equals(number(float(np.float64(radius) ** distance), 3)),
        ),
        line(
            row("attention:", space(0.28), output),
            equals(over("∑", row("j", "=", 0), distance, inline=True), product(weight, below("x", "j"), value)),
        ),
        line(length(_slope(output, start)), equals(number(attention))),
        line(
            row("even weights:", space(0.28), fraction(length(value), distance + 1)),
            related("≈", fraction(norm, distance + 1)),
            equals(number(even, 3)),
        ),
    )


def _slope(numerator: Part, denominator: Part) -> Part:
    return fraction(row("∂", numerator), row("∂", denominator))
