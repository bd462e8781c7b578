"""A real head with and without the root under its scores, multiplied: its pattern, the next word, what it can learn."""

import numpy as np
import streamlit as st

from headlight.formulas import softmax as softmax_formulas
from headlight.frame import live_check, mask_effects, tokens, vocabulary, widgets, words
from headlight.frame.boards import board
from headlight.frame.reader import Model
from headlight.pictures.board import Board
from headlight.pictures.formula import formula
from headlight.views.scaling import saturation, sharpness
from transformer import Intervention, Trace
from transformer.readings.loss import token_losses


def asked(temperature: float) -> Intervention:
    """What the two dials under the sentence say, the multiplier of all scores and the root, and a temperature."""
    with st.container(horizontal=True, gap="medium", vertical_alignment="bottom"):
        multiplier = widgets.multiplier(
            "Multiplier of the scores",
            help="Every score of every head is multiplied by it before softmax. Low flattens, high saturates.",
        )
        return Intervention(multiplier=multiplier, scaled=widgets.scaled(), temperature=temperature)


def scores_of_last(trace: Trace, layer: int, head: int) -> np.ndarray:
    """What the last token's scores are before the multiplier, masked cells left out."""
    stage = trace.layers[layer]
    opened = ~np.isneginf(stage.masked[head, -1])
    factor = trace.factor / trace.intervention.multiplier
    return stage.scores[head, -1][opened].astype(np.float64) * factor


def show(model: Model, before: Trace, trace: Trace, layer: int, head: int) -> None:
    """The head under the dials, `before` as the model was trained."""
    tokens.say_if_cut(trace)
    with board(key="scaled_head", text=trace.text) as screen:
        left, middle, right = screen.columns(36, 36, 28, least=(300, 300, 200))
        with left:
            sharpness.pattern(screen, trace, layer, head, scaled=True)
        with middle:
            sharpness.pattern(screen, trace, layer, head, scaled=False)
        with right:
            screen.heading("Next word", "Of the whole model. Dashed: as it was trained.")
            if trace.plan.predicts == "next":
                mask_effects.on_next_word(model, trace, before, says=effect(model, before, trace))
            else:
                screen.note(words.NO_NEXT_WORD)
        left, right = screen.columns(1, 1)
        with left:
            _undecided(screen, trace, layer, head)
        with right:
            screen.heading(
                "The last token's row, for every multiplier",
                f"The dots are your setting. {saturation.MEANING}",
            )
            if trace.plan.softcap is not None:
                screen.note("This model presses its scores together, so no multiplier goes through to the softmax.")
                return
            scores = scores_of_last(trace, layer, head)
            saturation.over_multipliers(scores, trace.intervention.multiplier, key="row_over_multipliers", height=215)


def _undecided(screen: Board, trace: Trace, layer: int, head: int) -> None:
    screen.heading(
        "Entropy of each token's weights",
        "In nats: 0 when all weight is in one place; the more evenly it is spread, the higher.",
    )
    sharpness.entropies(trace, layer, head)
    screen.note(live_check.in_words(trace, layer))


def slopes(trace: Trace, layer: int, head: int) -> None:
    """How much each weight of the last row moves with each score, and the norm of all these slopes."""
    weights = trace.layers[layer].pattern[head, -1]
    with board(key="real_head_slopes", text=trace.text) as screen:
        left, right = screen.columns(1, 1)
        with left:
            screen.heading(
                "Slopes of its last row", "How much each weight moves if a score grows a little: the Jacobian."
            )
            saturation.slopes(weights, trace.words, key="row_slopes")
        with right:
            screen.heading("How much the last row can still learn", saturation.NORM_IN_WORDS)
            formula(softmax_formulas.norm_of_jacobian(weights), key="norm_formula")
            screen.note(
                "The curves above multiply this row alone. In the model all heads are multiplied, so from layer 2 on "
                "the scores themselves change too."
            )


def effect(model: Model, before: Trace, trace: Trace) -> list[tuple[str, bool]]:
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
