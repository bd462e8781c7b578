"""A box of numbers for trying softmax: read calmly, multiplied, divided by a temperature."""

import math
import re

import numpy as np
import streamlit as st

from components.bars import bars
from transformer.softmax import entropy, softmax
from ui import controls

EXAMPLE = "2, 4, 5"
MOST = 12  # numbers; more bars than this say no more
LARGEST = 1e6  # in absolute value
# As many as "The hiking trail led us through bear country" has words.
GAUSSIAN = ", ".join(f"{value:.4f}" for value in np.random.default_rng(1).standard_normal(8))


def box() -> np.ndarray:
    """The numbers typed into the box, or the example while there are none; says what was left out."""
    typed = controls.text("numbers", "Numbers", EXAMPLE, placeholder="2, 4, 5")
    with st.container(horizontal=True, gap="small"):
        st.button("2, 4, 5", on_click=_put, args=(EXAMPLE, 1), key="numbers_example")
        st.button("Eight Gaussian numbers", on_click=_put, args=(GAUSSIAN, 1), key="numbers_gaussian")
        st.button("The same times 100", on_click=_put, args=(GAUSSIAN, 100), key="numbers_gaussian_times_100")
    values, refused, surplus = parsed(typed)
    if refused:
        st.caption(f"{_count(refused)} left out: not a number between −{LARGEST:,.0f} and {LARGEST:,.0f}.")
    if surplus:
        st.caption(f"The first {MOST} numbers are shown; {_count(surplus)} more left out.")
    if not values:
        st.caption("There is no number in the box: the pictures show 2, 4, 5 until there is one.")
        values = parsed(EXAMPLE)[0]
    return np.array(values)


def _count(pieces: int) -> str:
    return "1 piece" if pieces == 1 else f"{pieces} pieces"


def parsed(typed: str) -> tuple[list[float], int, int]:
    """The numbers of a text, how many pieces of it are none that can be used, and how many numbers were too many.

    Pieces stand between commas, semicolons or blanks; a decimal sign is a full stop.
    """
    pieces = [piece.replace("−", "-") for piece in re.split(r"[\s,;]+", typed) if piece]
    numbers = [value for piece in pieces if (value := _number(piece)) is not None]
    return numbers[:MOST], len(pieces) - len(numbers), max(0, len(numbers) - MOST)


def _number(piece: str) -> float | None:
    try:
        value = float(piece)
    except ValueError:
        return None
    return value if math.isfinite(value) and abs(value) <= LARGEST else None


def _put(numbers: str, multiplier: float) -> None:
    st.session_state["numbers"], st.session_state["multiplier"] = numbers, multiplier
    st.session_state["temperature"] = 1.0


def factor() -> float:
    """What the numbers are multiplied by before softmax: a multiplier, divided by a temperature."""
    times, divided = st.columns(2, gap="medium")
    with times:
        multiplier = controls.scale("multiplier", "Multiplier", 1, help="Every number is multiplied by it.")
    with divided:
        temperature = controls.slider(
            "temperature",
            "Temperature",
            1.0,
            help="Every number is divided by it: temperature 0.5 does what multiplier 2 does.",
        )
    return multiplier / temperature


def weights(scaled: np.ndarray) -> np.ndarray:
    """Softmax of the numbers as bars, with its entropy and largest weight; returns the weights."""
    found = softmax(scaled)
    bars(found, labels=[f"{value:.4g}" for value in scaled], alt="The weight of each number.", key="weights")
    nats = float(entropy(found))
    with st.container(horizontal=True, gap="medium"):
        st.metric("Entropy, nats", f"{nats:.4f}", width="content", help="0: one number has all. ln n: all n are equal.")
        st.metric("Entropy, bits", f"{nats / math.log(2):.4f}", width="content", help="The nats divided by ln 2.")
        st.metric("Largest weight", f"{found.max():.4f}", width="content")
    return found
