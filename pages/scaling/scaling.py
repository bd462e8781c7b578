"""Softmax and scaling, one head: what the root, a multiplier and a temperature do to its weights."""

import math
from dataclasses import replace

import numpy as np

from headlight.formulas import softmax as softmax_formulas
from headlight.pages.scaling import saturation
from headlight.parts import dials, live_check, stages, vocabulary, words
from headlight.parts.hero import hero
from headlight.parts.nouns import Comparison, State, view
from headlight.pictures import Screen
from transformer import Intervention, Plan, Trace
from transformer.readings.sharpness import last_scores, pattern_with
from transformer.softmax import entropy, jacobian

MULTIPLIER = dials.multiplier(
    "Multiplier of the scores",
    help="Every score of every head is multiplied by it before softmax. Low flattens, high saturates.",
)
SCALED = replace(dials.SCALED, place="above")


@view(
    box=dials.sentence(),
    dials=[dials.BRINGING, dials.QUERY, dials.ATTENTION_TEMPERATURE, dials.ORIENTATION, MULTIPLIER, SCALED],
    needs=(),
)
def scaling(state: State, screen: Screen) -> None:
    """The head with the root and without, how undecided its rows are, and what that does to the next word."""
    plain, trace, head = state.trace(), _changed(state), state[dials.BRINGING]
    compared = Comparison(state, plain, trace)
    row = hero(
        screen,
        state,
        trace,
        head,
        query=state[dials.QUERY],
        before=compared.earlier if compared.changed and compared.predicts else None,
        about=f"{words.capital(head.title)}. {effect(compared)}".strip(),
    )
    left, right = screen.columns(1, 1, least=(300, 300))
    change = trace.intervention
    multiplied = f" × {change.multiplier:g}" if change.multiplier != 1 else ""
    warmth = f" / T, T = {change.temperature:g}" if change.temperature != 1 else ""
    for column, scaled in ((left, True), (right, False)):
        whose = words.capital(head.title) if scaled == change.scaled else "For comparison"
        with column.headed(
            "Divided by the root" if scaled else "Not divided",
            f"{whose}: softmax of scores{multiplied}{_by_root(trace.plan) if scaled else ''}{warmth}.",
        ):
            stages.square(
                screen,
                state,
                pattern_with(trace, head, scaled=scaled),
                trace.words,
                hidden=words.hidden(trace.layers[head.layer], head.head),
                alt=f"The pattern of this head, {'scaled' if scaled else 'not scaled'}",
                key="pattern_scaled" if scaled else "pattern_unscaled",
                row=row,
                places=range(len(trace.tokens)),
                on_cell=dials.choose_query,
            )
    left, right = screen.columns(1, 1)
    with left.headed(
        "Entropy of each token's weights",
        "In nats: 0 when all weight is in one place; the more evenly it is spread, the higher.",
    ):
        screen.matrix(
            np.stack([entropy(pattern_with(trace, head, scaled=scaled)) for scaled in (True, False)]),
            rows=("divided", "not divided"),
            columns=trace.words,
            noun="entropy in nats",
            alt="Entropy of each token's weights, with the root in the first row and without it in the second.",
            key="entropies",
            extent=math.log(len(trace.tokens)) or 1.0,  # the most undecided that the text allows
        )
        screen.note(live_check.in_words(state, trace, head.layer))
    with right.headed("The last token's row, for every multiplier", f"The dots are your setting. {saturation.MEANING}"):
        if trace.plan.softcap is not None:
            screen.note("This model presses its scores together, so no multiplier goes through to the softmax.")
        else:
            saturation.over_multipliers(
                screen, last_scores(trace, head), trace.intervention.multiplier, key="row_over_multipliers", height=215
            )


@scaling.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """How much each weight of the last row moves with each score, and the norm of all these slopes."""
    trace, head = _changed(state), state[dials.BRINGING]
    weights = trace.layers[head.layer].pattern[head.head, -1]
    left, right = screen.columns(1, 1)
    with left.headed("Slopes of its last row", "How much each weight moves if a score grows a little: the Jacobian."):
        screen.matrix(
            jacobian(weights),
            rows=trace.words,
            columns=trace.words,
            noun="slope",
            alt="The Jacobian of the softmax: how much each weight moves when each score does.",
            key="row_slopes",
            scale="diverging",
            extent=0.25,  # the largest that a slope can be: p (1 - p) at p = 1/2
        )
    with right.headed("How much the last row can still learn", saturation.NORM_IN_WORDS):
        screen.formula(softmax_formulas.norm_of_jacobian(weights), key="norm_formula")
        screen.note(
            "The curves above multiply this row alone. In the model all heads are multiplied, so from layer 2 on the "
            "scores themselves change too."
        )


def _changed(state: State) -> Trace:
    """The text under the dials; the unchanged pass itself where they change nothing."""
    multiplier, temperature = float(state[MULTIPLIER]), state[dials.ATTENTION_TEMPERATURE]
    return state.trace(Intervention(multiplier=multiplier, scaled=state[SCALED], temperature=temperature))


def _by_root(plan: Plan) -> str:
    """What scores are divided by; a few models have another number in its place."""
    root = math.sqrt(plan.d_head)
    return f" / √{plan.d_head} (= {root:.3f})" if math.isclose(plan.factor * root, 1) else f" × {plan.factor:.4g}"


def effect(compared: Comparison) -> str:
    """What the dials do to the loss of the text and to the next word, as a sentence."""
    if not compared.changed:
        return "As the model was trained: nothing is multiplied."
    if not compared.predicts:
        return ""
    was, now = (
        vocabulary.shown(compared.model, int(chances.argmax())) for chances in (compared.earlier, compared.later)
    )
    likeliest = f"stays “{now}”." if was == now else f"was “{was}” and is “{now}”."
    if not compared.losses:
        return f"In this model the likeliest next token {likeliest}"
    before, after = compared.losses
    return (
        f"The loss of this text goes from {before:.4f} to {after:.4f} nats; the likeliest next token {likeliest} "
        "Dashed: as it was trained."
    )
