"""Masking: who may look at whom, by a rule and cell by cell, and what that does to the next word and the loss."""

from dataclasses import replace

import numpy as np

from headlight.formulas import attention
from headlight.pages.masking import cells, effects
from headlight.parts import by_hand, dials, live_check, orientation, stages, tokens, vocabulary
from headlight.parts.by_hand import ByHand
from headlight.parts.hero import hero
from headlight.parts.nouns import BUNDLED, Button, Dial, Dials, Key, Link, Number, Pressed, State, Switch, Text, view
from headlight.pictures import Labels, Screen, Style
from transformer import Head, Intervention, Trace
from transformer.intervention import QueryKey

MASK = replace(dials.MASK, place="beside")
WINDOW = Dial(
    "slider",
    Key("window", Number(1, 16), "tokens in the window of the mask"),
    "Window width",
    Intervention.window,
    "beside",
    when=lambda state: state[MASK] == "window",
    width=150,
    help="How many tokens a sliding window holds: the token itself and those just before it.",
)
# The mask is the same in every head, so another one is chosen one click deeper.
HEAD = Dials[Head](tuple(replace(part, place="deeper") for part in dials.BRINGING.parts), dials.BRINGING.read)
# By hand: a click does it in the picture; the box, to type or to copy, is one click deeper.
CELLS = Dial(
    "text",
    Key("cells", Text(2000), "cells of the mask toggled by hand, as query.key"),
    "Cells toggled by hand",
    "",
    "deeper",
    placeholder="Click a cell",
    look={"live": False},
    help="Each is query.key, positions counted from 0: 5.2 is the cell where token 5 attends to token 2.",
)
UNDO = Button(
    "undo_cells",
    "Undo cells",
    lambda state: Pressed({"cells": ""}),
    place="beside",
    when=lambda state: bool(state[CELLS].strip()),
)
PADDING = Dial(
    "slider",
    Key("padding", Number(0, 6), "end marks written after the text"),
    "Padding tokens",
    0,
    "deeper",
    when=lambda state: state.model_name == BUNDLED,  # which has a mark to pad a text with
    help="End marks written after the text, as one does to make all texts of a batch equally long.",
)
PADDING_HIDDEN = Dial(
    "toggle",
    Key("hide_padding", Switch(), "no other token may attend to them"),
    "Mask the padding",
    True,
    "deeper",
    when=lambda state: state[PADDING] > 0,
    help="On: −∞ in the columns of the padding, so that no token of the text can attend to it.",
)


@view(
    box=dials.sentence(),
    dials=[HEAD, dials.QUERY, dials.EDITED, dials.ORIENTATION, MASK, WINDOW, UNDO, CELLS, PADDING, PADDING_HIDDEN],
    needs=("a mask", "next words"),
    onward=Link("learning", "Train a tiny transformer without the mask →", {"experiment": "no mask"}),
)
def masking(state: State, screen: Screen) -> None:
    """The sentence over its masked scores, whose cells can be closed and opened, and the loss that comes of it."""
    head, (trace, causal, of_cells, hands) = state[HEAD], _passes(state)
    query, toggled, presented = _looking(state, trace), cells.parse(state[CELLS]), tokens.compact(state)
    before = None if trace is causal else vocabulary.probabilities(causal)
    about = {"query": query, "before": before, "choose": dials.choose_word, "hands": hands}
    row = query if presented else hero(screen, state, trace, head, **about)

    def toggle(cell: tuple[int, int]) -> dict[str, str | int]:
        """A cell of masked is opened or closed, and its row worked out."""
        return {"cells": cells.written(toggled ^ {(cell[0], cell[1])}), "query": cell[0]}

    left, right = screen.columns(*((2, 3) if presented else (3, 2)), least=(300, 240))
    with left.headed("Masked scores", "−∞: it may not attend there. Choose a cell to hide or show it."):
        stages.picture(screen, state, trace, *head, "masked", selected=(query, query), on_cell=toggle, row=row)
    with right:
        if presented and state[MASK] == "causal":  # a slide has room for one of both: another mask is about the loss
            hero(screen, state, trace, head, **about)
        else:
            screen.heading("Loss, nats per token", "How surprising the next words are. Less is better.")
            effects.on_loss(screen, trace, causal)
        if of_cells:
            screen.note(of_cells)


@masking.more
def more(state: State, screen: Screen) -> None:
    """The text as the training examples that it holds; the weights, and one row of them before and after the mask."""
    head, (trace, causal, *_) = state[HEAD], _passes(state)
    query = _query(state, trace)
    effects.examples(screen, trace, causal)
    left, right = screen.columns(1, 1, least=(300, 300))
    with left.headed("The pattern", f"Softmax of each {orientation.line(state)}: hidden cells are exactly 0."):
        chosen = (query, query)
        stages.picture(screen, state, trace, *head, "pattern", selected=chosen, on_cell=dials.choose_query)
    with right:
        effects.one_row(screen, state, trace, *head, query)
        if trace is not causal:
            patterns = (run.layers[head.layer].pattern[head.head] for run in (trace, causal))
            screen.note(effects.on_attention(*patterns))


@masking.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """The scores before the mask, the mask itself, one row of masked worked out, and the loss of each token."""
    head, (trace, causal, *_) = state[HEAD], _passes(state)
    of_layer, query = trace.layers[head.layer], _query(state, trace)
    left, middle, right = screen.columns(1, 1, 1, least=(280, 280, 280))
    for stage, column in (("scores", left), ("scaled", middle)):
        with column.headed(stage, f"{stages.says(state, trace, stage).capitalize()}."):
            stages.picture(screen, state, trace, *head, stage, selected=(query, query), on_cell=dials.choose_query)
    with right.headed("+ mask", "0 changes nothing, −∞ hides: the same for every head and every text."):
        screen.matrix(
            np.where(np.isneginf(of_layer.masked[0]), -np.inf, 0.0),
            Labels(rows=trace.words, columns=trace.words, noun="adds", attends=True),
            alt=f"The mask: 0 where a {orientation.line(state)} may attend to a {orientation.across(state)}, minus "
            "infinity elsewhere.",
            key="mask_itself",
            style=Style(scale="diverging", extent=1.0, decimals=0, zeros=True),
            transposed=orientation.transposed(state),
        )
    screen.heading(
        f"{orientation.line(state).capitalize()} {query} of masked, worked out",
        "The cell with the most weight, and a closed one if there is one.",
    )
    scaled, masked = (stage[head.head, query] for stage in (of_layer.scaled, of_layer.masked))
    screen.formula(attention.masked_row(scaled, masked, query), key="row_formula")
    if trace.last:
        effects.losses_by_token(screen, trace, causal)
    screen.note(live_check.in_words(state, trace, head.layer))


def _passes(state: State) -> tuple[Trace, Trace, str, ByHand]:
    """The text under the mask, the same under the causal mask alone, what became of toggled cells, and the edits."""
    padding, toggled = state[PADDING], cells.parse(state[CELLS])
    causal = state.trace(Intervention(padding=padding))
    change = Intervention(mask=state[MASK], window=state[WINDOW], padding=padding, padding_hidden=state[PADDING_HIDDEN])
    trace, text = state.trace(change), ""
    if toggled:
        trace, text = _toggled(state, trace, change, toggled)
    hands = by_hand.read(state, trace)
    return hands.trace, causal, text, hands


def _toggled(state: State, trace: Trace, change: Intervention, toggled: frozenset[QueryKey]) -> tuple[Trace, str]:
    """The pass with these cells toggled too, and what became of them."""
    may_look = ~np.isneginf([layer.masked[0] for layer in trace.layers])
    closed, saved = cells.toggled(change, toggled, may_look)
    return state.trace(closed), cells.cells_text(state, len(toggled), len(closed.toggled), saved)


def _looking(state: State, trace: Trace) -> int:
    """The chosen token; before one is chosen the last, which the next word is read from, unless all may look ahead."""
    if state[MASK] == "none":
        return _query(state, trace)
    return dials.position(state[dials.QUERY], len(trace.tokens), empty=trace.last)


def _query(state: State, trace: Trace) -> int:
    """The token whose row is taken apart: the chosen one, else the last with two hidden ones after it."""
    count = len(trace.tokens)
    return dials.position(state[dials.QUERY], count, empty=max(1, count - 3))
