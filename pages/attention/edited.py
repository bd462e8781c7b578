"""One head's pattern edited by hand: cells dragged up and down, patterns given to it, and what comes of that."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from headlight.pages.attention import set_weights
from headlight.pages.attention.set_weights import OTHER_TEXT, GivenPattern, SetWeight
from headlight.parts import dials, stages, words
from headlight.parts.nouns import (
    SENTENCE,
    Button,
    Choices,
    Comparison,
    Dial,
    Key,
    Label,
    Pressed,
    State,
    Switch,
    Text,
    chosen_in_picture,
)
from headlight.pictures import Listeners, Screen
from headlight.reading import reader
from transformer import Head, Trace
from transformer.edited_rows import moved_stream

EDITING = Dial(
    "toggle",
    Key("editing", Switch(), "weights can be set by hand"),
    "Edit",
    False,
    "beside",
    help="Set weights of this head by hand. Which next words change?",
)


def _editing(state: State) -> bool:
    return state[EDITING]


def _give(state: State, pattern: str | Head) -> dict[str, Any]:
    earlier_edits = set_weights.parsed(state[dials.EDITED], state.trace())
    return set_weights.with_edit(earlier_edits, GivenPattern(state[dials.BRINGING], pattern))


def _ready(state: State) -> Mapping[str, Mapping[str, Any]]:
    """Patterns that can be given to the chosen head."""
    offered = {
        "Attend to all words equally": "uniform",
        "Attend to itself": "itself",
        "Attend to the word before": "previous",
        "Attend to the first word": "first",
    }
    if _other(state):
        offered["Attend as in the other sentence"] = OTHER_TEXT
    return {words: _give(state, name) for words, name in offered.items()}


def _copied(state: State) -> Head | None:
    match = re.fullmatch(r"\d{1,3}\.\d{1,3}", state[COPIED])
    head = Head.parse(match[0] if match else "0.0")
    return head if head.is_in(state.model.config) else None


def _other(state: State) -> str:
    """The other sentence as it is read; empty where there is none."""
    read = reader.as_read(state[OTHER])
    return read if read and reader.reads(state.model_name, read) else ""


def _button(
    key: str, label: Label, keys: Callable[[State], Mapping[str, Any]], allowed: Callable[[State], Any]
) -> Button:
    """A button that is there while one edits."""
    return Button(key, label, lambda state: Pressed(keys(state)), lambda state: bool(allowed(state)), when=_editing)


OTHER = Dial(
    "text",
    Key("pattern_of", Text(SENTENCE), "another sentence that a head's pattern is taken from"),
    "Other sentence",
    "",
    "above",
    when=_editing,
    placeholder="Another sentence",
    width=260,
    look={"label_visibility": "collapsed"},
    help="The chosen head attends in your sentence as it does in this one, position by position.",
)
COPIED = chosen_in_picture(Key("copied_head", Text(8), "the head whose pattern was copied, as layer.head"), "")
DIALS = (
    EDITING,
    dials.EDITED,
    set_weights.UNDONE,
    COPIED,
    Choices("ready_pattern", "Ready-made patterns", _ready, when=_editing),
    _button("copy_head", "Copy", lambda state: {"copied_head": state[dials.BRINGING].label}, lambda state: True),
    _button(
        "paste_head",
        lambda state: f"Paste that of {copied.label}" if (copied := _copied(state)) else "Paste",
        lambda state: _give(state, _copied(state) or state[dials.BRINGING]),
        lambda state: _copied(state) not in (None, state[dials.BRINGING]),
    ),
    _button("undo_edit", "Undo", set_weights.undo, lambda state: state[dials.EDITED].split()),
    _button("redo_edit", "Redo", set_weights.redo, lambda state: state[set_weights.UNDONE].split()),
    _button(
        "reset_edits",
        "Reset",
        set_weights.reset,
        lambda state: f"{state[dials.EDITED]}{state[set_weights.UNDONE]}".split(),
    ),
    OTHER,
)


def show(state: State, screen: Screen) -> None:
    """The pattern to be edited beside what comes next, and where the other heads look differently."""
    plain, head = state.trace(), state[dials.BRINGING]
    current_edits = set_weights.parsed(state[dials.EDITED], plain)
    trace = state.trace(set_weights.changed_by(current_edits, state, _other(state)))
    cell = dials.cell(state, trace, head)

    def drag(dragged: list[float]) -> dict[str, Any]:
        query, key, weight = dragged
        edit = SetWeight(head, int(query), int(key), min(1.0, max(0.0, round(float(weight), 2))))
        return {**set_weights.with_edit(current_edits, edit), **dials.choose_cell((edit.query, edit.key))}

    left, right = screen.columns(54, 46)
    with left.headed(
        f"{words.capital(head.title)}, edited by hand",
        "Drag a cell up or down, or press + and −: the rest of its row makes room. On a phone tap it first.",
    ):
        stages.picture(screen, state, trace, *head, "pattern", cell=cell, listeners=Listeners(weight=drag))
        screen.note(
            " ".join(set_weights.edit_text(edit, trace) for edit in current_edits[-3:]) or "Nothing is edited yet."
        )
        if not _other(state) and any(
            isinstance(edit, GivenPattern) and edit.pattern == OTHER_TEXT for edit in current_edits
        ):
            screen.note("There is no other sentence to read, so its pattern is given to no head.")
        if len(current_edits) == set_weights.MOST:
            screen.note(f"No more than {set_weights.MOST} edits are kept.")
    with right:
        compared, hint, change = Comparison(state, plain, trace), "Edit a cell: what follows?", ""
        if compared.changed:
            hint, change = (
                "Dashed bars have no edits.",
                "with the edits, outlined as they were without them",
            )
        compared.show(screen, "Next word", hint, change, key="next_words", count=6)
        streams = (np.stack([layer.residual_out for layer in run.layers]) for run in (plain, trace))
        moved = moved_stream(*streams)[:, -1]
        screen.heading(
            "The last word’s residual stream, after each layer", "How far it has moved, as a share of its length."
        )
        screen.bars(
            moved,
            labels=[f"layer {layer + 1}" for layer in range(len(moved))],
            alt="How far the residual stream of the last token has moved after each layer, as a share of its length.",
            key="moved_stream",
            quantity="number",
            scale=max(1.0, float(moved.max())),
        )
    _others(screen, state, plain, trace)


def _others(screen: Screen, state: State, plain: Trace, trace: Trace) -> None:
    """All heads: the edited run less the untouched one."""
    difference = trace.patterns - plain.patterns
    largest = float(np.abs(difference).max())
    change = f"The largest difference is {largest:.2f}." if largest else "They attend as before."
    screen.heading("All heads: what has changed", f"Blue attends more than without your edits, orange less. {change}")
    plan = trace.plan
    screen.head_grid(
        difference,
        hidden=np.all([np.isneginf(layer.masked[0]) for layer in trace.layers], axis=0),
        tokens=trace.words,
        selected=state[dials.BRINGING],
        names=words.roles(state.model),
        key="changed_heads",
        on_head=dials.choose_head,
        across=plan.n_layers >= plan.n_heads,
        largest=84,
        tallest=560,
        extent=max(largest, 1e-9),
    )
