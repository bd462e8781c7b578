"""Every number opens: a probability as the terms it is made of, and each of these again, down to the embedding."""

from functools import cache, partial

import numpy as np

from headlight.pages.next_word import balance
from headlight.parts import cut, dials, open_number, tokens, vocabulary
from headlight.parts.nouns import Button, Pressed, State
from headlight.pictures import Screen
from transformer import Plan, Trace
from transformer.readings.lens import has_direct_path
from transformer.readings.opened import opened as find
from transformer.readings.terms import AXES, Place


def closed(state: State) -> bool:
    """Whether no number is open, in a model that has ribbons to show."""
    return not state.get("opened") and has_direct_path(Plan.of(state.model.config))


CLOSE = Button(
    "close_terms",
    "Back to the ribbons",
    lambda _: Pressed({"opened": None, "cut": None}),
    when=lambda state: not closed(state) and has_direct_path(Plan.of(state.model.config)),
)


def chosen(state: State, trace: Trace) -> bool:
    """Whether a number is open, one of a cut pass among them, or the model has no ribbons to show instead."""
    return bool(state[open_number.OPENED] or state[cut.CUT]) or not has_direct_path(trace.plan)


def show(state: State, screen: Screen) -> None:
    """Draw the way from the probability to the open number as a tree of terms."""
    change, said = cut.read(state)
    trace, model = state.trace(change), state.model
    of_trace = cache(partial(find, model.transformer, trace))
    first, named = _first(state, trace)
    way = open_number.way(state, screen, of_trace, f"Here is {named} again.")
    passed = way or [first]
    if trace.plan.predicts != "next":
        axes = zip(AXES[passed[-1].stage], passed[-1].at, strict=True)  # the number is of a token, or that one looks
        strong = tuple(index for axis, index in axes if axis in ("pos", "query"))
        tokens.chips(screen, state, trace, strong=strong, on_place=lambda position: {"token": position, "opened": None})
    said_of = {
        "token": lambda index: f"of “{vocabulary.shown(model, index)}”",
        "less": lambda index: f"less “{vocabulary.shown(model, index)}”",
        "pos": lambda index: f"“{trace.words[index]}” at position {index}",
        "query": lambda index: f"“{trace.words[index]}”",
        "key": lambda index: f"attending to “{trace.words[index]}”",
    }
    if said:
        screen.note(said)
    if [place.stage for place in way] in (["probability"], ["logit"]) and balance.can_show(trace):
        id = passed[0].at[0]
        balance.show(screen, state, trace, id, f"“{vocabulary.shown(model, id)}”")
    open_number.show(screen, passed, of_trace, said_of)


def _first(state: State, trace: Trace) -> tuple[Place, str]:
    """Return the number that opens until another is chosen, with its name: the most likely next word.

    Of an encoder it is the likeliest at the chosen token, or where it predicts nothing that token's largest number.
    Until one is chosen it is the last that is no mark.
    """
    if trace.plan.predicts == "next":
        return Place("probability", (int(trace.next_logits.argmax()),)), "the next word"
    last = max(position for position, token in enumerate(trace.tokens) if token.id not in state.model.tokenizer.marks)
    chosen = dials.position(state[dials.TOKEN], len(trace.tokens), empty=last)
    named = f"“{trace.words[chosen]}”"
    if trace.plan.predicts == "masked":
        return Place("token_probability", (chosen, int(trace.logits_of(trace.final[chosen]).argmax()))), named
    return Place("final", (chosen, int(np.abs(trace.final[chosen]).argmax()))), named
