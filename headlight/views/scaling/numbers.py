"""A box of numbers for trying softmax: read calmly, multiplied, divided by a temperature."""

import math
import re

import numpy as np
import streamlit as st

from headlight.frame import controls, widgets
from headlight.pictures.bars import bars
from transformer.softmax import entropy, softmax

EXAMPLE = "2, 4, 5"
MOST = 12  # numbers; more bars than this say no more
LARGEST = 1e6  # in absolute value
# As many as "The hiking trail led us through bear country" has words.
GAUSSIAN = ", ".join(f"{value:.4f}" for value in np.random.default_rng(1).standard_normal(8))


def box() -> np.ndarray:
    """The numbers typed into the box, or the example while there are none; says what was left out."""
    values, refused, surplus = parsed(controls.text("numbers", "Numbers", EXAMPLE, placeholder=EXAMPLE))
    if refused:
        st.caption(f"{_count(refused)} left out: not a number between −{LARGEST:,.0f} and {LARGEST:,.0f}.")
    if surplus:
        st.caption(f"The first {MOST} numbers are shown; {_count(surplus)} more left out.")
    if not values:
        st.caption(f"There is no number in the box: the pictures show {EXAMPLE} until there is one.")
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


def factor() -> float:
    """What the numbers are multiplied by before softmax: a multiplier, divided by a temperature."""
    multiplier = widgets.multiplier("Multiplier", help="Every number is multiplied by it.")
    temperature = controls.slider(
        "temperature",
        "Temperature T",
        1.0,
        width=280,
        help="Every number is divided by it: T = 0.5 does what multiplier 2 does.",
    )
    return multiplier / temperature


def weights(scaled: np.ndarray) -> np.ndarray:
    """Softmax of the numbers as bars, with its entropy and largest weight; returns the weights."""
    found = softmax(scaled)
    nats = float(entropy(found))
    bars(
        found,
        labels=[f"{value:.4g}".replace("-", "−") for value in scaled],
        says=[
            ("Entropy ", False),
            (f"{nats:.4f}", True),
            (f" nats, which is {nats / math.log(2):.4f} bits; largest weight ", False),
            (f"{found.max():.4f}", True),
            (".", False),
        ],
        alt="The weight of each number.",
        key="weights",
    )
    return found
