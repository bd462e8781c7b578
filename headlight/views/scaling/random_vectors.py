"""Random queries and keys of any length, how far their scores spread, and what softmax makes of these or of others."""

from typing import NamedTuple

import numpy as np
import streamlit as st
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.formulas import softmax as softmax_formulas
from headlight.frame import controls, widgets
from headlight.frame.boards import board
from headlight.frame.held import held
from headlight.pictures.curves import curves
from headlight.pictures.formula import formula
from headlight.views.scaling import numbers, saturation
from transformer.softmax import dot_product_variances, softmax

SIZES = (2, 4, 8, 16, 32, 64, 128, 256, 512)  # d_k
SAMPLES = 2000
_KEYS = 8
SOURCES = ("your numbers", "eight Gaussian numbers", "random keys")  # written in the address as they are


class Chosen(NamedTuple):
    """What the dials say."""

    d_k: int
    seed: int
    source: str  # of SOURCES
    scores: Float[Array, " n"]  # what goes into softmax, before the factor
    factor: float  # the multiplier, divided by the temperature


def asked() -> Chosen:
    """The length of random vectors, what a softmax is taken of, and what that is multiplied by."""
    with widgets.many():
        with st.container(horizontal=True, gap="medium", vertical_alignment="bottom"):
            d_k = controls.slider(
                "d_k",
                "Numbers in a query and in a key, $d_k$",
                64,
                width=300,
                help="All are drawn with mean 0 and variance 1.",
            )
            seed = controls.number("vector_seed", "Seed", 0, width=120)
            source = controls.one_of("softmax_of", "Softmax of", SOURCES[0])
            divided = source == SOURCES[2] and controls.toggle(
                "vector_root", r"Divide by $\sqrt{d_k}$", True, help="As attention does."
            )
        scores = _scores(source, d_k, seed, divided)
        with st.container(horizontal=True, gap="medium", vertical_alignment="bottom"):
            factor = numbers.factor()
    return Chosen(d_k, seed, source, scores, factor)


def show(chosen: Chosen) -> None:
    """The variance of random scores beside a softmax, and that softmax for every multiplier."""
    with board(key="random_vectors") as screen:
        left, middle, right = screen.columns(34, 34, 32)
        with left:
            screen.heading(
                "The variance of q · k",
                f"Each point: {SAMPLES} random pairs. They keep to the line, so dividing by √d_k brings it back to 1.",
            )
            _variances(chosen.d_k, chosen.seed)
        with middle:
            screen.heading(
                _TITLES[chosen.source], "Labels: the numbers that go into softmax. Bars: the weights that come out."
            )
            numbers.weights(chosen.factor * chosen.scores)
        with right:
            screen.heading("For every multiplier", f"The dots are your setting. {saturation.MEANING}")
            saturation.over_multipliers(
                chosen.scores, chosen.factor, key="random_over_multipliers", x_title="multiplier / T"
            )


def worked(chosen: Chosen) -> None:
    """The two variances, the softmax and the norm of its Jacobian, with their numbers."""
    weights = softmax(chosen.factor * chosen.scores)
    with board(key="random_vectors_worked") as screen:
        left, middle, right = screen.columns(34, 34, 32)
        with left:
            screen.heading("Its two variances", "What chance alone predicts, and what was measured.")
            measured = measured_variance(chosen.d_k, chosen.seed)
            formula(softmax_formulas.variances(chosen.d_k, measured), key="variance_formula")
        with middle:
            screen.heading("Softmax, worked out", "x is what goes in; each power of e is divided by their sum.")
            formula(softmax_formulas.softmax_table(chosen.factor * chosen.scores, weights), key="softmax_table")
        with right:
            screen.heading("How much it can still learn", saturation.NORM_IN_WORDS)
            formula(softmax_formulas.norm_of_jacobian(weights), key="random_norm_formula")


_TITLES = {
    SOURCES[0]: "Softmax of your numbers",
    SOURCES[1]: "Softmax of eight Gaussian numbers",
    SOURCES[2]: "One random query and eight random keys",
}


def _scores(source: str, d_k: int, seed: int, divided: bool) -> Float[Array, " n"]:
    """What goes into softmax, before the factor."""
    if source == SOURCES[0]:
        return numbers.box()
    if source == SOURCES[1]:
        return np.array(numbers.parsed(numbers.GAUSSIAN)[0])
    random = np.random.default_rng([seed, d_k])
    query, keys = random.standard_normal(d_k), random.standard_normal((_KEYS, d_k))
    return keys @ query / (np.sqrt(d_k) if divided else 1.0)


@held(most=1000)
def measured_variance(d_k: int, seed: int) -> float:
    """The variance of q · k over random pairs of this length; the same for the same seed."""
    return float(dot_product_variances((d_k,), samples=SAMPLES, seed=seed)[0])


def _variances(d_k: int, seed: int) -> None:
    over = np.union1d(SIZES, [d_k])
    points = np.array([measured_variance(int(size), seed) for size in over])
    curves(
        {"measured": points, "variance = d_k": over.astype(float)},
        over=over,
        x_title="d_k",
        y_title="variance of q · k",
        at=float(d_k),
        points=("measured",),
        dashed=("variance = d_k",),
        logarithmic="xy",
        x_ticks=SIZES,
        y_ticks=(2, 8, 32, 128, 512),
        y_range=(min(1.5, float(points.min())), max(700.0, float(points.max()))),
        alt=f"The measured variance of q · k against d_k; at d_k = {d_k} it is {measured_variance(d_k, seed):.2f}.",
        key="variances",
    )
