"""The hidden units of a layer's FFN that move one token's answer most, each with the words it fires on, to be cut."""

from typing import NamedTuple

import numpy as np

from headlight.formulas import block as block_formulas
from headlight.parts import tokens, vocabulary
from headlight.parts.nouns import Key, Model, Says, State, Text, chosen_in_picture, decimal, said
from headlight.pictures import Screen
from headlight.pictures.decimals import percent
from transformer import Edit, Intervention, LanguageModel, Trace
from transformer.bundled.unit_words import unit_words
from transformer.ranking import largest
from transformer.readings.feed_forward import inputs, pushes, pushes_on
from transformer.readings.lens import direct_path
from transformer.readings.residual import fed_forward
from transformer.softmax import softmax

_MOVING, _ON_A_SLIDE = 6, 4  # units that have a bar
ALL = "all"  # units, with the bias: the whole FFN
CUT = chosen_in_picture(Key("cut_unit", Text(12), "the hidden unit that is cut, as layer.unit, or layer.all"), "")
_NAMES = {"relu": "ReLU", "silu": "SiLU", "swish": "SiLU"}  # any other activation is a kind of GELU
_LEAST = {"GELU": ", never less than −0.17", "SiLU": ", never less than −0.28"}


class Fired(NamedTuple):
    """The hidden units of one token in one layer."""

    layer: int
    position: int
    answer: int  # the most likely token after that token
    hidden: np.ndarray  # [d_mlp], what the activation makes of what each is given


def fired(trace: Trace, layer: int, position: int) -> Fired:
    """Read the units of a layer at a token."""
    answer = int(trace.logits_of(trace.final[position]).argmax())
    return Fired(layer, position, answer, trace.layers[layer].hidden[position])


def show(screen: Screen, state: State, trace: Trace, units: Fired) -> None:
    """Draw what the units and the whole FFN add to the answer by the direct path, as bars that are cut by a click."""
    model, cut = state.model, _cut(state, units)
    added = pushes_on(model.transformer, trace, units.layer, units.position, units.answer)
    most = _ON_A_SLIDE if tokens.compact(state) else _MOVING
    shown = {*largest(np.abs(added), most).tolist(), *([] if cut in ("", ALL) else [int(cut)])}
    order = sorted(shown, key=lambda unit: -added[unit])
    ffn = fed_forward(trace, units.layer)[units.position]
    whole = float(direct_path(model.transformer, trace, units.position, ffn)[units.answer])
    parts = [*map(str, order), ALL]

    def choose(number: int) -> dict[str, str | None]:
        return {"cut_unit": None if parts[number] == cut else f"{units.layer + 1}.{parts[number]}"}

    screen.bars(
        [*added[order], whole],
        labels=[*(_named(model, units.layer, unit) for unit in order), "the whole FFN"],
        notes=[decimal(each, "+.2f") for each in (*added[order], whole)],
        quantity="signed",
        faded=[parts.index(cut)] if cut else [],
        says=_without(state, trace, units, cut) if cut else (),
        alt="The hidden units that move the answer most, and the whole FFN: what each adds to its logit.",
        key="units",
        on_bar=choose,
        asks="Cut {}, or restore it",
    )


def _named(model: Model, layer: int, unit: int) -> str:
    """The three words that a unit fires on, where they were measured, else its number."""
    found = unit_words(model.name) if isinstance(model, LanguageModel) else None
    if found is None:
        return f"unit {unit}"
    return ", ".join(vocabulary.shown(model, id) for id in found[layer, unit].tolist())


def arithmetic(screen: Screen, state: State, trace: Trace, units: Fired) -> None:
    """Draw the activation of every unit, and work out the one that fires most."""
    name, gated = _NAMES.get(trace.plan.activation, "GELU"), trace.plan.gated
    given, up = inputs(state.model.transformer, trace, units.layer, units.position)
    opened = units.hidden
    if up is not None:  # how far each gate is open, not known where what it is multiplied by is 0
        opened = np.divide(units.hidden, up, where=up != 0, out=np.full_like(units.hidden, np.nan))
    order = np.argsort(given)
    unit = int(np.abs(units.hidden).argmax() if gated else units.hidden.argmax())
    pushed = pushes(state.model.transformer, trace, units.layer, units.position, np.array([unit]))[0]
    curve, sums = screen.columns(50, 50)
    with curve.headed(
        f"Which units does {name} let through?",
        f"Each dot is a unit: {int((given > 0).sum())} of {len(given)} are active. Below 0, {name} lets next to "
        f"nothing through{_LEAST.get(name, '')}.",
    ):
        screen.curves(
            {"hidden units of this token": opened[order]},
            over=given[order],
            points=("hidden units of this token",),
            axes=("gate of the unit", f"{name}(gate)") if gated else ("input of the unit", "hidden"),
            height=230,
            alt=f"What {name} makes of what every unit is given: the curve of {name}.",
            key="gelu",
        )
    with sums.headed("The unit that fires most, worked out", "Follow what it adds to a logit."):
        value, unit_input = float(units.hidden[unit]), float(given[unit])
        push = block_formulas.push(unit, value, float(pushed.max()) / value)
        if up is not None:
            worked = block_formulas.gated(unit, name, unit_input, float(opened[unit]), float(up[unit]))
        elif name == "GELU":
            worked = block_formulas.gelu(unit, unit_input, by_tanh=trace.plan.activation != "gelu")
        else:
            worked = block_formulas.activated(unit, name, unit_input, float(opened[unit]))
        screen.formula([*worked, *push], key="unit_formula")


def _cut(state: State, units: Fired) -> str:
    """The unit of this layer that is cut, or ALL of them; empty where none is that the model has."""
    layer, _, part = state[CUT].partition(".")
    known = part == ALL or (part.isdecimal() and int(part) < len(units.hidden))
    return part if known and layer == str(units.layer + 1) else ""


def _change(units: Fired, cut: str) -> Intervention:
    """The unit at 0 for the chosen token; of the whole FFN what it adds."""
    if cut == ALL:
        return Intervention(edits=(Edit("ffn", units.layer, 0.0, position=units.position),))
    kept = np.arange(len(units.hidden)) != int(cut)
    return Intervention(edits=(Edit("hidden", units.layer, kept, "scale", position=units.position),))


def _without(state: State, trace: Trace, units: Fired, cut: str) -> Says:
    """Say how likely the answer was, and is in the model's own pass without what is cut."""
    passes = trace, state.trace(_change(units, cut))
    earlier, later = (float(softmax(each.logits_of(each.final[units.position]))[units.answer]) for each in passes)
    had, has = percent(earlier), percent(later)
    moves = "stays at" if had == has else f"{'falls' if later < earlier else 'rises'} from **{had}** to"
    part = f"the FFN of layer {units.layer + 1}" if cut == ALL else f"unit {cut}"
    return said(f"Without {part} “**{{word}}**” {moves} **{has}**.", word=vocabulary.shown(state.model, units.answer))
