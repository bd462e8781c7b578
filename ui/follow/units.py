"""The feed-forward network on screen: the hidden units that fire most for one token, and what they push up."""

from typing import NamedTuple

import numpy as np

from components.bars import bars
from components.board import Board
from components.curves import curves
from components.formula import formula
from components.word_grid import Cell, word_grid
from formulas import block as block_formulas
from transformer import LanguageModel, Trace
from transformer.ranking import largest
from transformer.readings.feed_forward import inputs, pushes, strongest
from ui import vocabulary

_UNITS, _RAISED = 8, 4


class Fired(NamedTuple):
    """The hidden units of one token in one layer."""

    layer: int
    given: np.ndarray  # [d_mlp], what each is given
    hidden: np.ndarray  # [d_mlp], what GELU makes of it
    units: np.ndarray  # those with the largest hidden values, largest first
    pushed: np.ndarray  # [unit, vocab], what each of these adds to the logits


def fired(model: LanguageModel, trace: Trace, layer: int, place: int) -> Fired:
    """What the units of a layer do for the token at a place."""
    units = strongest(trace, layer, place, _UNITS)
    return Fired(
        layer,
        inputs(model.transformer, trace, layer, place),
        trace.layers[layer].hidden[place],
        units,
        pushes(model.transformer, trace, layer, place, units),
    )


def show(screen: Board, model: LanguageModel, found: Fired) -> None:
    """How many units fire, which most, and what those push up."""
    above = int((found.given > 0).sum())
    most, words = screen.columns(34, 66)
    with most:
        screen.heading(
            "Units that fire most",
            f"Of {len(found.hidden)} hidden units of layer {found.layer + 1}, {above} are given more than 0 here.",
        )
        bars(
            found.hidden[found.units],
            labels=[f"unit {unit}" for unit in found.units],
            alt="The hidden units with the largest values, and their values.",
            key="strongest_units",
        )
    with words:
        screen.heading(
            "What they push up",
            "Next tokens whose logits each unit raises most, by how much, and the one that it lowers most.",
        )
        word_grid(
            [_row(model, row) for row in found.pushed],
            names=[f"unit {unit}" for unit in found.units],
            columns=["raised most", "second", "third", "fourth", "lowered most"],
            alt="For each of the strongest units the next tokens that it raises, and the one that it lowers most.",
            key="pushed",
        )


def show_one(screen: Board, found: Fired) -> None:
    """What GELU makes of every unit, and the one that fires most worked out."""
    order = np.argsort(found.given)
    unit, most = int(found.units[0]), int(found.pushed[0].argmax())
    curve, sums = screen.columns(50, 50)
    with curve:
        screen.heading(
            "What GELU lets through",
            "Each dot is a unit: what it is given, and what it hands on. Below 0 that is next to nothing, never less "
            "than −0.17.",
        )
        curves(
            {"hidden units of this token": found.hidden[order]},
            over=found.given[order],
            points=("hidden units of this token",),
            x_title="input of the unit",
            y_title="hidden",
            height=230,
            alt="Hidden value of every unit against its input: the curve of GELU.",
            key="gelu",
        )
    with sums:
        screen.heading(
            "The unit that fires most, worked out",
            "From what it is given to what it adds to the logit of the token that it pushes up most.",
        )
        value = float(found.hidden[unit])
        push = block_formulas.push(unit, value, float(found.pushed[0, most]) / value)
        formula([*block_formulas.gelu(unit, float(found.given[unit])), *push], key="unit_formula")
        screen.note(
            "The push is the direct one: the unit’s row of W_out, through the last norm as it is for this token, times "
            "the token’s row of W_U. What later layers make of it comes on top."
        )


def _row(model: LanguageModel, pushed: np.ndarray) -> list[Cell]:
    """The tokens that a unit raises most, and the one that it lowers most, with their changes of logit."""
    ids = [*largest(pushed, _RAISED), pushed.argmin()]
    furthest = max(float(np.abs(pushed).max()), 1e-9)
    return [
        Cell(
            vocabulary.shown(model, int(id)),
            f"{pushed[id]:+.2f}".replace("-", "−"),
            float(max(pushed[id], 0)) / furthest,
        )
        for id in ids
    ]
