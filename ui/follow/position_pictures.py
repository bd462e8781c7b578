"""The pictures of the page on positions, and the dial of its waves."""

import numpy as np
import streamlit as st

from components.bars import bars
from components.curves import curves
from components.formula import formula
from components.matrix import matrix
from figures.positions import encoding_heatmap
from formulas import positions as position_formulas
from transformer import UNCHANGED, Intervention, LanguageModel, Trace
from transformer.ranking import largest
from transformer.readings.order import by_distance
from transformer.readings.waves import encoding, wavelengths
from ui import charts, controls, reading, vocabulary, words

DEFAULT_PAIRS = [0, 12, 24, 36]
NEXT = 8  # likeliest next tokens shown


def encoded(model: LanguageModel) -> np.ndarray:
    """The encoding of every position that the model has, [pos, d_model]."""
    return encoding(model.config.max_tokens, model.config.d_model)


def pairs(model: LanguageModel) -> list[int]:
    """Which pairs of dimensions are drawn as waves; none chosen is the first."""
    chosen = controls.some_of(
        "wave_pairs",
        "Pairs i of dimensions 2i and 2i + 1",
        DEFAULT_PAIRS,
        help="The first pair turns fastest, the last one hardly at all.",
        width=420,
    )
    return sorted(chosen) or [0]


def position(model: LanguageModel) -> int:
    """The position at which the formula is worked out."""
    return controls.number("encoded_position", "At position", 1, width=150)


def show_all(model: LanguageModel) -> None:
    """The whole encoding."""
    figure = encoding_heatmap(encoded(model), colours=charts.colours())
    charts.show(figure, alt="The position encoding: every position down, every dimension across.", key="encoding")


def show_waves(model: LanguageModel, chosen: list[int], place: int) -> None:
    """The chosen waves, their wavelengths, and the formula at one position for the slowest of them."""
    d_model = model.config.d_model
    waves, each = encoded(model), wavelengths(d_model)
    for pair in chosen:
        sine, cosine = 2 * pair, 2 * pair + 1
        st.caption(f"Dimensions {sine} and {cosine}: one wave is {each[pair]:,.1f} positions long")
        curves(
            {"sin": waves[:, sine], "cos": waves[:, cosine]},
            over=np.arange(len(waves), dtype=np.float64),
            x_title="position",
            y_title="",
            alt=f"Dimensions {sine} and {cosine} of the encoding over the positions.",
            key=f"wave_{pair}",
            dashed=("cos",),
            y_range=(-1.0, 1.0),
            y_ticks=(-1, 0, 1),
            height=150,
        )
    lengths, numbers = st.columns(2)
    with lengths:
        formula(position_formulas.wavelengths(chosen, d_model), key="wavelengths")
        st.caption("λ of pair i: how many positions one whole wave takes.")
    with numbers:
        formula(position_formulas.encoding(place, chosen[-1], d_model), key="encoding_formula")
        st.caption("The slowest of these pairs at that position.")


def show_by_distance(model: LanguageModel) -> None:
    """The dot product of two encodings over their distance, and the check that nothing else matters."""
    rows = encoded(model).astype(np.float64)
    products = by_distance(rows @ rows.T)
    curves(
        {"PE(p) · PE(p + k)": products.mean},
        over=np.arange(len(rows), dtype=np.float64),
        x_title="distance k between two positions",
        y_title="PE(p) · PE(p + k)",
        y_range=(0.0, float(products.mean.max())),  # from zero, so that a fall looks as large as it is
        alt="Dot product of two position encodings by the distance between the positions.",
        key="by_distance",
        height=320,
    )
    n_pairs, off = len(rows) * (len(rows) + 1) // 2, words.number(products.spread)
    st.caption(f"✓ the same from every position p: of all {n_pairs:,} pairs none is off by more than {off}")


def show_products(model: LanguageModel, trace: Trace) -> None:
    """The dot product of each two positions of the sentence."""
    rows = encoded(model)[: len(trace.tokens)]
    matrix(
        rows @ rows.T,
        rows=trace.words,
        columns=trace.words,
        noun="product",
        alt="Dot products of the position encodings of each two positions of the sentence.",
        key="position_products",
        scale="diverging",
        extent=model.config.d_model / 2,
        decimals=1,
    )


def show_next_word(model: LanguageModel, trace: Trace) -> None:
    """The likeliest next tokens of the model as it is, and what becomes of them where positions are off."""
    if trace.intervention == UNCHANGED:
        labels, values = vocabulary.likeliest(model, trace, count=NEXT)
        bars(values.tolist(), labels=labels, alt="The likeliest next tokens.", key="next_word")
        return
    before = vocabulary.probabilities(reading.trace(trace.text))
    now = vocabulary.probabilities(trace)
    order = largest(np.maximum(before, now), NEXT)
    bars(
        now[order].tolist(),
        labels=[vocabulary.shown(model, int(id)) for id in order],
        before=before[order].tolist(),
        alt="The likeliest next tokens without positions, and before as outlines.",
        key="next_word",
    )


def change(positions_on: bool) -> Intervention:
    """What the switch does to the forward pass."""
    return Intervention(positions=positions_on)
