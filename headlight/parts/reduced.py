"""Switches that reduce patterns: without the first token or the special ones, and with pieces merged to words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.parts import orientation, stages, words
from headlight.pictures import OnChoose, Screen
from headlight.pictures.decimals import percent
from headlight.reading import sentences
from headlight.state.address import Key
from headlight.state.key_types import Switch
from headlight.state.state import Dial, Dials, State
from transformer import LanguageModel, Trace
from transformer.head import Head
from transformer.readings.reduced import Reduced

WITHOUT_FIRST = Dial(
    "toggle",
    Key("without_first", Switch(), "patterns are drawn without the first token"),
    "Without the first token",
    False,
    help="Many heads rest on it when they have nothing to fetch. The other weights are scaled to sum to 1.",
)
WITHOUT_SPECIAL = Dial(
    "toggle",
    Key("without_special", Switch(), "patterns are drawn without the tokens that a tokenizer adds"),
    "Without special tokens",
    False,
    help="[CLS], [SEP], <bos> and the like, which the tokenizer adds. The other weights are scaled to sum to 1.",
)
WHOLE_WORDS = Dial(
    "toggle",
    Key("whole_words", Switch(), "patterns are drawn between words, their tokens merged"),
    "Whole words",
    False,
    help="Tokens of a word are merged: the weights on them are added, and the rows of a word’s tokens averaged.",
)


def dials(when: Callable[[State], bool] = lambda state: True) -> Dials[None]:
    """The switches, in states where `when` holds; that of special tokens where the tokenizer adds some."""
    special = replace(WITHOUT_SPECIAL, when=lambda state: when(state) and bool(_marks(state)))
    return Dials((replace(WITHOUT_FIRST, when=when), special, replace(WHOLE_WORDS, when=when)), lambda state: None)


def _marks(state: State) -> frozenset[int]:
    """The ids of special tokens that the tokenizer of the model puts around a text; none of bundled ones."""
    model = state.model
    if isinstance(model, LanguageModel):
        return frozenset()
    return model.tokenizer.marks & {token.id for token in model.tokenizer.encode("a")}


def of(state: State, trace: Trace) -> Reduced:
    """How the patterns of a trace are to be drawn in this state."""
    marks = _marks(state) if state[WITHOUT_SPECIAL] else frozenset()
    left_out = {position for position, token in enumerate(trace.tokens) if token.id in marks}
    return Reduced(trace, tuple(sorted(left_out | ({0} if state[WITHOUT_FIRST] else set()))), state[WHOLE_WORDS])


def said(state: State, reduced: Reduced) -> str:
    """Say what was done to a pattern, in a sentence or two; empty where nothing was."""
    line = orientation.line(state)
    sentences = []
    if names := list(dict.fromkeys(reduced.trace.words[position] for position in reduced.left_out)):
        sentences.append(f"Without {' and '.join(names)}: the other weights of each {line} are scaled to sum to 1.")
    if reduced.whole_words:
        sentences.append(
            f"Tokens are merged to words: weights on a word are added, the {line}s of its tokens averaged."
        )
    return " ".join(sentences)


def say_of_arithmetic(screen: Screen, state: State, trace: Trace) -> None:
    """Above the arithmetic of a head whose pattern is reduced: that it is of what the model computes."""
    if said(state, of(state, trace)):
        screen.note("All below uses every token.")


def picture(
    screen: Screen,
    state: State,
    trace: Trace,
    head: Head,
    *,
    says: words.Says,
    chosen: tuple[int, int] | None = None,
    row: int | None = None,
    on_cell: OnChoose | None = None,
) -> None:
    """The pattern of a head with what it `says`, or in a state that reduces it, what is left and what was done to it.

    `chosen` are the tokens of a cell, `row` is the token whose row is framed; `on_cell` is called with the tokens that
    a chosen cell stands for.
    """
    reduced = of(state, trace)
    if not said(state, reduced):
        return stages.picture(
            screen, state, trace, *head, "pattern", says=says, selected=chosen, on_cell=on_cell, row=row
        )
    whole = trace.layers[head.layer].pattern[head.head]
    pattern = reduced.of(whole)
    cell = reduced.cell(*chosen) if chosen else None
    if cell and chosen and chosen[1] in reduced.left_out:  # the strongest look of all is often at these
        cell = cell[0], int(np.argmax(pattern[cell[0]]))

    def choose(chosen_cell: Sequence[int]) -> Mapping[str, Any] | None:
        return on_cell(reduced.tokens(whole, (chosen_cell[0], chosen_cell[1]))) if on_cell else None

    stages.square(
        screen,
        state,
        pattern,
        reduced.labels,
        alt=sentences.STAGE.format(stage="Pattern", layer=head.layer + 1, head=head.head + 1),
        key="pattern",
        hidden=reduced.hidden(words.hidden(trace.layers[head.layer], head.head)),
        says=_look(reduced, pattern, cell),
        selected=cell,
        row=None if row is None else reduced.cell(row, row)[0],
        places=[] if row is None else [reduced.tokens(whole, (index, index))[0] for index in range(len(pattern))],
        on_cell=choose if on_cell else None,
    )
    screen.note(said(state, reduced))


def _look(reduced: Reduced, pattern: Float[Array, "word word"], cell: tuple[int, int] | None) -> words.Says:
    """Which word looks at which, with how much of what is left; without a cell the last, and where it looks most."""
    query, key = cell or (len(pattern) - 1, int(np.argmax(pattern[-1])))
    left = "of what is left of its attention" if reduced.left_out else "of its attention"
    sentence = f"**{{looking}}** gives **{{weight}}** {left} to **{{looked_at}}**."
    looking, looked_at = reduced.labels[query], reduced.labels[key]
    return words.said(sentence, looking=looking, weight=percent(pattern[query, key]), looked_at=looked_at)
