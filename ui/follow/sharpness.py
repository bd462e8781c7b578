"""One head with and without the square root under its scores: two patterns, and how undecided their rows are."""

import math

import numpy as np
import streamlit as st

from components.board import Board
from components.matrix import matrix
from transformer import Trace
from transformer.softmax import entropy, softmax
from ui import failures, orientation, words
from ui.experiments import random_vectors
from ui.experiments.random_vectors import SAMPLES, SIZES


def unscaled_pattern(trace: Trace, layer: int, head: int) -> np.ndarray:
    """softmax of the head's own scores, masked and divided by the temperature, but not by sqrt(d_head)."""
    stages = trace.layers[layer]
    scores = stages.scores[head].astype(np.float64) / trace.intervention.temperature
    return softmax(np.where(np.isneginf(stages.masked[head]), -np.inf, scores))


def patterns(screen: Board, trace: Trace, layer: int, head: int) -> None:
    """The head's pattern and the one without the root, side by side."""
    root, temperature = math.sqrt(trace.config.d_head), trace.intervention.temperature
    warmth = "" if temperature == 1 else f" / temperature {temperature:g}"
    hidden = words.hidden(trace.layers[layer], head)
    left, right = screen.columns(1, 1)
    with left:
        screen.note(f"Scaled: scores / √{trace.config.d_head} = scores / {root:.3f}{warmth}, as the model computes.")
        _pattern(trace.layers[layer].pattern[head], hidden, trace, "scaled", "pattern_scaled")
    with right:
        screen.note(f"Not scaled: the same scores{warmth}, straight into softmax.")
        _pattern(unscaled_pattern(trace, layer, head), hidden, trace, "not scaled", "pattern_unscaled")


def _pattern(values: np.ndarray, hidden: np.ndarray, trace: Trace, name: str, key: str) -> None:
    matrix(
        values,
        rows=trace.words,
        columns=trace.words,
        noun="weight",
        hidden=hidden,
        alt=f"The pattern of this head, {name}: {orientation.looking()}.",
        key=key,
        transposed=orientation.transposed(),
    )


def entropies(trace: Trace, layer: int, head: int) -> None:
    """The entropy of each row of both patterns, in nats, darkest for the most undecided that the text allows."""
    pair = [trace.layers[layer].pattern[head], unscaled_pattern(trace, layer, head)]
    matrix(
        np.stack([entropy(pattern) for pattern in pair]),
        rows=("scaled", "not scaled"),
        columns=trace.words,
        noun="entropy in nats",
        alt="Entropy of each token's weights, scaled in the first row and not scaled in the second.",
        key="entropies",
        extent=math.log(len(trace.tokens)) or 1.0,
    )


@failures.caught("variances")
def variances() -> None:
    """The measured variance of q . k of random vectors against d_k."""
    st.subheader("Why the square root of d", anchor=False)
    st.caption(
        f"{SAMPLES} pairs of random vectors of each length $d_k$, components drawn with mean 0 and variance 1: the "
        "variance of q · k grows as $d_k$ does, so dividing by $\\sqrt{d_k}$ brings it back to 1. "
        "Look how the points keep to the line."
    )
    measured = np.array([random_vectors.measured_variance(size, 0) for size in SIZES])
    alt = "The measured variance of q · k equals d_k, for d_k from 2 to 512."
    random_vectors.variance_curve(np.array(SIZES), measured, alt=alt)
