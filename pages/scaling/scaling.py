"""Softmax and scaling: what the root and a multiplier do to the weights of a row."""

import math
from dataclasses import replace
from typing import Any

import numpy as np

from headlight.formulas import softmax as softmax_formulas
from headlight.pages.scaling import lab, saturation
from headlight.parts import by_hand, dials, live_check, stages, tokens, vocabulary, words
from headlight.parts.hero import chosen, hero
from headlight.parts.nouns import Comparison, Dial, Dials, Key, OneOf, State, view
from headlight.pictures import Labels, Screen, Style
from headlight.state import doors
from transformer import Head, Intervention, Trace
from transformer.ranking import largest
from transformer.readings.sharpness import last_scores, pattern_with
from transformer.softmax import jacobian
from transformer.words import words_of

_BARS, _ON_A_SLIDE = 6, 2  # tokens of a row that the first screen of a laptop has room for
_ROOM = 3  # the multiplier at which the largest score fills its track: below it bars are seen to pull apart
# Powers of ten and five steps between them, as on the dial of an amplifier.
_MULTIPLIERS = (
    *(0.01, 0.015, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.5, 0.7),
    *(1, 1.5, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100),
)
# One dial is turned; what it is turned for is chosen beside the box, and another head one click deeper.
MULTIPLIER = Dial[float](
    "scale",
    Key("multiplier", OneOf(_MULTIPLIERS), "multiplies what goes into the softmax of the open view"),
    "Multiplier of the scores",
    1,
    "above",
    help="Multiplies every score of every head. Below 1 the weights even out, above 1 one token wins.",
    width=400,
    look={"plays": 8},
    when=lambda state: not lab.of_random_keys(state),
)
SCALED = replace(dials.SCALED, place="above", when=lambda state: state[lab.SOURCE] != lab.OWN)


def _for_a_sentence(*every: Dial[Any], **other: Any) -> tuple[Dial[Any], ...]:
    """Dials of a row, which go where no head is shown."""
    return tuple(
        replace(dial, **other, when=lambda state, own=dial.when: lab.of_sentence(state) and own(state))
        for dial in every
    )


HEAD = Dials[Head](_for_a_sentence(*dials.BRINGING.parts, place="deeper"), dials.BRINGING.read)


@view(
    box=dials.sentence(),
    dials=[
        lab.SOURCE,
        *(HEAD, *_for_a_sentence(dials.QUERY, dials.EDITED, dials.ORIENTATION)),
        *(lab.D_K, lab.NUMBERS, MULTIPLIER, SCALED, lab.SEED),
    ],
    needs=(),
    code={"scaling": "the weights of the head", "softmax_of_numbers": "the softmax of any numbers and its slopes"},
)
def scaling(state: State, screen: Screen) -> None:
    """One row of the head: the numbers that go into softmax, the weights that come out, and what that changes."""
    if not lab.of_sentence(state):
        return lab.show(screen, state, float(state[MULTIPLIER]))
    plain, hands, head = state.trace(), by_hand.read(state, _changed(state)), state[HEAD]
    trace = hands.trace
    compared = Comparison(state, plain, trace)
    row = hero(
        screen,
        state,
        trace,
        head,
        query=state[dials.QUERY],
        before=compared.earlier if compared.changed and compared.predicts else None,
        about=f"{words.capital(head.title)}. {effect(compared)}".strip(),
        hands=hands,
    )
    seen = np.flatnonzero(~np.isneginf(trace.layers[head.layer].masked[head.head, row]))
    count = _ON_A_SLIDE if tokens.compact(state) else _BARS
    if len(seen) > count:  # where the row attends most, with the change or without
        most = np.maximum(*(run.layers[head.layer].pattern[head.head, row, seen] for run in (plain, trace)))
        seen = seen[np.sort(largest(most, count))]
    labels = [trace.words[key] for key in seen]
    before, after = (run.layers[head.layer] for run in (plain, trace))

    def bars(stage: str, alt: str, **more: Any) -> None:
        now, then = (getattr(layer, stage)[head.head, row, seen] for layer in (after, before))
        outlined = " Outlined: as the model was trained." if compared.changed else ""
        screen.bars(now, labels=labels, before=then if compared.changed else None, alt=f"{alt}{outlined}", **more)

    scores, weights = screen.columns(1, 1, least=(300, 300))
    with scores.headed(f"Scores of “{trace.words[row]}”", f"q · k{_divided(trace)}. Only their differences matter."):
        alt = "The numbers that go into softmax, one for each token that the row may attend to."
        room = _ROOM * float(np.abs(before.masked[head.head, row, seen]).max(initial=1e-9))
        largest_now = float(np.abs(after.masked[head.head, row, seen]).max(initial=0))
        bars("masked", alt=alt, key="row_scores", quantity="signed", scale=max(room, largest_now))
    with weights.headed("The attention weights", "The softmax of the scores is positive, and sums to 1."):
        alt = "The attention weights that softmax makes of these numbers."
        bars("pattern", alt=alt, key="row_weights", quantity="attention")


@scaling.more
def more(state: State, screen: Screen) -> None:
    """The head with the root and without, how undecided its rows are, and the last one under every multiplier."""
    if not lab.of_sentence(state):
        return lab.show_more(screen, state, float(state[MULTIPLIER]))
    trace, head = _changed(state), state[HEAD]
    sentence = words_of(trace.text, trace.tokens)
    row = sentence[chosen(sentence, state[dials.QUERY])].tokens[-1]
    left, right = screen.columns(1, 1, least=(300, 300))
    for column, scaled in ((left, True), (right, False)):
        with column.headed(
            "Divided by the root" if scaled else "Not divided",
            "As the dials are set." if scaled == trace.intervention.scaled else "Compare this with the other.",
        ):
            stages.square(
                screen,
                state,
                pattern_with(trace, head, scaled=scaled),
                trace.words,
                hidden=words.hidden(trace.layers[head.layer], head.head),
                alt=f"The pattern of this head, {'scaled' if scaled else 'not scaled'}",
                key="pattern_scaled" if scaled else "pattern_unscaled",
                shows=doors.shows(state, trace, "pattern", *head) if scaled == trace.intervention.scaled else None,
                row=row,
                on_cell=dials.choose_query,
            )
    screen.heading("The last token's row, for every multiplier", f"The dots are your setting. {saturation.MEANING}")
    if trace.plan.softcap is not None:
        return screen.note("This model presses its scores together, so no multiplier goes through to the softmax.")
    saturation.over_multipliers(
        screen, last_scores(trace, head), trace.intervention.multiplier, key="row_over_multipliers", height=215
    )


@scaling.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """How much each weight of the last row moves with each score, and the norm of all these slopes."""
    if not lab.of_sentence(state):
        return lab.work_out(screen, state, float(state[MULTIPLIER]))
    trace, head = _changed(state), state[HEAD]
    weights = trace.layers[head.layer].pattern[head.head, -1]
    left, right = screen.columns(1, 1)
    with left.headed("Slopes of its last row", "How much each weight moves if a score grows a little: the Jacobian."):
        screen.matrix(
            jacobian(weights),
            Labels(rows=trace.words, columns=trace.words, noun="slope"),
            alt="The Jacobian of the softmax: how much each weight moves when each score does.",
            key="row_slopes",
            style=Style(scale="diverging", extent=0.25),
        )
    with right.headed("How much can the last row still learn?", saturation.NORM_IN_WORDS):
        screen.formula(softmax_formulas.norm_of_jacobian(weights), key="norm_formula")
        screen.note(
            "The curves under “More pictures” multiply this row alone. In the model all heads are multiplied, so from "
            "layer 2 on the scores themselves change too."
        )
    screen.note(live_check.in_words(state, trace, head.layer))


def _changed(state: State) -> Trace:
    """The text under the dials; the unchanged pass itself where they change nothing."""
    return state.trace(Intervention(multiplier=float(state[MULTIPLIER]), scaled=state[SCALED]))


def _divided(trace: Trace) -> str:
    """Name what q · k is divided and multiplied by; a few models have another number in the place of the root."""
    plan, change = trace.plan, trace.intervention
    root = math.sqrt(plan.d_head)
    by_root = f" / √{plan.d_head} (= {root:.3f})" if math.isclose(plan.factor * root, 1) else f" × {plan.factor:.4g}"
    multiplied = f" × {change.multiplier:g}" if change.multiplier != 1 else ""
    return f"{multiplied}{by_root if change.scaled else ', not divided'}"


def effect(compared: Comparison) -> str:
    """Say what the dials do to the loss of the text and to the next word."""
    if not compared.changed:
        return "As the model was trained."
    if not compared.predicts:
        return ""
    was, now = (
        vocabulary.shown(compared.model, int(chances.argmax())) for chances in (compared.earlier, compared.later)
    )
    likeliest = f"stays “{now}”." if was == now else f"was “{was}” and is “{now}”."
    if not compared.losses:
        return f"The next word {likeliest}"
    before, after = compared.losses
    return (
        f"The next word {likeliest} Loss of this text: {before:.2f} → {after:.2f} nats per token (dashed: as trained)."
    )
