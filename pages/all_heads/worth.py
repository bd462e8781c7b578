"""Effects of every cell of every head on the next word, to first order, and one of them exactly."""

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.pages.all_heads import wall
from headlight.parts import dials, stages, words
from headlight.parts.asked import asked, word
from headlight.parts.nouns import Comparison, Dial, Key, Model, State, Switch, cached
from headlight.pictures import Screen, Style
from headlight.state import doors
from transformer import OpenedModel, Plan, Trace
from transformer.ranking import peak
from transformer.readings.answer import Word
from transformer.readings.effects import (
    EXACT,
    Worth,
    agreement,
    can_be_cut,
    run_again,
    taken_off,
    value_weighted,
    worth,
)

BY_EFFECT = Dial(
    "toggle",
    Key("by_effect", Switch(), "the cells of all heads show their effects, not their weights"),
    "Effects",
    False,
    "beside",
    when=lambda state: Plan.of(state.model.config).predicts == "next",
    help="On: the colour of a cell is about how much the next word’s logit drops if the token may not attend there. "
    "The chosen cell and four others are exact.",
)
WORD = word(lambda state: state[BY_EFFECT])
DIALS = (BY_EFFECT, WORD, dials.CELL)


@cached(most=6)
def _worth(model: Model, trace: Trace, word: Word) -> Worth:
    """The effects; of a model of many heads to first order alone, since to run it again takes it a while."""
    return worth(model, trace, word, exact=0 if isinstance(model, OpenedModel) else EXACT)


def show(state: State, screen: Screen, trace: Trace) -> None:
    """All heads by what their cells are worth, the chosen head, and the run with one of its cells cut."""
    about, label = asked(state, WORD, trace, screen)
    measured = _worth(state.model, trace, about)
    layer, head = state[dials.BRINGING]
    cell = _chosen(state, measured.effects[layer, head])
    head_and_cell = (layer, head, *cell)
    # What the unembedding reads with the weight cut; None where nothing can be cut.
    final = measured.runs.get(head_and_cell)
    if final is None and can_be_cut(trace, head_and_cell):
        final = run_again(state.model, trace, [head_and_cell])[0]
    cost = 0.0 if final is None else float(taken_off(state.model, trace, final[None], about)[0])
    shown = measured.effects[layer, head].copy()
    shown[cell] = cost
    left, one, following = wall.columns(screen, state, least=(220, 330, 200))
    with left:
        wall.show_all(screen, state, trace, effects=measured.effects)
        wall.say_of_blocks(screen, trace, "effect farthest from 0")
        deepest = np.abs(measured.effects).max()
        screen.note(f"Blue raises the logit of {label}, orange lowers it (strongest: {deepest:.2f}).")
    with one.headed(f"Layer {layer + 1}, head {head + 1}: effect on {label}", "Choose a cell to cut its weight."):
        query, key = (trace.words[position] for position in cell)
        if final is None:
            says = "**{query}** attending to **{key}** cannot be cut: nothing else is left in its row, or it is hidden."
        else:
            says = "Without **{query}** attending to **{key}**, the logit of {label} {moves} by **{by:.3f}**."
        moves = "falls" if cost >= 0 else "rises"
        sentence = words.said(says, query=query, key=key, label=label, moves=moves, by=abs(cost))
        _matrix(screen, state, trace, shown, (layer, head), "effect", cell, sentence)
    with following.headed("Next word", "Solid bars are with that weight cut, dashed ones without."):
        change = "with the weight cut, outlined as they were"
        Comparison(state, trace, trace, final=final).next_words(screen, change, count=8)


def _chosen(state: State, effects: Float[Array, "query key"]) -> tuple[int, int]:
    """The cell [query, key] that is cut: until one is chosen, the one that is worth most."""
    if state[dials.QUERY] is None:
        query, key = peak(np.abs(effects))
        return query, key
    return dials.cell_of(np.abs(effects), state[dials.CELL])


def _matrix(
    screen: Screen,
    state: State,
    trace: Trace,
    values: Float[Array, "query key"],
    of_head: tuple[int, int],
    noun: str,
    cell: tuple[int, int],
    says: words.Says,
) -> None:
    signed = noun == "effect"
    stages.square(
        screen,
        state,
        values,
        trace.words,
        noun=noun,
        alt=f"{noun.capitalize()} of each cell of layer {of_head[0] + 1}, head {of_head[1] + 1}",
        key=f"{noun}s",
        style=Style(
            scale="diverging" if signed else "sequential", extent=None if signed else float(values.max(initial=1e-9))
        ),
        hidden=words.hidden(trace.layers[of_head[0]], of_head[1]),
        says=says,
        cell=cell,
        shows=doors.shows(state, trace, "pattern", *of_head) if noun == "weight" else None,
    )


def explain(state: State, screen: Screen, trace: Trace) -> None:
    """One click deeper: the weights of the head and what they carry, and how the size of its effects follows either."""
    layer, head = state[dials.BRINGING]
    effects = _worth(state.model, trace, asked(state, WORD, trace)[0]).effects[layer, head]
    hidden = words.hidden(trace.layers[layer], head)
    weighted = value_weighted(state.model.transformer, trace, layer)
    kinds = (
        ("weight", "Weight", "How much is taken of each value.", trace.layers[layer].pattern),
        ("length", "Weight × |value W_O|", "How long a vector arrives (Kobayashi et al. 2020).", weighted),
    )
    for noun, title, hint, values in screen.beside(kinds, least=330):
        screen.heading(title, hint)
        agrees = agreement(values[head], effects, hidden)
        says = "Too few weights, or all worth the same: there is no rank correlation."
        if np.isfinite(agrees):
            says = "Rank correlation with the size of the effects: **{agrees:.2f}**."
        sentence = words.said(says, agrees=agrees)
        _matrix(screen, state, trace, values[head], (layer, head), noun, _chosen(state, effects), sentence)
