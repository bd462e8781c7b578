"""All heads: the whole model on one screen, repainted with every key."""

from dataclasses import replace

from headlight.frame import dials, head_lines, live_check, opening, orientation, reduced, stages, tokens, words
from headlight.frame.nouns import State, view
from headlight.pictures import Board, head_grid, strips
from headlight.views.all_heads import wall, worth
from transformer import OpenedModel, Trace

ORDER = replace(wall.ORDER, when=lambda state: not state[worth.BY_EFFECT])
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
        ORDER,
        AS_LINES,
        REDUCED,
        head_lines.CHOICE,
    ],
    needs=(),
)
def all_heads(state: State, screen: Board) -> None:
    """All heads of all layers, the chosen one, and what comes next."""
    trace = state.trace(state[dials.CHANGE])
    real = isinstance(state.model, OpenedModel)
    if real or state[worth.BY_EFFECT]:
        tokens.say_if_cut(trace)  # no chips: the wall, or the boxes for words, have their room
    else:
        tokens.chips(trace)
    if state[worth.BY_EFFECT]:
        worth.show(state, screen, trace)
    elif real:
        _of_real_model(state, screen, trace)
    else:
        _of_bundled_model(state, screen, trace)


def _of_bundled_model(state: State, screen: Board, trace: Trace) -> None:
    model, head, drawn = state.model, state[dials.BRINGING], reduced.of(state, trace)
    grid, pattern, following = screen.columns(36, 38, 26, least=(200, 280, 160))
    with grid:
        found = wall.ordered(trace, state[ORDER], model.roles)
        screen.heading("All heads", f"{found.said or 'Rows are layers, columns are heads.'} Choose one.")
        grid_of = drawn.of(trace.patterns)
        if not reduced.said(drawn):
            opening.mark(trace, grid_of, "pattern", *map(range, grid_of.shape))
        head_grid(
            grid_of,
            hidden=drawn.hidden(words.hidden(trace.layers[0], 0)),  # the same in every head
            tokens=drawn.labels,
            selected=head,
            names=found.names,
            order=found.places,
            clusters=found.clusters,
            key="head_grid",
            on_head=head_lines.alone(state),
            transposed=orientation.transposed(),
        )
    with pattern:
        if state[AS_LINES]:
            head_lines.show(screen, state, trace)
        else:
            measured = words.measured(model, trace, *head) or orientation.looking()
            screen.heading(words.capital(head.title), f"{words.capital(measured)}.")
            reduced.picture(screen, state, trace, head, says=words.strongest_look(trace, *head))
        screen.note(live_check.in_words(trace, head.layer))
    with following:
        wall.show_next(screen, state, trace, state[dials.OUTPUT_TEMPERATURE], count=8)


def _of_real_model(state: State, screen: Board, trace: Trace) -> None:
    every, head, following = screen.columns(*wall.SHARES, least=wall.LEAST)
    with every:
        wall.show_all(screen, state, trace, wall.Arranged(state[ORDER]))
        wall.say_what_is_shared(screen, trace)
    with head:
        if state[AS_LINES]:
            head_lines.show(screen, state, trace)
        else:
            wall.show_head(screen, state, trace)
    with following:
        wall.show_next(screen, state, trace, state[dials.OUTPUT_TEMPERATURE], count=8)


@all_heads.deeper
def arithmetic(state: State, screen: Board) -> None:
    """What goes into the first layer, and the scores that the softmax makes the pattern of.

    Beside effects the weights, and the lengths of what they bring.
    """
    trace = state.trace(state[dials.CHANGE])
    if state[worth.BY_EFFECT]:
        return worth.explain(state, screen, trace)
    reduced.say_of_arithmetic(screen, state, trace)
    scores, entering = screen.columns(38, 62)
    with scores.headed("Masked scores", f"Softmax of each {orientation.line()} makes the pattern. Hatched: hidden."):
        stages.picture(trace, *state[dials.BRINGING], "masked")
    with entering:
        turned = bool(trace.plan.rotary_frequencies)
        screen.heading(
            "What enters the first layer",
            "Of each token its embedding; its position turns queries and keys instead."
            if turned
            else "Of each token its embedding and its position, added.",
        )
        strips(
            {"embedding": trace.embedded} | ({} if turned else {"+ position": trace.positions}),
            tokens=trace.words,
            alt="Of each token what is added to make its first vector, as coloured numbers.",
            key="input_strips",
            height=160,
        )
