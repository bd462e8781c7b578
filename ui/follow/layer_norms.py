"""Layer norm on screen: one token's vector before, normalized and after gamma and beta, with every number at hand."""

from typing import get_args

import numpy as np
import streamlit as st
import torch

from components.board import board
from components.formula import formula
from components.strips import strips
from formulas import block as block_formulas
from transformer import LanguageModel, Trace
from transformer.readings.layer_norm import LayerNorm, Place, layer_norm, module, read_by, weights
from ui import controls, dials, words

_PLACES: tuple[Place, ...] = get_args(Place)


def place_of_norm() -> Place:
    """Which of the layer norms: two in each block, one at the end."""
    return controls.one_of("norm", "Layer norm", _PLACES[0])


def disturbance() -> tuple[float, float]:
    """A factor and a shift for the vector, to see what a layer norm makes of them."""
    factor = controls.scale("norm_factor", "Multiply the vector by", 1, width=230)
    shift = controls.slider("norm_shift", "Add to every number", 0.0, width=230)
    return factor, shift


@torch.inference_mode()
def difference_to_torch(stages: LayerNorm, norm: torch.nn.LayerNorm) -> float:
    """The largest difference between our stages and torch's own layer norm of the same vector."""
    return float(np.abs(norm(torch.tensor(stages.before)).numpy() - stages.after).max())


def show(model: LanguageModel, trace: Trace, layer: int, place: int) -> None:
    """The stages of the chosen layer norm for one token."""
    with dials.row():
        where = place_of_norm()
        factor, shift = disturbance()
        dimension = controls.place(
            "dimension", "Dimension", "its largest", help="The number that the formula below follows."
        )
    norm = module(model.transformer, layer, where)
    plain = read_by(trace, layer, where)[place]
    stages = layer_norm((plain * factor + shift).astype(np.float32), *weights(norm))
    unchanged = layer_norm(plain, *weights(norm))
    if dimension is None:
        dimension = int(np.abs(plain).argmax())
    with board(key="layer_norm", text=trace.text) as drawn:
        drawn.heading(
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
        drawn.note("The learned γ (multiplied) and β (added):")
        _strips(
            {"γ": stages.gamma, "β": stages.beta},
            trace,
            place,
            extent=2.0,
            alt="Gamma and beta of this layer norm.",
            key="norm_weights",
        )
    with st.container(horizontal=True, gap="medium"):
        st.metric("Mean before", f"{stages.mean:.4f}", width="content")
        st.metric("Deviation before", f"{stages.deviation:.4f}", width="content", help="√(variance + 10⁻⁵)")
        st.metric("Mean, normalized", f"{abs(stages.normalized.mean()):.4f}", width="content")
        st.metric("Deviation, normalized", f"{stages.normalized.std():.4f}", width="content")
        moved = float(np.abs(stages.after - unchanged.after).max())
        st.metric(
            "Changed by factor and shift",
            words.number(moved, 2) if moved else "0",
            width="content",
            help="The largest difference of a number after γ and β from what it is with factor 1 and shift 0.",
        )
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
    formula(worked, key="norm_formula")
    st.caption(
        f"✓ torch’s own layer_norm gives the same: largest difference {words.number(difference_to_torch(stages, norm))}"
    )


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
