"""A small random matrix, its largest eigenvalue, and what many steps of it make of a vector."""

import numpy as np

from headlight.formulas import block as block_formulas
from headlight.parts.nouns import Says, said
from headlight.pictures import Labels, Screen, Style
from transformer.experiments.powers import dominant, powers, random_matrix

_SIZE, _STEPS = 6, 63


def show(screen: Screen, largest: float, step: int, seed: int) -> None:
    """Length, gradient and angle after each step, the matrix itself, and the length as a power of its eigenvalue."""
    matrix_a = random_matrix(_SIZE, largest, seed=seed)
    walked = powers(matrix_a, np.full(_SIZE, _SIZE**-0.5), _STEPS)
    left, middle, right = screen.columns(36, 34, 30)
    with left.headed(
        "Length after n steps", "Logarithmic scale, so a straight line is growth or decay by the same factor each step."
    ):
        power = largest ** np.arange(_STEPS + 1)
        screen.curves(
            {"length of Aⁿx": walked.lengths, "length of its gradient": walked.gradients, "λⁿ": power},
            dashed=("λⁿ",),
            logarithmic="y",
            at=float(step),
            axes=("steps n", "length"),
            height=300,
            alt="Length of the vector, and of the gradient through the steps, after each step, on a logarithmic scale.",
            key="powers_lengths",
        )
    with middle.headed(
        "Angle to the dominant eigenvector", "From almost any start the vector swings to one line alone."
    ):
        screen.curves(
            {"angle": walked.angles},
            at=float(step),
            axes=("steps n", "degrees"),
            y_range=(0.0, 90.0),
            height=300,
            alt="Angle between the vector and the dominant eigenvector after each step.",
            key="powers_angles",
        )
    with right.headed("The matrix A, x and v", f"Right: where x is after {step} steps, as a direction, and v."):
        _, direction = dominant(matrix_a)
        direction = direction * (np.sign(walked.vectors[step] @ direction) or 1)  # of its two ends the one near x
        screen.matrix(
            np.column_stack([matrix_a, walked.vectors[step] / walked.lengths[step], direction]),
            Labels(
                rows=[str(row) for row in range(_SIZE)], columns=[*map(str, range(_SIZE)), "x/|x|", "v"], noun="value"
            ),
            style=Style(scale="diverging"),
            alt="The random matrix, and beside it the present direction of the vector and the dominant eigenvector.",
            key="powers_matrix",
        )
    lengths = float(walked.lengths[step]), float(walked.angles[step])
    screen.sentence(_verdict(largest, step, lengths[0]), key="verdict")
    screen.formula(block_formulas.powers(largest, step, *lengths), key="power_formula")


def _verdict(largest: float, step: int, length: float) -> Says:
    """Say what the present length means for a network that multiplies by one matrix at each step."""
    if largest > 1:
        means = "It **explodes**, and so does the gradient, which passes the same matrices on its way back."
    elif largest < 1:
        means = "It **vanishes**, and so does the gradient: what came many steps before no longer teaches."
    else:
        means = "At λ = 1 exactly it neither explodes nor vanishes, a knife’s edge that training does not stay on."
    return said(f"After {step} steps the vector is {length:.3g} long; it began with length 1. {means}")
