"""All heads: the whole model on one screen, repainted with every key."""

from dataclasses import replace
from typing import Any, TypeVar

from headlight.pages.all_heads import wall, worth
from headlight.parts import by_hand, dials, head_lines, live_check, orientation, reduced, stages, tokens
from headlight.parts.nouns import Dial, Dials, State, view
from headlight.pictures import Screen
from headlight.state import doors

Value = TypeVar("Value")
AS_LINES = replace(head_lines.AS_LINES, when=lambda state: not state[worth.BY_EFFECT])
REDUCED = reduced.dials(when=lambda state: not state[worth.BY_EFFECT])


def _below(dials: Dials[Value], but: Dial[Any] | None = None) -> Dials[Value]:
    """Put these dials one click deeper, `but` for one of them."""
    parts = (part if part is but else replace(part, place="deeper", width=part.width or 220) for part in dials.parts)
    return Dials(tuple(parts), dials.read)


CHANGE = _below(dials.CHANGE, but=dials.MASK)


@view(
    box=dials.sentence(),
    dials=[
        dials.BRINGING,
        dials.EDITED,
        CHANGE,
        replace(dials.OUTPUT_TEMPERATURE, place="deeper", width=220),
        dials.ORIENTATION,
        *worth.DIALS,
        replace(wall.ORDER, place="deeper", width=220),
        AS_LINES,
        _below(REDUCED),
        head_lines.CHOICE,
    ],
    needs=(),
)
def all_heads(state: State, screen: Screen) -> None:
    """All heads of all layers, the chosen one, and what comes next."""
    hands, small = by_hand.read(state, state.trace(state[CHANGE])), wall.is_small(state)
    trace = hands.trace
    if state[worth.BY_EFFECT]:
        return worth.show(state, screen, trace)
    temperature = state[dials.OUTPUT_TEMPERATURE]
    row = 0 if small else wall.show_looking(screen, state, hands, temperature)
    left, head = wall.two_columns(screen, state)
    with left:
        wall.show_all(screen, state, trace)
        if not small:
            wall.say_what_is_shared(screen, trace)
    with head:
        if small and not state[AS_LINES]:  # lines are of all words already
            row = wall.show_looking(screen, state, hands, temperature)
        if not small or not tokens.compact(state) or state[AS_LINES]:  # a slide has no room for the matrix under them
            wall.show_head(screen, state, trace, row=row)


@all_heads.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """Draw what goes into the first layer, and the scores that the softmax makes the pattern of.

    Beside effects the weights, and the lengths of what they bring.
    """
    trace = by_hand.read(state, state.trace(state[CHANGE])).trace
    if state[worth.BY_EFFECT]:
        return worth.explain(state, screen, trace)
    reduced.say_of_arithmetic(screen, state, trace)
    scores, entering = screen.columns(38, 62)
    with scores.headed(
        "Masked scores", f"Softmax turns each {orientation.line(state)} into attention weights. Hatched: masked."
    ):
        stages.picture(screen, state, trace, *state[dials.BRINGING], "masked")
    with entering:
        turned = bool(trace.plan.rotary_frequencies)
        screen.heading(
            "The vectors that enter the first layer",
            "Each token’s embedding; its position turns queries and keys instead."
            if turned
            else "Each row is a token’s embedding plus its positional encoding.",
        )
        screen.strips(
            {"embedding": trace.embedded} | ({} if turned else {"+ position": trace.positions}),
            tokens=trace.words,
            alt="Of each token what is added to make its first vector, as coloured numbers.",
            key="input_strips",
            shows={
                "embedding": doors.shows(state, trace, "embedded"),
                "+ position": doors.shows(state, trace, "position"),
            },
            height=160,
        )
    screen.note(live_check.in_words(state, trace, state[dials.BRINGING].layer))
