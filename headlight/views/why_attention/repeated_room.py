"""Repeated multiplication on screen: a small random matrix, its largest eigenvalue, what many steps make of it."""

import numpy as np
import streamlit as st

from headlight.formulas import block as block_formulas
from headlight.frame import controls, page, widgets
from headlight.frame.boards import board
from headlight.pictures.board import Board
from headlight.pictures.curves import curves
from headlight.pictures.formula import formula
from headlight.pictures.matrix import matrix
from transformer.experiments.powers import Powers, dominant, powers, random_matrix

_SIZE, _STEPS = 6, 60


def show() -> None:
    """A dial for the largest eigenvalue, one for the step; length, gradient and angle after each step."""
    with widgets.many(), widgets.row():
        largest = controls.slider(
            "eigenvalue",
            "Largest eigenvalue λ",
            1.1,
            width=260,
            help="The matrix is random, then scaled so that its eigenvalue of greatest size is this.",
        )
        step = controls.slider("steps", "Steps n", 30, width=260)
        seed = controls.number("matrix_seed", "Another matrix: seed", 3, width=170)
    matrix_a = random_matrix(_SIZE, largest, seed=seed)
    walked = powers(matrix_a, np.full(_SIZE, _SIZE**-0.5), _STEPS)
    with board(key="repeated") as drawn:
        left, middle, right = drawn.columns(36, 34, 30)
        with left:
            _lengths(drawn, walked, largest, step)
        with middle:
            _angles(drawn, walked, step)
        with right:
            _numbers(drawn, matrix_a, walked, step)
    st.caption(_verdict(largest, step, float(walked.lengths[step])))
    if page.arithmetic():
        worked = block_formulas.powers(largest, step, float(walked.lengths[step]), float(walked.angles[step]))
        formula(worked, key="power_formula")


def _lengths(drawn: Board, walked: Powers, largest: float, step: int) -> None:
    drawn.heading(
        "Length after n steps",
        "Upwards in powers of ten, so a straight line is growth or decay by the same factor each step.",
    )
    numbers = np.arange(_STEPS + 1)
    curves(
        {"length of Aⁿx": walked.lengths, "length of its gradient": walked.gradients, "λⁿ": largest**numbers},
        over=numbers,
        dashed=("λⁿ",),
        logarithmic="y",
        at=float(step),
        x_title="steps n",
        y_title="length",
        height=300,
        alt="Length of the vector, and of the gradient through the steps, after each step, on a logarithmic scale.",
        key="powers_lengths",
    )


def _angles(drawn: Board, walked: Powers, step: int) -> None:
    drawn.heading("Angle to the dominant eigenvector", "From almost any start the vector swings to one line alone.")
    curves(
        {"angle": walked.angles},
        over=np.arange(_STEPS + 1),
        at=float(step),
        x_title="steps n",
        y_title="degrees",
        y_range=(0.0, 90.0),
        height=300,
        alt="Angle between the vector and the dominant eigenvector after each step.",
        key="powers_angles",
    )


def _numbers(drawn: Board, matrix_a: np.ndarray, walked: Powers, step: int) -> None:
    drawn.heading("The matrix A, x and v", f"Right: where x is after {step} steps, as a direction, and v.")
    _, direction = dominant(matrix_a)
    direction = direction * (np.sign(walked.vectors[step] @ direction) or 1)  # of its two ends the one that x is near
    matrix(
        np.column_stack([matrix_a, walked.vectors[step] / walked.lengths[step], direction]),
        rows=[str(row) for row in range(_SIZE)],
        columns=[*map(str, range(_SIZE)), "x/|x|", "v"],
        noun="value",
        scale="diverging",
        alt="The random matrix, and beside it the present direction of the vector and the dominant eigenvector.",
        key="powers_matrix",
    )


def _verdict(largest: float, step: int, length: float) -> str:
    """What the present length means for a network that multiplies by one matrix at each step."""
    after = f"After {step} steps the vector is {length:.3g} long; it began with length 1. "
    if largest > 1:
        return after + "It **explodes**, and so does the gradient, which passes the same matrices on its way back."
    if largest < 1:
        return after + "It **vanishes**, and so does the gradient: what stood many steps back no longer teaches."
    return after + "At λ = 1 exactly it neither explodes nor vanishes, a knife’s edge that training does not stay on."
