"""A real head of the model with its scores multiplied, or not divided by the root: its pattern, and its last row."""

import numpy as np
import streamlit as st

from components.board import board
from components.formula import formula
from formulas import softmax as softmax_formulas
from transformer import Intervention, LanguageModel, Trace
from transformer.readings.loss import token_losses
from ui import controls, live_check, reading, stages, tokens, vocabulary, words
from ui.experiments import saturation


def dials() -> tuple[float, bool]:
    """The multiplier of the scores of every head, and whether they are divided by the root of d_head."""
    with st.container(horizontal=True, gap="medium", vertical_alignment="bottom"):
        multiplier = controls.scale(
            "score_multiplier",
            "Multiplier of the scores",
            1.0,
            width=420,
            help="Every score of every head is multiplied by it before softmax. Low flattens, high saturates.",
        )
        divided = controls.toggle(
            "divide_by_root",
            "Divide by √d",
            True,
            help="The model was trained with it. Off: the same as multiplying by √d.",
        )
    return multiplier, divided


def scores_of_last(trace: Trace, layer: int, head: int) -> np.ndarray:
    """What the last token's scores are before the multiplier: scaled by the root or not, masked cells left out."""
    change, stage = trace.intervention, trace.layers[layer]
    opened = ~np.isneginf(stage.masked[head, -1])
    root = trace.config.d_head**0.5 if change.scaled else 1.0
    return stage.scores[head, -1][opened].astype(np.float64) / root


def show(model: LanguageModel, before: Trace, layer: int, head: int, multiplier: float, divided: bool) -> None:
    """The head under the multiplier as one component, `before` without it."""
    text = before.text
    change = Intervention(multiplier=multiplier, scaled=divided)
    trace = before if change == before.intervention else reading.trace(text, change)
    weights = trace.layers[layer].pattern[head, -1]
    with board(key="real_head", text=trace.text) as screen:
        tokens.chips(trace)
        screen.heading(
            words.head_title(model, layer, head, trace),
            "One head of the model on your sentence. Turn the multiplier, and look how its pattern sharpens or fades.",
        )
        left, middle, right = screen.columns(32, 36, 32)
        with left:
            screen.heading("Its pattern", "The whole model runs with the multiplier.")
            stages.picture(trace, layer, head, "pattern", says=effect(model, before, trace))
            screen.note(live_check.in_words(trace, layer))
        with middle:
            screen.heading(
                "Its last row, for every multiplier",
                "The dots are your setting. Far right the row is one-hot: its curves are flat, and nothing can learn.",
            )
            scores = scores_of_last(trace, layer, head)
            saturation.over_multipliers(scores, multiplier, key="row_over_multipliers")
            screen.note(
                "The curves multiply this row alone. In the model all heads are multiplied, so from "
                "layer 2 on the scores "
                "themselves change too."
            )
        with right:
            screen.heading(
                "Slopes of its last row", "How much each weight moves if a score grows a little: the Jacobian."
            )
            saturation.slopes(weights, trace.words, key="row_slopes")
        screen.heading("How much the last row can still learn", saturation.NORM_IN_WORDS)
        formula(softmax_formulas.norm_of_jacobian(weights), key="norm_formula")


def effect(model: LanguageModel, before: Trace, trace: Trace) -> list[tuple[str, bool]]:
    """What the multiplier does to the loss of the text and to the next word, as a sentence."""
    if trace is before:
        return [("As the model was trained: nothing is multiplied.", False)]
    was, now = (vocabulary.shown(model, int(one.next_logits.argmax())) for one in (before, trace))
    likeliest = [("the likeliest next token ", False)]
    likeliest += (
        [("stays “", False), (now, True), ("”.", False)]
        if was == now
        else [("was “", False), (was, True), ("” and is “", False), (now, True), ("”.", False)]
    )
    if not trace.last:
        return [("In this model ", False), *likeliest]
    losses = [f"{token_losses(one).mean():.4f}" for one in (before, trace)]
    return [
        ("The loss of this text goes from ", False),
        (losses[0], True),
        (" to ", False),
        (losses[1], True),
        (" nats; ", False),
        *likeliest,
    ]
