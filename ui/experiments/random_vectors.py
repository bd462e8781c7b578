"""Random queries and keys of any length: how far their scores spread, and what softmax makes of that."""

import numpy as np
import streamlit as st
from jaxtyping import Float, Int
from numpy import ndarray as Array

from components.bars import bars
from components.board import board
from components.curves import curves
from components.formula import formula
from formulas import softmax as softmax_formulas
from transformer.softmax import dot_product_variances, softmax
from ui import controls
from ui.experiments import saturation
from ui.follow import numbers
from ui.held import held

SIZES = (2, 4, 8, 16, 32, 64, 128, 256, 512)  # d_k
SAMPLES = 2000
_KEYS = 8
SOURCES = ("random keys", "2, 4, 5", "eight Gaussian numbers")  # written in the address as they are


def show() -> None:
    """The dials, the pictures, and the numbers of the present setting."""
    d_k, seed, source, multiplier, divided = _dials()
    measured = measured_variance(d_k, seed)
    scores = _scores(source, d_k, seed, divided)
    weights = softmax(multiplier * scores)
    with board(key="random_vectors") as screen:
        left, middle, right = screen.columns(34, 34, 32)
        with left:
            screen.heading("The variance of q · k", f"Each point: {SAMPLES} random pairs. They keep to the line.")
            _variances(d_k, seed, measured)
        with middle:
            screen.heading(
                _TITLES[source], "Labels: the numbers that go into softmax. Bars: the weights that come out."
            )
            bars(
                weights,
                labels=[f"{value:.4g}".replace("-", "−") for value in multiplier * scores],
                alt="The weight of each number.",
                key="random_weights",
                says=[("Largest weight ", False), (f"{weights.max():.4f}", True), (".", False)],
            )
        with right:
            screen.heading("For every multiplier", "The dots are your setting: what is left to learn there?")
            saturation.over_multipliers(scores, multiplier, key="random_over_multipliers")
        left, middle, right = screen.columns(34, 34, 32)
        with left:
            screen.heading("Its two variances", "What chance alone predicts, and what was measured.")
            formula(softmax_formulas.variances(d_k, measured), key="variance_formula")
        with middle:
            screen.heading("Softmax, worked out", "x is what goes in; each power of e is divided by their sum.")
            formula(softmax_formulas.softmax_table(multiplier * scores, weights), key="random_table")
        with right:
            screen.heading("How much it can still learn", saturation.NORM_IN_WORDS)
            formula(softmax_formulas.norm_of_jacobian(weights), key="random_norm_formula")


_TITLES = {
    SOURCES[0]: "One random query and eight random keys",
    SOURCES[1]: "Softmax of 2, 4, 5",
    SOURCES[2]: "Softmax of eight Gaussian numbers",
}


def _dials() -> tuple[int, int, str, float, bool]:
    with st.container(horizontal=True, gap="medium", vertical_alignment="bottom"):
        d_k = controls.slider(
            "d_k",
            "d_k: numbers in a query and in a key",
            64,
            width=300,
            help="All are drawn with mean 0 and variance 1.",
        )
        seed = controls.number("vector_seed", "Seed", 0, width=120)
        source = controls.one_of("softmax_of", "Softmax of", SOURCES[0])
    with st.container(horizontal=True, gap="medium", vertical_alignment="bottom"):
        multiplier = controls.scale("vector_multiplier", "Multiplier", 1.0, width=420)
        divided = controls.toggle(
            "vector_root",
            "Divide by √d_k",
            True,
            disabled=source != SOURCES[0],
            help="As attention does. For random queries and keys alone: other numbers have no d_k.",
        )
    return d_k, seed, source, multiplier, divided


def _scores(source: str, d_k: int, seed: int, divided: bool) -> np.ndarray:
    """What goes into softmax, before the multiplier."""
    if source == SOURCES[1]:
        return np.array([2.0, 4.0, 5.0])
    if source == SOURCES[2]:
        return np.array(numbers.parsed(numbers.GAUSSIAN)[0])
    random = np.random.default_rng([seed, d_k])
    query, keys = random.standard_normal(d_k), random.standard_normal((_KEYS, d_k))
    return keys @ query / (np.sqrt(d_k) if divided else 1.0)


@held(most=1000)
def measured_variance(d_k: int, seed: int) -> float:
    """The variance of q · k over random pairs of this length; the same for the same seed."""
    return float(dot_product_variances((d_k,), samples=SAMPLES, seed=seed)[0])


def _variances(d_k: int, seed: int, measured: float) -> None:
    over = np.union1d(SIZES, [d_k])
    points = np.full(len(over), np.nan)
    points[np.isin(over, SIZES)] = [measured_variance(size, seed) for size in SIZES]
    points[over == d_k] = measured
    alt = f"The measured variance of q · k against d_k; at d_k = {d_k} it is {measured:.2f}."
    variance_curve(over, points, at=float(d_k), alt=alt)


def variance_curve(
    over: Int[Array, " size"], points: Float[Array, " size"], *, at: float | None = None, alt: str
) -> None:
    """Measured variances as points over d_k, NaN where none was measured, and the line on which they equal d_k."""
    curves(
        {"measured": points, "variance = d_k": over.astype(float)},
        over=over,
        x_title="d_k",
        y_title="variance of q · k",
        at=at,
        points=("measured",),
        dashed=("variance = d_k",),
        logarithmic="xy",
        x_ticks=SIZES,
        y_ticks=(2, 8, 32, 128, 512),
        y_range=(min(1.5, float(np.nanmin(points))), max(700.0, float(np.nanmax(points)))),
        alt=alt,
        key="variances",
    )
