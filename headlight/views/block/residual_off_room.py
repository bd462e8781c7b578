"""A residual stream that is cut off: its dials, and what becomes of the next word, the loss and the tokens."""

import math

import numpy as np
import streamlit as st

from headlight.formulas import block as block_formulas
from headlight.frame import controls, vocabulary, widgets
from headlight.pictures.bars import bars
from headlight.pictures.board import Board
from headlight.pictures.curves import curves
from headlight.pictures.formula import formula
from transformer import Intervention, LanguageModel, Trace
from transformer.intervention import Sublayer
from transformer.readings.loss import sentence_loss
from transformer.readings.residual import likeness

_AROUND: dict[str, tuple[Sublayer, ...]] = {"attention": ("attention",), "FFN": ("ffn",), "both": ("attention", "ffn")}


def cut_off(model: LanguageModel) -> Intervention:
    """Dials in the sidebar: around which sublayers the stream is cut, and in which layers."""
    with st.sidebar:
        around = controls.one_of(
            "off_around",
            "Residual connection off around",
            "both",
            help="What the sublayer computes then replaces the stream instead of being added to it.",
        )
        where = controls.one_of("off_in", "In", "every layer")
    layers = [widgets.layer(model)] if where == "this layer" else range(model.config.n_layers)
    return Intervention(residual_off=frozenset((at, name) for at in layers for name in _AROUND[around]))


def show(screen: Board, model: LanguageModel, before: Trace, after: Trace) -> None:
    """The same sentence with residual connections switched off: next word, loss, and how alike its tokens become."""
    words, alike = screen.columns(46, 54)
    with words:
        screen.heading("The next word", "Dashed: with every residual connection. Which words does the model lose?")
        earlier, later = vocabulary.probabilities(before), vocabulary.probabilities(after)
        order = vocabulary.likeliest_of_two(earlier, later, 10)
        bars(
            later[order],
            labels=vocabulary.labels(model, order),
            before=earlier[order],
            says=_loss_in_words(before, after),
            alt="The likeliest next tokens without the residual connections, outlined as they were with them.",
            key="cut_off_words",
        )
    with alike:
        screen.heading(
            "How alike the tokens’ vectors are",
            "Mean cosine of two different tokens: at 1 they all point the same way, and nothing tells them apart.",
        )
        if len(before.tokens) > 1:
            _likeness_curves(likeness(before), likeness(after))
        else:
            screen.note("One token has no other to be like: type another.")


def _loss_in_words(before: Trace, after: Trace) -> list[tuple[str, bool]]:
    """The loss of the sentence with the connections, without, and of a blind guess; nothing for a single token."""
    if len(before.tokens) < 2:
        return []
    with_them, without = (f"{sentence_loss(trace):.3f}" for trace in (before, after))
    return [
        ("The loss of the sentence goes from ", False),
        (with_them, True),
        (" to ", False),
        (without, True),
        (f" nats a token. A blind guess costs {math.log(before.config.vocab_size):.3f}.", False),
    ]


def _likeness_curves(trained: np.ndarray, cut: np.ndarray) -> None:
    curves(
        {"as trained": trained, "switched off": cut},
        over=np.arange(len(trained)) / 2,
        x_title="layers passed (a half: past its attention)",
        y_title="mean cosine",
        y_range=(min(0.0, float(trained.min()), float(cut.min())), 1.0),
        at=(len(trained) - 1) / 2,
        height=330,
        alt="Mean cosine between the vectors of different tokens, with and without residual connections.",
        key="cut_off_likeness",
    )


def show_likeness(screen: Board, before: Trace, after: Trace) -> None:
    """How the mean cosine is made, and what it is after the last layer."""
    screen.heading("The mean cosine after the last layer", "Of two different tokens, with the connections and without.")
    ends = float(likeness(before)[-1]), float(likeness(after)[-1])
    formula(block_formulas.likeness(len(before.tokens), *ends), key="likeness_formula")
