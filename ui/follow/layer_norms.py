"""Layer norm on screen: one token's vector before, normalized and after gamma and beta, with every number at hand."""

from typing import NamedTuple, get_args

import numpy as np
import streamlit as st
import torch

from components.board import Board, board
from components.formula import formula
from components.strips import strips
from components.table import table
from formulas import block as block_formulas
from transformer import LanguageModel, Trace
from transformer.readings.layer_norm import LayerNorm, Place, layer_norm, module, read_by, weights
from ui import controls, dials, words

_PLACES: tuple[Place, ...] = get_args(Place)


class Dialled(NamedTuple):
    """Which of the layer norms, two in each block and one at the end, and what is done to the vector before it."""

    where: Place
    layer: int
    factor: float
    shift: float


def dialled(model: LanguageModel) -> Dialled:
    """The dials in the sidebar; the last norm belongs to no layer."""
    with st.sidebar:
        where = controls.one_of("norm", "Layer norm", _PLACES[0])
    layer = model.config.n_layers - 1 if where == "before unembedding" else dials.layer(model)
    with st.sidebar:
        factor = controls.scale("norm_factor", "Multiply the vector by", 1)
        shift = controls.slider("norm_shift", "Add to every number", 0.0)
    return Dialled(where, layer, factor, shift)


@torch.inference_mode()
def difference_to_torch(stages: LayerNorm, norm: torch.nn.LayerNorm) -> float:
    """The largest difference between our stages and torch's own layer norm of the same vector."""
    return float(np.abs(norm(torch.tensor(stages.before)).numpy() - stages.after).max())


def stages_of(model: LanguageModel, trace: Trace, dialled: Dialled, place: int) -> tuple[LayerNorm, LayerNorm]:
    """The stages of the norm for one token: of its vector as it is, and as the dials change it."""
    learned = weights(module(model.transformer, dialled.layer, dialled.where))
    plain = read_by(trace, dialled.layer, dialled.where)[place]
    changed = (plain * dialled.factor + dialled.shift).astype(np.float32)
    return layer_norm(plain, *learned), layer_norm(changed, *learned)


def show(screen: Board, model: LanguageModel, trace: Trace, dialled: Dialled, place: int) -> None:
    """The vector at each stage, the learned numbers, and what of each stage the dials have changed."""
    plain, stages = stages_of(model, trace, dialled, place)
    screen.heading(
        f"One token’s {model.config.d_model} numbers, normalized",
        "Above: as they come. Then their mean is taken off and they are divided by their deviation. Then γ and β, "
        "learned, one of each for every dimension.",
    )
    _strips(
        {"before": stages.before, "normalized": stages.normalized, "after γ, β": stages.after},
        trace,
        place,
        extent=4.0,
        alt="The chosen token's vector before layer norm, normalized, and after gamma and beta.",
        key="norm_strips",
    )
    screen.note("The learned γ (multiplied) and β (added):")
    _strips(
        {"γ": stages.gamma, "β": stages.beta},
        trace,
        place,
        extent=2.0,
        alt="Gamma and beta of this layer norm.",
        key="norm_weights",
    )
    screen.heading(
        "What the dials change", "Multiply the vector, or add to it: the first row notices, the others hardly."
    )
    table(
        of_stages(plain, stages),
        formats={"mean": "{:.4f}", "deviation": "{:.4f}", "changed by the dials": ""},
        alt="Mean and deviation of the vector at each stage, and the largest change by factor and shift.",
        key="norm_stages",
    )


def of_stages(plain: LayerNorm, stages: LayerNorm) -> dict[str, list]:
    """Mean and deviation at each stage, and the largest difference from what it is without the dials."""
    pairs = {
        "before": (plain.before, stages.before),
        "normalized": (plain.normalized, stages.normalized),
        "after γ, β": (plain.after, stages.after),
    }
    apart = [float(np.abs(now - as_it_is).max()) for as_it_is, now in pairs.values()]
    return {
        "": list(pairs),
        "mean": [_unsigned_zero(float(now.mean(dtype=np.float64))) for _, now in pairs.values()],
        "deviation": [float(now.std(dtype=np.float64)) for _, now in pairs.values()],
        "changed by the dials": [words.number(each, 2) if each else "0" for each in apart],
    }


def _unsigned_zero(value: float) -> float:
    """A mean that four decimals write as 0, without the sign that rounding may give it."""
    return 0.0 if abs(value) < 5e-5 else value


def show_one_number(model: LanguageModel, trace: Trace, dialled: Dialled, place: int) -> None:
    """One number of the vector on its way through the norm, and that torch's own norm gives the same."""
    chosen = controls.place("dimension", "Dimension", "its largest", help="The number that the formula below follows.")
    plain, stages = stages_of(model, trace, dialled, place)
    dimension = int(np.abs(plain.before).argmax()) if chosen is None else chosen
    worked = block_formulas.layer_norm(
        stages.before,
        stages.mean,
        stages.deviation,
        float(stages.normalized[dimension]),
        float(stages.gamma[dimension]),
        float(stages.beta[dimension]),
        float(stages.after[dimension]),
        dimension,
    )
    apart = difference_to_torch(stages, module(model.transformer, dialled.layer, dialled.where))
    with board(key="layer_norm_arithmetic", text=trace.text) as screen:
        formula(worked, key="norm_formula")
        screen.note(f"✓ torch’s own layer_norm gives the same: largest difference {words.number(apart)}")


def _strips(named: dict[str, np.ndarray], trace: Trace, place: int, *, extent: float, alt: str, key: str) -> None:
    """Vectors of one token under each other."""
    strips(
        {name: vector[None] for name, vector in named.items()},
        tokens=trace.words[place : place + 1],
        first=place,
        height=26,
        extent=extent,
        alt=alt,
        key=key,
    )
