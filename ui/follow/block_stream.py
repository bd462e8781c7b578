"""The residual stream on screen: how long each token's vector is, what each sublayer adds, and a stream cut off."""

import math

import numpy as np
import streamlit as st

from components.bars import bars
from components.board import board
from components.curves import curves
from components.formula import formula
from components.matrix import matrix
from formulas import block as block_formulas
from transformer import Intervention, LanguageModel, Trace
from transformer.intervention import Sublayer
from transformer.readings.loss import sentence_loss
from transformer.readings.residual import likeness, stream
from ui import controls, dials, reading, vocabulary
from ui.follow import gradients

_AROUND: dict[str, tuple[Sublayer, ...]] = {"attention": ("attention",), "FFN": ("ffn",), "both": ("attention", "ffn")}


def steps(n_layers: int) -> list[str]:
    """The sublayers in the order in which they write, layers from 1."""
    return [f"{layer} {name}" for layer in range(1, n_layers + 1) for name in ("attention", "FFN")]


def show(trace: Trace, layer: int, place: int) -> None:
    """Lengths and angles along the stream, for one token as curves and for all tokens as matrices."""
    measured, names = stream(trace), steps(trace.config.n_layers)
    passed = np.arange(len(names) + 1) / 2
    added = np.concatenate([[np.nan], measured.added[:, place]])
    odd = np.arange(len(added)) % 2 == 1
    with board(key="stream", text=trace.text) as drawn:
        left, right = drawn.columns(50, 50)
        with left:
            drawn.heading(
                f"The stream of the token at position {place}",
                "The line is how long its vector is; a dot is what one sublayer adds. Look which sublayers write most.",
            )
            curves(
                {
                    "stream": measured.lengths[:, place],
                    "added by attention": np.where(odd, added, np.nan),
                    "added by FFN": np.where(odd, np.nan, added),
                },
                over=passed,
                x_title="layers passed (a half: past its attention)",
                y_title="length of the vector",
                points=("added by attention", "added by FFN"),
                at=layer + 1.0,
                y_range=(0.0, float(max(measured.lengths[:, place].max(), measured.added[:, place].max()))),
                height=330,
                alt="Length of the chosen token's residual stream after each sublayer, and of what each added.",
                key="stream_curves",
            )
        with right:
            drawn.heading(
                "The stream of every token",
                "Its length as it enters (in) and after each sublayer: rows from the first to the last.",
            )
            _matrix("lengths", measured.lengths, ["in", *names], trace, (2 * layer + 2, place))
        left, right = drawn.columns(50, 50)
        with left:
            drawn.heading("How much each sublayer adds", "The length of what it writes, for every token.")
            _matrix("added", measured.added, names, trace, (2 * layer + 1, place))
        with right:
            drawn.heading(
                "In which direction",
                "Cosine with the stream: 1 makes it longer, 0 turns it aside, below 0 takes away from it.",
            )
            _matrix("cosines", measured.cosines, names, trace, (2 * layer + 1, place))
    st.caption(
        f"What layer {layer + 1} does to this token's vector x, with its lengths. Adding a vector at a right angle "
        "(cosine 0) changes the direction more than the length."
    )
    first = 2 * layer
    for column, at in zip(st.columns(2, gap="medium"), (first, first + 1), strict=True):
        with column:
            sublayer = "attended" if at == first else "FFN"
            lengths = (float(of[at, place]) for of in (measured.lengths, measured.added, measured.cosines))
            formula(block_formulas.length_of_sum(sublayer, *lengths), key=f"length_{sublayer}")


def _matrix(name: str, values: np.ndarray, rows: list[str], trace: Trace, selected: tuple[int, int]) -> None:
    signed = name == "cosines"
    matrix(
        values,
        rows=rows,
        columns=trace.words,
        noun="cosine" if signed else "length",
        scale="diverging" if signed else "sequential",
        extent=1.0 if signed else float(values.max()),
        decimals=2 if signed else 1,
        selected=selected,
        alt=f"{name.capitalize()} of the residual stream: a row for each sublayer, a column for each token.",
        key=f"stream_{name}",
    )


def cut_off(layer: int, n_layers: int) -> Intervention:
    """Two dials: around which sublayers the stream is cut, and in which layers."""
    with dials.row():
        around = controls.one_of(
            "off_around",
            "Residual connection off around",
            "both",
            help="What the sublayer computes then replaces the stream instead of being added to it.",
        )
        where = controls.one_of(
            "off_in", "In", "every layer", help="This layer: the one that the slider Layer chooses."
        )
    layers = [layer] if where == "this layer" else range(n_layers)
    return Intervention(residual_off=frozenset((at, name) for at in layers for name in _AROUND[around]))


def show_cut_off(model: LanguageModel, before: Trace, layer: int) -> None:
    """The same sentence with residual connections switched off: next word, loss, and how alike its tokens become."""
    after = reading.trace(before.text, cut_off(layer, model.config.n_layers))
    earlier, later = vocabulary.probabilities(before), vocabulary.probabilities(after)
    order = vocabulary.likeliest_of_two(earlier, later, 10)
    several = len(before.tokens) > 1
    with board(key="cut_off", text=before.text) as drawn:
        left, right = drawn.columns(46, 54)
        with left:
            drawn.heading("The next word", "Dashed: with every residual connection. Which words does the model lose?")
            bars(
                later[order],
                labels=vocabulary.labels(model, order),
                before=earlier[order],
                alt="The likeliest next tokens without the residual connections, outlined as they were with them.",
                key="cut_off_words",
            )
        with right:
            drawn.heading(
                "How alike the tokens’ vectors are",
                "Mean cosine of two different tokens: at 1 they all point the same way, and nothing tells them apart.",
            )
            if several:
                curves(
                    {"as trained": likeness(before), "switched off": likeness(after)},
                    over=np.arange(2 * model.config.n_layers + 1) / 2,
                    x_title="layers passed (a half: past its attention)",
                    y_title="mean cosine",
                    y_range=(min(0.0, float(likeness(before).min()), float(likeness(after).min())), 1.0),
                    at=float(model.config.n_layers),
                    height=290,
                    alt="Mean cosine between the vectors of different tokens, with and without residual connections.",
                    key="cut_off_likeness",
                )
            else:
                drawn.note("One token has no other to be like: type another.")
    if several:
        with st.container(horizontal=True, gap="medium"):
            st.metric("Loss of the sentence, as trained", f"{sentence_loss(before):.3f} nats", width="content")
            st.metric("Switched off", f"{sentence_loss(after):.3f} nats", width="content")
            blind = f"{math.log(model.config.vocab_size):.3f} nats"
            st.metric("Blind guess", blind, width="content", help="Every token of the vocabulary equally likely.")
        ends = float(likeness(before)[-1]), float(likeness(after)[-1])
        formula(block_formulas.likeness(len(before.tokens), *ends), key="likeness_formula")
    gradients.show(model, before, after.intervention)
