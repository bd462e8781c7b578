"""Feed-forward: the hidden units that raise one token's answer most, and what else they raise."""

from typing import NamedTuple

import numpy as np

from headlight.formulas import block as block_formulas
from headlight.pages.block import linearity
from headlight.parts import dials, tokens, vocabulary
from headlight.parts.nouns import Model, State, decimal, said, view
from headlight.pictures import Cell, Screen
from headlight.state import opening
from transformer import LanguageModel, Trace
from transformer.ranking import largest
from transformer.readings.feed_forward import inputs, pushes, pushes_on, strongest
from transformer.readings.lens import direct_path
from transformer.readings.residual import fed_forward

_UNITS, _ON_A_SLIDE, _RAISED = 8, 5, 4
_RAISING = 6  # units of which the first screen has room for a row
_PUSHED = ("raised most", "second", "third", "fourth", "lowered most")
LAYER = dials.layer(first=dials.BRINGS.layer)  # the last, after which a push is nearly all that a unit does
_NAMES = {"relu": "ReLU", "silu": "SiLU", "swish": "SiLU"}  # any other activation is a kind of GELU
_LEAST = {"GELU": ", never less than −0.17", "SiLU": ", never less than −0.28"}


class Fired(NamedTuple):
    """The hidden units of one token in one layer."""

    layer: int
    position: int
    activation: str
    inputs: np.ndarray  # [d_mlp], what each is given; of a gated network its gate
    up: np.ndarray | None  # [d_mlp], what the gate is multiplied by, if there is one
    hidden: np.ndarray  # [d_mlp], what the activation makes of what is given, times that
    units: np.ndarray  # those with the largest hidden values, largest first


@view(
    box=dials.sentence(),
    dials=[LAYER, dials.TOKEN, linearity.SHARE],
    needs=("a direct path",),
    code={"feed_forward": "the hidden units that fire most", "linearity": "how far attention is from mixing"},
)
def feed_forward(state: State, screen: Screen) -> None:
    """The units that push the answer most: how each fires, how much it raises the answer, what else it raises."""
    trace, model, fired = state.trace(), state.model, _fired(state)
    tokens.chips(screen, state, trace, strong=(fired.position,), on_place=dials.choose_token)
    answer = int(trace.logits_of(trace.final[fired.position]).argmax())
    toward_answer = pushes_on(model.transformer, trace, fired.layer, fired.position, answer)
    units = largest(toward_answer, _RAISING)
    pushed = pushes(model.transformer, trace, fired.layer, fired.position, units)
    word = f"“{vocabulary.shown(model, answer)}”"
    screen.heading(
        f"The units of layer {fired.layer + 1} that raise {word} most",
        "What each fires with, what that adds to the logit, and which tokens it raises and lowers most.",
    )
    most, best = (float(max(np.abs(values).max(), 1e-9)) for values in (fired.hidden, toward_answer[units]))
    screen.word_grid(
        [
            [
                Cell(decimal(value, ".1f"), "", abs(value) / most, number=value),
                Cell(decimal(on_answer, "+.2f"), "", on_answer / best, number=on_answer),
                *_row(model, row),
            ]
            for value, on_answer, row in zip(
                fired.hidden[units].tolist(), toward_answer[units].tolist(), pushed, strict=True
            )
        ],
        names=[f"unit {unit}" for unit in units],
        columns=["fires with", f"raises {word}", *_PUSHED],
        quantities=["number", *["signed"] * (1 + len(_PUSHED))],
        says=said(
            "The FFN adds **{whole}** to {word}: these {count} units **{some}**, the other {others} units and the "
            "bias {rest}.",
            whole=decimal(whole := _of_ffn(state, trace, fired, answer), "+.2f"),
            word=word,
            count=len(units),
            some=decimal(some := float(toward_answer[units].sum()), "+.2f"),
            others=len(toward_answer) - len(units),
            rest=decimal(whole - some, "+.2f"),
        ),
        alt="The hidden units that raise the answer most: what each fires with, how much it raises the answer, the "
        "next tokens that it raises most, and the one that it lowers most.",
        key="raising",
    )


@feed_forward.more
def more(state: State, screen: Screen) -> None:
    """The units that fire most, and what those push up."""
    trace, fired = state.trace(), _fired(state)
    above, values, gated = int((fired.inputs > 0).sum()), fired.hidden[fired.units], fired.up is not None
    above_0 = "have a gate that is given more than 0" if gated else "are given more than 0"
    signs = [" (+)" if value > 0 else " (−)" for value in values] if gated else [""] * len(values)
    screen.heading("Units that fire most", f"Of {len(fired.hidden)} hidden units {above} {above_0}.")
    screen.bars(
        np.abs(values) if gated else values,
        labels=[f"unit {unit}{sign}" for unit, sign in zip(fired.units, signs, strict=True)],
        alt="The hidden units with the largest values, and their values.",
        key="strongest_units",
        quantity="number" if gated else "signed",
        shows=None if gated else opening.shows(state, trace, "hidden", fired.layer, fired.position, fired.units),
    )
    if gated:
        screen.note(f"Gated: hidden = {fired.activation}(gate) · up. A unit below 0 (−) takes its vector away.")
    screen.heading("What they push up", "By how much each raises a logit, and the token that it lowers most.")
    screen.word_grid(
        [_row(state.model, row) for row in _pushed(state, fired)],
        names=[f"unit {unit}" for unit in fired.units],
        columns=_PUSHED,
        quantities=["signed"] * len(_PUSHED),
        alt="For each of the strongest units the next tokens that it raises, and the one that it lowers most.",
        key="pushed",
    )


@feed_forward.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """Draw the activation of every unit, the one that fires most worked out; and which parts bend what they read."""
    fired = _fired(state)
    name, gated = fired.activation, fired.up is not None
    opened = fired.hidden
    if fired.up is not None:  # how far each gate is open, not known where what it is multiplied by is 0
        opened = np.divide(fired.hidden, fired.up, where=fired.up != 0, out=np.full_like(fired.hidden, np.nan))
    order = np.argsort(fired.inputs)
    unit, pushed = int(fired.units[0]), _pushed(state, fired)[0]
    most = int(pushed.argmax())
    curve, sums = screen.columns(50, 50)
    with curve:
        axis = "what its gate is given, and how far it opens" if gated else "what it is given, and what it hands on"
        screen.heading(
            f"What {name} lets through",
            f"Each dot is a unit: {axis}. Below 0 that is next to nothing{_LEAST.get(name, '')}.",
        )
        screen.curves(
            {"hidden units of this token": opened[order]},
            over=fired.inputs[order],
            points=("hidden units of this token",),
            axes=("gate of the unit", f"{name}(gate)") if gated else ("input of the unit", "hidden"),
            height=230,
            alt=f"What {name} makes of what every unit is given: the curve of {name}.",
            key="gelu",
        )
    with sums.headed(
        "The unit that fires most, worked out",
        "From what it is given to what it adds to the logit of the token that it pushes up most.",
    ):
        value = float(fired.hidden[unit])
        push = block_formulas.push(unit, value, float(pushed[most]) / value)
        unit_input = float(fired.inputs[unit])
        if fired.up is not None:
            worked = block_formulas.gated(unit, name, unit_input, float(opened[unit]), float(fired.up[unit]))
        elif name == "GELU":
            worked = block_formulas.gelu(unit, unit_input)
        else:
            worked = block_formulas.activated(unit, name, unit_input, float(opened[unit]))
        screen.formula([*worked, *push], key="unit_formula")
        screen.note(
            "The push is the direct one: the unit’s row of W_out, through the last norm as it is for this token, times "
            "the token’s row of W_U. What later layers make of it comes on top."
        )
    if isinstance(state.model, LanguageModel):
        linearity.show(screen, state.model, state.trace(), fired.layer, fired.position, state[linearity.SHARE])


def _fired(state: State) -> Fired:
    """Draw the units of the layer for the chosen token."""
    trace, layer = state.trace(), state[LAYER]
    position = dials.token(state, trace)
    units = strongest(trace, layer, position, _ON_A_SLIDE if tokens.compact(state) else _UNITS)
    unit_inputs, up = inputs(state.model.transformer, trace, layer, position)
    return Fired(
        layer,
        position,
        _NAMES.get(trace.plan.activation, "GELU"),
        unit_inputs,
        up,
        trace.layers[layer].hidden[position],
        units,
    )


def _pushed(state: State, fired: Fired) -> np.ndarray:
    """Measure what each of the units that fire most adds to the logits: [unit, vocab]."""
    return pushes(state.model.transformer, state.trace(), fired.layer, fired.position, fired.units)


def _of_ffn(state: State, trace: Trace, fired: Fired, answer: int) -> float:
    """Measure what the whole FFN of the layer adds to the logit of the answer by the direct path."""
    added = fed_forward(trace, fired.layer)[fired.position]
    return float(direct_path(state.model.transformer, trace, fired.position, added)[answer])


def _row(model: Model, pushed: np.ndarray) -> list[Cell]:
    """The tokens that a unit raises most, and the one that it lowers most, with their changes of logit."""
    ids = [*largest(pushed, _RAISED), pushed.argmin()]
    furthest = max(float(np.abs(pushed).max()), 1e-9)
    return [
        Cell(vocabulary.shown(model, int(id)), decimal(push, "+.2f"), push / furthest, number=push)
        for id, push in zip(ids, pushed[ids].tolist(), strict=True)
    ]
