"""Heads: one layer's heads side by side, what each adds, and what changes when some are off, spread or averaged."""

import re
from collections.abc import Iterable
from functools import partial

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.formulas import attention
from headlight.pages.heads import evidence, sizes
from headlight.parts import dials, live_check, orientation, stages, tokens, vocabulary, words
from headlight.parts.nouns import (
    BUNDLED,
    Button,
    Comparison,
    Dial,
    Dials,
    Key,
    Link,
    ListText,
    Model,
    OneOf,
    Pressed,
    State,
    chosen_in_picture,
    view,
)
from headlight.pictures import Screen
from headlight.pictures.decimals import percent
from headlight.state import doors
from transformer import Head, Intervention, LanguageModel, Plan, Trace
from transformer.edits import average, evenly
from transformer.readings.contributions import concatenated, contributions, lengths, output_bias

LAYER = dials.BRINGING_LAYER
_WORDS, _FEWER = 10, 5  # next words, and where more stands under them
_ROOMY = 6  # heads of a layer at most, for each to have room beside the others
_AVERAGED = (
    "Next word with averaged heads",
    "Dashed bars: each head has its own weights.",
    "with averaged patterns, outlined as they were",
)
_WITHOUT = (
    "Next word",
    "Switch a head off, and watch these bars.",
    "with the chosen heads switched off, outlined as they were with all heads",
)
_EQUALLY = "attends equally to all it may see"
_SPREAD = (
    "Next word",
    "Dashed bars: each head has its own weights.",
    "with the chosen heads spread evenly, outlined as they were",
)


def parse(line: str, model: Model) -> frozenset[Head]:
    """The heads of a model that a line of text names as layer.head; whatever else stands in it counts for nothing."""
    named = map(Head.parse, re.findall(r"[0-9]+\.[0-9]+", line))
    return frozenset(head for head in named if head.is_in(model.config))


def silence(heads: Iterable[tuple[int, int]]) -> dict[str, str]:
    """The key that is set when just these heads are to be silent."""
    return {"silenced": " ".join(Head(*head).label for head in sorted(heads))}


_LINE = chosen_in_picture(Key("silenced", ListText(300), "heads that are switched off, as layer.head"), "")
SILENCED = Dials[frozenset[Head]]((_LINE,), lambda state: parse(state[_LINE], state.model))
ALL_ON = Button(
    "all_on",
    "Restore all heads",
    lambda state: Pressed(silence([])),
    place="page",
    when=lambda state: bool(state[SILENCED]),
)
OFF, EVENLY = "switched off", "spread evenly"
BECOME = Dial(
    "one_of",
    Key("heads_become", OneOf((OFF, EVENLY)), "what becomes of the heads that are chosen by their buttons"),
    "Chosen heads are",
    OFF,
    help="Switched off: the head adds nothing. Spread evenly: it attends equally to every token that it may see, and "
    "adds the mean of their values.",
)
AVERAGED_IN = Dial(
    "one_of",
    Key("averaged_in", OneOf(("no layer", "this layer", "every layer")), "where the heads' patterns are averaged"),
    "Average the patterns of",
    "no layer",
    place="below",
    help="Each head keeps its values and its part of W_O, but all attend with the same weights: their mean.",
)


@view(
    box=dials.sentence(),
    dials=[LAYER, BECOME, AVERAGED_IN, SILENCED, ALL_ON, dials.ORIENTATION, *evidence.DIALS],
    needs=(),
    onward=Link("learning", "Watch two such heads form: train a tiny transformer →", {"task": "induction"}),
)
def heads(state: State, screen: Screen) -> None:
    """Every head of the layer, or their mean; what comes next with this change, and how much each head adds."""
    layer, trace = state[LAYER], _trace(state)
    averaged, compared = average(layer) in trace.intervention.edits, Comparison(state, state.trace(), trace)
    patterns, consequence = screen.columns(*(64, 36) if tokens.compact(state) else (1, 1))
    with patterns:  # no chips: the words stand at the patterns
        if averaged:  # the one pattern that all its heads look by
            screen.heading(
                f"The mean of the {trace.config.n_heads} patterns of layer {layer + 1}",
                "Every token attends a little everywhere: what single heads saw sharply is washed out.",
            )
            stages.square(
                screen,
                state,
                trace.layers[layer].pattern[0],
                trace.words,
                noun="mean weight",
                hidden=words.hidden(trace.layers[layer], 0),
                alt=f"The mean of the patterns of all heads of layer {layer + 1}",
                key="mean_pattern",
            )
        else:
            _side_by_side(screen, state, trace)
    with consequence:
        has_each = state.model_name == BUNDLED  # of a real model it would take too long
        told = _AVERAGED if averaged else _SPREAD if _evenly(state) else _WITHOUT
        compared.show(screen, *told, key="next_words", count=_FEWER if has_each else _WORDS)
        if has_each and not averaged and not tokens.compact(state):
            _without_each(screen, state)


def _without_each(screen: Screen, state: State) -> None:
    """How likely the most likely next word is without each head of the layer."""
    decided, layer = dials.decided(state), state[LAYER]
    word = vocabulary.shown(state.model, decided.word)
    with_all = f"With all heads on it has {percent(decided.probability)}"
    screen.heading(f"“{word}” without each head", "Each head is switched off at the last token only.")
    screen.bars(
        decided.without_heads[layer],
        labels=_labels(state.model.config.n_heads),
        before=np.full(state.model.config.n_heads, decided.probability),
        alt=f"The probability of “{word}” without each head of the layer. {with_all} (outlined).",
        key="without_each",
        quantity="probability",
    )


@heads.more
def more(state: State, screen: Screen) -> None:
    """How much the change does to what the layer adds, and how much each head adds."""
    model, layer, trace = state.model, state[LAYER], _trace(state)
    compared = Comparison(state, state.trace(), trace)
    if compared.changed:
        screen.note(_lost(compared, layer))
    if are_added(trace.plan):
        screen.heading("What does each head add for the last token?", "The length of the vector that it writes.")
        screen.bars(
            lengths(contributions(model.transformer, trace, layer)),
            labels=_labels(trace.config.n_heads),
            alt="The length of what each head adds for the last token.",
            key="lengths",
            quantity="length",
        )
    else:
        screen.note("What each head adds is not shown: what they write is normalized together before it is added.")


def _side_by_side(screen: Screen, state: State, trace: Trace) -> None:
    model, layer, silenced, spread = state.model, state[LAYER], state[SILENCED], _evenly(state)
    chosen = [head.head for head in silenced if head.layer == layer]
    # Where few stand beside each other, also how often a head does here what it was measured to do.
    few = model.config.n_heads <= _ROOMY
    name = partial(words.measured, model, trace) if few else partial(words.role, model.roles)
    screen.heading(f"The {model.config.n_heads} heads of layer {layer + 1}", "Click one to enlarge it.")
    screen.layer_heads(
        trace.layers[layer].pattern,
        hidden=np.isneginf(trace.layers[layer].masked),
        tokens=trace.words,
        names=[_EQUALLY if spread and head in chosen else name(layer, head) for head in range(model.config.n_heads)],
        silenced=chosen,
        evenly=spread,
        alt=f"Attention patterns of the heads of layer {layer + 1} over {len(trace.words)} tokens.",
        key="layer_heads",
        name_lines=4,
        on_head=lambda head: silence(silenced ^ {Head(layer, head)}),
        transposed=orientation.transposed(state),
    )


def are_added(plan: Plan) -> bool:
    """Whether what a layer adds is the sum of what its heads write, and no norm of it."""
    return not plan.norms_added


@heads.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """Draw what each head adds number by number, how heads got their names, and how large other models are."""
    evidence.show(screen, state, _trace(state))
    if are_added(state.trace().plan):
        _contributions(screen, state, state.model, _trace(state), state[LAYER])
    evidence.in_a_table(screen, state.model, state[LAYER])
    screen.note(live_check.in_words(state, _trace(state), state[LAYER]))
    if isinstance(state.model, LanguageModel):
        sizes.show(screen, state.model.config)


def _trace(state: State) -> Trace:
    layers = {"this layer": (state[LAYER],), "every layer": range(state.model.config.n_layers)}
    averaged, chosen = tuple(map(average, layers.get(state[AVERAGED_IN], ()))), state[SILENCED]
    if not _evenly(state):
        return state.trace(Intervention(edits=averaged, silenced=chosen))
    return state.trace(Intervention(edits=(*map(evenly, sorted(chosen)), *averaged)))  # the mean has what is spread


def _evenly(state: State) -> bool:
    """Whether the chosen heads are spread evenly instead of switched off."""
    return state[BECOME] == EVENLY


def _lost(compared: Comparison, layer: int) -> str:
    """By how much attended of the last token changed, in lengths, and what became of the loss."""
    before, after = (trace.layers[layer].attended[-1] for trace in (compared.before, compared.after))
    length, change = float(np.linalg.norm(before)), float(np.linalg.norm(after - before))
    lost = (
        f"For the last token, attended of layer {layer + 1} is {length:.2f} long, and this changes it by a vector "
        f"{change:.2f} long, {change / length:.0%} of that."
    )
    if compared.before.plan.predicts == "next" and (losses := compared.losses):
        lost += f" The loss of the sentence goes from {losses[0]:.4f} to {losses[1]:.4f} nats per token."
    return lost


def _contributions(screen: Screen, state: State, model: Model, trace: Trace, layer: int) -> None:
    """Draw what each head of a layer adds for the last token: its numbers, and one number as a sum."""
    added, attended = contributions(model.transformer, trace, layer), trace.layers[layer].attended[-1:]
    bias = output_bias(model.transformer, layer)
    parts = {label: part[-1:] for label, part in zip(_labels(trace.config.n_heads), added, strict=True)}
    parts |= {} if bias is None else {"bias": bias[None]}
    screen.heading(
        "What does each head add, number by number?",
        f"Attended, the last strip, is the sum{'' if bias is None else ', with the bias of W_O'}.",
    )
    sums, numbers = screen.columns(30, 70, least=(300, 300))
    with sums:
        dimension = int(np.abs(attended[0]).argmax())
        terms = np.array([part[0, dimension] for part in parts.values()])
        screen.formula(attention.sum_of_heads(terms, dimension, biased=bias is not None), key="sum_formula")
    with numbers:
        screen.strips(
            {**parts, "attended": attended},
            tokens=trace.words[-1:],
            places=[len(trace.tokens) - 1],
            height=18,
            alt="What each head adds for the last token, number by number, and their sum, attended.",
            key="contributions",
            shows={"attended": doors.shows(state, trace, "attended", layer, [trace.last])},
        )
        screen.note(both_ways(model, trace, layer, added))


def _labels(n_heads: int) -> list[str]:
    return [f"head {head + 1}" for head in range(n_heads)]


def both_ways(model: Model, trace: Trace, layer: int, added: Float[Array, "head pos d_model"]) -> str:
    """The largest difference between the heads' contexts side by side times W_O, and the sum of what each adds."""
    at_once = concatenated(model.transformer, trace, layer)
    difference = float(np.abs(at_once - added.sum(axis=0)).max())
    sign = "✓" if words.only_rounding(difference, float(np.abs(at_once).max())) else "✗"
    return (
        f"{sign} {at_once.shape[1]} numbers side by side, times W_O once, or what {len(added)} heads add: "
        f"both differ by at most {words.number(difference)}."
    )
