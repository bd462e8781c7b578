"""Feed-forward: the hidden units that move one token's answer most, and what comes next without one, or all."""

from typing import NamedTuple

import numpy as np

from headlight.formulas import block as block_formulas
from headlight.pages.block import linearity
from headlight.parts import dials, next_words, tokens, vocabulary
from headlight.parts.nouns import Key, Model, Says, State, Text, cached, chosen_in_picture, decimal, said, view
from headlight.pictures import Cell, Screen
from headlight.pictures.decimals import percent
from headlight.state import opening
from transformer import Edit, Intervention, LanguageModel, Trace
from transformer.ranking import largest
from transformer.readings.feed_forward import inputs, pushes, pushes_on, strongest
from transformer.readings.lens import direct_path
from transformer.readings.residual import fed_forward
from transformer.softmax import softmax
from transformer.words import all_letters

_UNITS, _ON_A_SLIDE, _RAISED = 8, 5, 4
_MOVING, _NEXT = 7, 8  # units that have a bar, and next tokens
_WORDS, _LOOKED_AT = 3, 200  # that a unit raises, and tokens that those are among
_PUSHED = ("raised most", "second", "third", "fourth", "lowered most")
ALL = "all"  # units, with the bias: the whole FFN
LAYER = dials.layer(first=dials.BRINGS.layer)  # the last, after which a push is nearly all that a unit does
CUT = chosen_in_picture(Key("cut_unit", Text(12), "the hidden unit that is cut, as layer.unit, or layer.all"), "")
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
    dials=[LAYER, dials.TOKEN, CUT, linearity.SHARE],
    needs=("a direct path",),
    code={"feed_forward": "the hidden units that fire most", "linearity": "how far attention is from mixing"},
)
def feed_forward(state: State, screen: Screen) -> None:
    """The units that move the answer most, each of which can be cut, and what comes next without it."""
    trace, model, fired = state.trace(), state.model, _fired(state)
    tokens.chips(screen, state, trace, strong=(fired.position,), on_place=dials.choose_token)
    answer = int(trace.logits_of(trace.final[fired.position]).argmax())
    word, cut = f"“{vocabulary.shown(model, answer)}”", _cut(state, fired)
    units, following = screen.columns(58, 42, least=(330, 260))
    with units.headed(f"What layer {fired.layer + 1} adds to {word}", "Fires with × adds. Click one to cut it."):
        _units(screen, state, trace, fired, answer, cut)
    after = "next" if fired.position == trace.last else f"after “{trace.words[fired.position]}”"
    with following.headed(f"What comes {after}", "Dashed: before the cut." if cut else "Before you cut a unit."):
        _next_words(screen, state, trace, fired, answer, cut)


def _units(screen: Screen, state: State, trace: Trace, fired: Fired, answer: int, cut: str) -> None:
    """Draw what the units and the whole FFN add to the answer by the direct path, as bars that are cut by a click."""
    added = pushes_on(state.model.transformer, trace, fired.layer, fired.position, answer)
    shown = {*largest(np.abs(added), _MOVING).tolist(), *([] if cut in ("", ALL) else [int(cut)])}
    order = sorted(shown, key=lambda unit: -added[unit])
    whole, parts = _of_ffn(state, trace, fired, answer), [*map(str, order), ALL]

    def choose(number: int) -> dict[str, str | None]:
        return {"cut_unit": None if parts[number] == cut else f"{fired.layer + 1}.{parts[number]}"}

    screen.bars(
        [*added[order], whole],
        labels=[f"unit {unit}" for unit in order] + ["whole FFN"],
        notes=[_product(fired.hidden[unit], added[unit]) for unit in order] + [decimal(whole, "+.2f")],
        quantity="signed",
        faded=[parts.index(cut)] if cut else [],
        says=_raises(state, trace, fired, int(cut)) if cut not in ("", ALL) else (),
        alt="The hidden units that move the answer most, and the whole FFN: what each adds to its logit.",
        key="units",
        on_bar=choose,
        asks="Cut {}, or restore it",
    )


def _next_words(screen: Screen, state: State, trace: Trace, fired: Fired, answer: int, cut: str) -> None:
    """Draw the next tokens after the chosen one, in the model's own pass without what is cut."""
    passed = state.trace(_change(fired, cut)) if cut else trace
    earlier, later = (softmax(each.logits_of(each.final[fired.position])) for each in (trace, passed))
    ids = vocabulary.likeliest_of_two(earlier, later, _NEXT)
    next_words.draw(
        screen,
        state.model,
        trace.text[: trace.tokens[fired.position].end],
        ids,
        later[ids],
        before=earlier[ids] if cut else None,
        says=_without(state.model, fired, answer, cut, earlier[answer], later[answer]) if cut else (),
        alt=f"The most likely next tokens{' without it, outlined as they were' if cut else ''}.",
        key=next_words.KEY,
        shows=opening.shows(state, trace, "probability", ids) if fired.position == trace.last else None,
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
            worked = block_formulas.gelu(unit, unit_input, by_tanh=state.trace().plan.activation != "gelu")
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


def _cut(state: State, fired: Fired) -> str:
    """The unit of this layer that is cut, or ALL of them; empty where none is that the model has."""
    layer, _, part = state[CUT].partition(".")
    known = part == ALL or (part.isdecimal() and int(part) < len(fired.hidden))
    return part if known and layer == str(fired.layer + 1) else ""


def _change(fired: Fired, cut: str) -> Intervention:
    """The unit at 0 for the chosen token; of the whole FFN what it adds."""
    if cut == ALL:
        return Intervention(edits=(Edit("ffn", fired.layer, 0.0, position=fired.position),))
    kept = np.arange(len(fired.hidden)) != int(cut)
    return Intervention(edits=(Edit("hidden", fired.layer, kept, "scale", position=fired.position),))


def _without(model: Model, fired: Fired, answer: int, cut: str, earlier: float, later: float) -> Says:
    """Say how likely the answer was, and is without what is cut."""
    had, has = percent(earlier), percent(later)
    moves = "stays at" if had == has else f"{'falls' if later < earlier else 'rises'} from **{had}** to"
    part = f"the FFN of layer {fired.layer + 1}" if cut == ALL else f"unit {cut}"
    return said(f"Without {part} “**{{word}}**” {moves} **{has}**.", word=vocabulary.shown(model, answer))


def _raises(state: State, trace: Trace, fired: Fired, unit: int) -> Says:
    """Say which tokens a unit raises most, whole words first."""
    pushed = pushes(state.model.transformer, trace, fired.layer, fired.position, np.array([unit]))[0]
    whole = _whole_words(state.model)
    ids = sorted(largest(pushed, _LOOKED_AT).tolist(), key=lambda id: id not in whole)[:_WORDS]
    words = ", ".join(vocabulary.shown(state.model, id) for id in ids)
    return said("Unit {unit} also raises **{words}**.", unit=unit, words=words)


@cached(most=2)
def _whole_words(model: Model) -> frozenset[int]:
    """The tokens that are words; not those that begin a longer one, as pieces of words do."""
    written = sorted((vocabulary.text_of(model, id), id) for id in range(model.config.vocab_size))
    following = [text for text, _ in written[1:]] + [""]
    return frozenset(
        id
        for (text, id), longer in zip(written, following, strict=True)
        if text.startswith(" ") and all_letters(text[1:]) and not longer.startswith(text)
    )


def _product(fires: float, added: float) -> str:
    """Write what a unit adds as the product that it is."""
    adds = added / fires if fires else 0.0
    return f"{decimal(fires, '.1f')} × {decimal(adds, '+.2f')} = {decimal(added, '+.2f')}"


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
