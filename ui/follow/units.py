"""The feed-forward network on screen: units that fire most, what they push up, and why a block needs them."""

import numpy as np
import streamlit as st
import torch

from components.bars import bars
from components.board import board
from components.curves import curves
from components.formula import formula
from components.word_grid import Cell, word_grid
from formulas import block as block_formulas
from transformer import LanguageModel, Trace
from transformer.ranking import largest
from transformer.readings.feed_forward import inputs, pushes, strongest
from transformer.readings.linearity import as_large_as, attention_with_frozen_pattern, feed_forward, mixed
from ui import controls, vocabulary

_UNITS, _RAISED = 8, 4
_SHARES = np.linspace(-1, 2, 61, dtype=np.float32)
_HELD, _IF_LINEAR = "attention, norm held", "FFN if it were linear"


def show(model: LanguageModel, trace: Trace, layer: int, place: int) -> None:
    """The hidden units of one token: how many fire, which most, and what those push up."""
    given, fired = inputs(model.transformer, trace, layer, place), trace.layers[layer].hidden[place]
    units = strongest(trace, layer, place, _UNITS)
    pushed = pushes(model.transformer, trace, layer, place, units)
    order = np.argsort(given)
    above = int((given > 0).sum())
    with board(key="units", text=trace.text) as drawn:
        left, right = drawn.columns(34, 66)
        with left:
            drawn.heading("Units that fire most", f"Of {len(fired)} hidden units of layer {layer + 1}, for this token.")
            bars(
                fired[units],
                labels=[f"unit {unit}" for unit in units],
                alt="The hidden units with the largest values, and their values.",
                key="strongest_units",
            )
        with right:
            drawn.heading(
                "What they push up",
                "Next tokens whose logits each unit raises most, by how much, and the one that it lowers most.",
            )
            word_grid(
                [_row(model, row) for row in pushed],
                names=[f"unit {unit}" for unit in units],
                columns=["raised most", "second", "third", "fourth", "lowered most"],
                alt="For each of the strongest units the next tokens that it raises, and the one that it lowers most.",
                key="pushed",
            )
    curve, sums = st.columns(2, gap="medium")
    with curve:
        st.subheader("What GELU lets through", anchor=False)
        st.caption(
            f"Each dot is a unit: what it is given, and what it hands on. {above} of {len(given)} are given more than "
            "0. The others hand on next to nothing: never less than −0.17."
        )
        curves(
            {"hidden units of this token": fired[order]},
            over=given[order],
            points=("hidden units of this token",),
            x_title="input of the unit",
            y_title="hidden",
            height=230,
            alt="Hidden value of every unit against its input: the curve of GELU.",
            key="gelu",
        )
    with sums:
        st.subheader("The unit that fires most, worked out", anchor=False)
        st.caption("From what it is given to what it adds to the logit of the token that it pushes up most.")
        strongest_unit, most = int(units[0]), int(pushed[0].argmax())
        gelu = block_formulas.gelu(strongest_unit, float(given[strongest_unit]))
        value = float(fired[strongest_unit])
        push = block_formulas.push(strongest_unit, value, float(pushed[0, most]) / value)
        formula([*gelu, *push], key="unit_formula")
        st.caption(
            "The push is the direct one: the unit’s row of W_out, through the last norm as it is for this token, times "
            "W_U. What later layers make of it comes on top."
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


def show_linearity(model: LanguageModel, trace: Trace, layer: int, place: int) -> None:
    """Mix two streams: attention gives the same mixture while its pattern and norm are held; the norm and GELU bend."""
    st.subheader("What bends, and what only mixes", anchor=False)
    st.caption(
        "x is the stream as this layer reads it, y a random one as large. Feed in a mixture: a linear part gives the "
        "same mixture, a straight line. Attention is straight while its pattern and its norm are held fast. Let go of "
        "the norm and it bends: each mixture is divided by a deviation of its own. GELU bends the FFN once more."
    )
    share = controls.slider("share", "Share a of x in the mixture a x + (1 − a) y", 0.5)
    shares = torch.tensor(np.append(_SHARES, np.float32(share)))
    ways, differences = {}, {}
    for name, (part, one) in _parts(model, trace, layer, place).items():
        ways[name] = tuple(side.numpy() for side in mixed(part, one, as_large_as(one), shares))
        differences[name] = float(np.abs(np.subtract(*ways[name]))[-1].max())
    curve, table = st.columns([56, 44], gap="medium")
    with curve:
        curves(
            _lines(ways),
            over=_SHARES,
            dashed=(_IF_LINEAR,),
            at=share,
            x_title="share a of x",
            y_title="one number of the output, from its start",
            alt="One number of the output against the share of x: straight for attention with its norm held, bent with "
            "the norm, bent for the FFN.",
            key="mixtures",
        )
    with table:
        formula(block_formulas.mixture(share, differences), key="mixture_formula")
        st.caption(
            "About 10⁻⁶ is rounding. A stack of linear parts is one matrix, however many layers it has: without "
            "something that bends, depth would add nothing to what attention’s own weights decide."
        )


def _lines(ways: dict) -> dict[str, np.ndarray]:
    """Of attention and of the FFN the number of the output that bends most, over the shares; each from its start."""

    def line(values: np.ndarray, dimension: int) -> np.ndarray:
        return values[:-1, dimension] - values[0, dimension]

    attention, ffn = (int(np.abs(np.subtract(*ways[name])).max(axis=0).argmax()) for name in ("attention", "FFN"))
    return {
        _HELD: line(ways[_HELD][0], attention),
        "attention": line(ways["attention"][0], attention),
        "FFN": line(ways["FFN"][0], ffn),
        _IF_LINEAR: line(ways["FFN"][1], ffn),
    }


def _parts(model: LanguageModel, trace: Trace, layer: int, place: int) -> dict:
    """Each part of the layer with the stream that it reads, before the norm."""
    transformer, stages = model.transformer, trace.layers[layer]
    before = torch.tensor(stages.residual_in)
    pattern = torch.tensor(stages.pattern[:, place])
    # The FFN works on each token alone: its other rows need not be mixed.
    alone = torch.tensor(stages.residual_mid[place : place + 1])
    return {
        _HELD: (attention_with_frozen_pattern(transformer, layer, pattern, before), before),
        "attention": (attention_with_frozen_pattern(transformer, layer, pattern), before),
        "FFN, no GELU, norm held": (feed_forward(transformer, layer, 0, alone, nonlinear=False), alone),
        "FFN, norm held": (feed_forward(transformer, layer, 0, alone), alone),
        "FFN": (feed_forward(transformer, layer, 0), alone),
    }
