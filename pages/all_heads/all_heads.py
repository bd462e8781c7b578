"""All heads: the whole model on one screen, repainted with every key."""

from dataclasses import replace

from headlight.pages.all_heads import wall, worth
from headlight.parts import dials, head_lines, orientation, reduced, stages
from headlight.parts.nouns import State, view
from headlight.pictures import Screen

AS_LINES = replace(head_lines.AS_LINES, when=lambda state: not state[worth.BY_EFFECT])
REDUCED = reduced.dials(when=lambda state: not state[worth.BY_EFFECT])


@view(
    box=dials.sentence(),
    dials=[
        dials.BRINGING,
        dials.CHANGE,
        dials.OUTPUT_TEMPERATURE,
        dials.ORIENTATION,
        *worth.DIALS,
        wall.ORDER,
        AS_LINES,
        REDUCED,
        head_lines.CHOICE,
    ],
    needs=(),
)
def all_heads(state: State, screen: Screen) -> None:
    """All heads of all layers, the chosen one, and what comes next."""
    trace, small = state.trace(state[dials.CHANGE]), wall.is_small(state)
    if state[worth.BY_EFFECT]:
        return worth.show(state, screen, trace)
    row = wall.show_looking(screen, state, trace, state[dials.OUTPUT_TEMPERATURE])
    every, head = wall.two_columns(screen, state)
    with every:
        wall.show_all(screen, state, trace)
        if not small:
            wall.say_what_is_shared(screen, trace)
    with head:
        wall.show_head(screen, state, trace, row=row)


@all_heads.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """What goes into the first layer, and the scores that the softmax makes the pattern of.

    Beside effects the weights, and the lengths of what they bring.
    """
    trace = state.trace(state[dials.CHANGE])
    if state[worth.BY_EFFECT]:
        return worth.explain(state, screen, trace)
    reduced.say_of_arithmetic(screen, state, trace)
    scores, entering = screen.columns(38, 62)
    with scores.headed(
        "Masked scores", f"Softmax of each {orientation.line(state)} makes the pattern. Hatched: hidden."
    ):
        stages.picture(screen, state, trace, *state[dials.BRINGING], "masked")
    with entering:
        turned = bool(trace.plan.rotary_frequencies)
        screen.heading(
            "What enters the first layer",
            "Of each token its embedding; its position turns queries and keys instead."
            if turned
            else "Of each token its embedding and its position, added.",
        )
        screen.strips(
            {"embedding": trace.embedded} | ({} if turned else {"+ position": trace.positions}),
            tokens=trace.words,
            alt="Of each token what is added to make its first vector, as coloured numbers.",
            key="input_strips",
            height=160,
        )
