"""Formulas of learning: a step down a gradient, and how far it should go."""

from headlight.formulas.lines import Lines, formula, line
from headlight.formulas.mathml import above, below, equals, fraction, minus, number, over, related, remark, row, times


@formula
def step_down(rate: float, slope: float, before: float, after: float) -> Lines:
    """How far the loss should fall in a step, if it went on as straight as it begins, and how far it fell."""
    gradient = below("g", "w")
    return (
        line("w", related("←", minus("w", row("η", gradient))), remark(gradient, equals(fraction("∂loss", "∂w")))),
        line(
            "promised",
            equals(row("η", over("∑", "w", inline=True), above(gradient, 2))),
            equals(times(number(rate), number(slope))),
            equals(number(rate * slope)),
        ),
        line("fell", equals(minus(number(before), number(after))), equals(number(before - after))),
    )
