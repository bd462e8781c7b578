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
from transformer.readings.linearity import attention_with_frozen_pattern, feed_forward, mixed
from ui import code, vocabulary

_UNITS, _RAISED = 8, 4
_SHARES = np.linspace(-1, 2, 61, dtype=np.float32)


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
    code.show("units")


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
    """Mix two inputs: attention with its pattern held gives the same mixture, the FFN does not, unless GELU is out."""
    st.subheader("Without the FFN there is nothing but mixing", anchor=False)
    st.caption(
        "x is what this layer reads, y random numbers of the same size. Feed in a mixture: a linear part puts out the "
        "same mixture, a straight line. Attention with its weights held fast is linear; GELU is what bends."
    )
    share = st.slider(
        "Share a of x in the mixture a x + (1 − a) y", -1.0, 2.0, 0.5, 0.05, key="share", bind="query-params"
    )
    parts = _parts(model, trace, layer, place)
    shares = torch.tensor(np.append(_SHARES, np.float32(share)))
    lines, differences = {}, {}
    for name, (part, one) in parts.items():
        other = torch.randn(one.shape, generator=torch.Generator().manual_seed(0))
        whole, sum_of_parts = (side.numpy() for side in mixed(part, one, other, shares))
        departures = np.abs(whole - sum_of_parts)
        differences[name] = float(departures[-1].max())
        dimension = int(departures.max(axis=0).argmax()) if name == "FFN" else 0
        lines[name] = whole[:-1, dimension] - whole[0, dimension]
        if name == "FFN":
            lines["FFN if it were linear"] = sum_of_parts[:-1, dimension] - whole[0, dimension]
    curve, table = st.columns([56, 44], gap="medium")
    with curve:
        curves(
            lines,
            over=_SHARES,
            dashed=("FFN if it were linear",),
            at=share,
            x_title="share a of x",
            y_title="one number of the output, from its start",
            alt="One number of the output against the share of x: straight for attention, bent for the FFN.",
            key="mixtures",
        )
    with table:
        formula(block_formulas.mixture(share, differences), key="mixture_formula")
        st.caption(
            "About 10⁻⁶ is rounding. A stack of linear parts is one matrix, however many layers it has: without "
            "something that bends, depth would add nothing to what attention’s own weights decide."
        )
    code.show("linearity")


def _parts(model: LanguageModel, trace: Trace, layer: int, place: int) -> dict:
    """Each part of the layer with the normalized stream that it reads."""
    block, stages = model.transformer.block(layer), trace.layers[layer]
    with torch.inference_mode():
        before_attention = block.attention_norm(torch.tensor(stages.residual_in))
        before_ffn = block.mlp_norm(torch.tensor(stages.residual_mid))
    pattern = torch.tensor(stages.pattern[:, place])
    # The FFN works on each token alone: its other rows need not be mixed.
    alone = before_ffn[place : place + 1]
    return {
        "attention": (attention_with_frozen_pattern(model.transformer, layer, pattern), before_attention),
        "FFN": (feed_forward(model.transformer, layer, 0), alone),
        "FFN without GELU": (feed_forward(model.transformer, layer, 0, nonlinear=False), alone),
    }
