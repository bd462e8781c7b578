"""Feed-forward: the hidden units that fire most for one token, and what they push up."""

from typing import NamedTuple

import numpy as np

from headlight.formulas import block as block_formulas
from headlight.pages.block import linearity
from headlight.parts import dials, tokens, vocabulary
from headlight.parts.nouns import Model, State, decimal, view
from headlight.pictures import Cell, Screen
from headlight.state import opening
from transformer import LanguageModel
from transformer.ranking import largest
from transformer.readings.feed_forward import inputs, pushes, strongest

_UNITS, _ON_A_SLIDE, _RAISED = 8, 5, 4
_NAMES = {"relu": "ReLU", "silu": "SiLU", "swish": "SiLU"}  # any other activation is a kind of GELU
_LEAST = {"GELU": ", never less than −0.17", "SiLU": ", never less than −0.28"}


class Fired(NamedTuple):
    """The hidden units of one token in one layer."""

    layer: int
    place: int
    activation: str
    given: np.ndarray  # [d_mlp], what each is given; of a gated network its gate
    up: np.ndarray | None  # [d_mlp], what the gate is multiplied by, if there is one
    hidden: np.ndarray  # [d_mlp], what the activation makes of what is given, times that
    units: np.ndarray  # those with the largest hidden values, largest first
    pushed: np.ndarray  # [unit, vocab], what each of these adds to the logits


@view(
    box=dials.sentence(),
    dials=[dials.LAYER, dials.TOKEN, linearity.SHARE],
    needs=("a direct path",),
    code={"feed_forward": "the hidden units that fire most", "linearity": "how far attention is from mixing"},
)
def feed_forward(state: State, screen: Screen) -> None:
    """How many units fire, which most, and what those push up."""
    trace, found = state.trace(), _fired(state)
    tokens.chips(screen, state, trace, strong=(found.place,), on_place=dials.choose_token)
    above, values, gated = int((found.given > 0).sum()), found.hidden[found.units], found.up is not None
    given = "have a gate that is given more than 0 here" if gated else "are given more than 0 here"
    signs = [" (+)" if value > 0 else " (−)" for value in values] if gated else [""] * len(values)
    opening.mark(screen, state, trace, values, "hidden", found.layer, found.place, found.units)
    most, words = screen.columns(34, 66, least=(270, 430))
    with most.headed(
        "Units that fire most", f"Of {len(found.hidden)} hidden units of layer {found.layer + 1}, {above} {given}."
    ):
        screen.bars(
            np.abs(values) if gated else values,
            labels=[f"unit {unit}{sign}" for unit, sign in zip(found.units, signs, strict=True)],
            alt="The hidden units with the largest values, and their values.",
            key="strongest_units",
            quantity="number" if gated else "signed",
        )
        if gated:
            screen.note(f"Gated: hidden = {found.activation}(gate) · up. A unit below 0 (−) takes its vector away.")
    with words.headed(
        "What they push up",
        "Next tokens whose logits each unit raises most, by how much, and the one that it lowers most.",
    ):
        screen.word_grid(
            [_row(state.model, row) for row in found.pushed],
            names=[f"unit {unit}" for unit in found.units],
            columns=["raised most", "second", "third", "fourth", "lowered most"],
            alt="For each of the strongest units the next tokens that it raises, and the one that it lowers most.",
            key="pushed",
        )


@feed_forward.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """What the activation makes of every unit, the one that fires most worked out; which parts bend what they read."""
    found = _fired(state)
    name, gated = found.activation, found.up is not None
    opened = found.hidden
    if found.up is not None:  # how far each gate is open, not known where what it is multiplied by is 0
        opened = np.divide(found.hidden, found.up, where=found.up != 0, out=np.full_like(found.hidden, np.nan))
    order = np.argsort(found.given)
    unit, most = int(found.units[0]), int(found.pushed[0].argmax())
    curve, sums = screen.columns(50, 50)
    with curve:
        what = "what its gate is given, and how far it opens" if gated else "what it is given, and what it hands on"
        screen.heading(
            f"What {name} lets through",
            f"Each dot is a unit: {what}. Below 0 that is next to nothing{_LEAST.get(name, '')}.",
        )
        screen.curves(
            {"hidden units of this token": opened[order]},
            over=found.given[order],
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
        value = float(found.hidden[unit])
        push = block_formulas.push(unit, value, float(found.pushed[0, most]) / value)
        given = float(found.given[unit])
        if found.up is not None:
            worked = block_formulas.gated(unit, name, given, float(opened[unit]), float(found.up[unit]))
        elif name == "GELU":
            worked = block_formulas.gelu(unit, given)
        else:
            worked = block_formulas.activated(unit, name, given, float(opened[unit]))
        screen.formula([*worked, *push], key="unit_formula")
        screen.note(
            "The push is the direct one: the unit’s row of W_out, through the last norm as it is for this token, times "
            "the token’s row of W_U. What later layers make of it comes on top."
        )
    if isinstance(state.model, LanguageModel):
        linearity.show(screen, state.model, state.trace(), found.layer, found.place, state[linearity.SHARE])


def _fired(state: State) -> Fired:
    """What the units of the layer do for the chosen token."""
    trace, layer = state.trace(), state[dials.LAYER]
    place = dials.token(state, trace)
    units = strongest(trace, layer, place, _ON_A_SLIDE if tokens.compact(state) else _UNITS)
    given, up = inputs(state.model.transformer, trace, layer, place)
    return Fired(
        layer,
        place,
        _NAMES.get(trace.plan.activation, "GELU"),
        given,
        up,
        trace.layers[layer].hidden[place],
        units,
        pushes(state.model.transformer, trace, layer, place, units),
    )


def _row(model: Model, pushed: np.ndarray) -> list[Cell]:
    """The tokens that a unit raises most, and the one that it lowers most, with their changes of logit."""
    ids = [*largest(pushed, _RAISED), pushed.argmin()]
    furthest = max(float(np.abs(pushed).max()), 1e-9)
    return [
        Cell(vocabulary.shown(model, int(id)), decimal(each, "+.2f"), max(each, 0) / furthest, number=each)
        for id, each in zip(ids, pushed[ids].tolist(), strict=True)
    ]
