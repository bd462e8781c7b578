"""Attention temperature and output temperature side by side: what each changes, and what it leaves alone."""

import numpy as np
import streamlit as st
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.frame import reading, vocabulary, widgets, words
from headlight.frame.boards import board
from headlight.frame.reader import Model
from headlight.pictures.bars import bars
from headlight.pictures.matrix import Says
from transformer import Intervention, Trace
from transformer.ranking import largest

_SHOWN = 6  # bars of a picture: all four fit a laptop


def both() -> tuple[float, float]:
    """The two dials, each above the row of pictures that only it changes."""
    with widgets.many(), st.container(horizontal=True, gap="medium", vertical_alignment="bottom"):
        temperatures = widgets.attention_temperature(width=330), widgets.output_temperature(width=330)
        st.button("Both at 2", on_click=_put, args=(2.0,), key="both_at_2")
        st.button("Both at 1", on_click=_put, args=(1.0,), key="both_at_1", disabled=temperatures == (1.0, 1.0))
    return temperatures


def _put(temperature: float) -> None:
    st.session_state["attention_temperature"] = st.session_state["output_temperature"] = temperature


def show(model: Model, plain: Trace, layer: int, head: int, attention: float, output: float) -> None:
    """Two rows of two pictures: for each temperature alone, the last token's weights and the next word."""
    text = plain.text
    warm = plain if attention == 1 else reading.trace(text, Intervention(temperature=attention))
    again = plain if output == 1 else reading.trace(text, whole=True)  # so that the difference is measured
    chances = vocabulary.probabilities(plain)
    with board(key="two_temperatures", text=plain.text) as screen:
        for name, value, trace, after in (
            ("Attention temperature", attention, warm, vocabulary.probabilities(warm)),
            ("Output temperature", output, again, vocabulary.probabilities(again, output)),
        ):
            looks, guesses = screen.columns(50, 50, least=(260, 260))
            kind = name.split()[0].lower()
            with looks:
                screen.heading(f"{name} {value:g}: where the last token looks", _WHAT[kind, "pattern"])
                _row(plain, trace, layer, head, key=f"row_{kind}")
            with guesses:
                screen.heading(f"{name} {value:g}: the next word", _WHAT[kind, "next"])
                _next(model, chances, after, key=f"next_{kind}")


_WHAT = {
    ("attention", "pattern"): "It divides the scores of every head, before the softmax of each row. So this changes,",
    ("attention", "next"): "... and with it all that is computed after: other values are fetched, other words follow.",
    ("output", "pattern"): "It divides the logits, after all heads are done. So this cannot change:",
    ("output", "next"): "... and only this does: bolder below 1, more even above. The order of the tokens stays.",
}


def _row(plain: Trace, trace: Trace, layer: int, head: int, *, key: str) -> None:
    before, now = (one.layers[layer].pattern[head, -1] for one in (plain, trace))
    order = np.sort(largest(np.maximum(before, now), _SHOWN))  # in the order of the text
    difference = float(np.abs(trace.patterns - plain.patterns).max())
    bars(
        now[order],
        labels=[trace.words[place] for place in order],
        before=before[order],
        says=[("Largest difference in any weight of any head: ", False), (exactly(difference), True), (".", False)],
        alt="Where the last token looks in the chosen head; outlines: at temperature 1.",
        key=key,
    )


def _next(model: Model, before: Float[Array, " vocab"], now: Float[Array, " vocab"], *, key: str) -> None:
    order = vocabulary.likeliest_of_two(before, now, _SHOWN)
    bars(
        now[order],
        labels=vocabulary.labels(model, order),
        before=before[order],
        says=moved(before, now),
        alt="The likeliest next tokens; outlines: at temperature 1.",
        key=key,
    )


def exactly(difference: float) -> str:
    """A difference with four decimals; 0 only where it is exactly 0."""
    return "0, exactly" if difference == 0 else f"{difference:.4f}" if difference >= 5e-5 else words.number(difference)


def moved(before: Float[Array, " vocab"], now: Float[Array, " vocab"]) -> Says:
    """How far the probabilities moved, and how many of the ten likeliest tokens changed their rank."""
    first, second = (largest(chances, 10) for chances in (before, now))
    changed = int((first != second).sum())
    ranks = "all of the ten likeliest keep their rank" if not changed else f"{changed} of the first ten ranks change"
    difference = exactly(float(np.abs(now - before).max()))
    return [
        ("Largest difference in a probability: ", False),
        (difference, True),
        ("; ", False),
        (ranks, True),
        (".", False),
    ]
