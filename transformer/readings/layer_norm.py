"""The norm of one vector, step by step: mean, deviation, gamma and beta; an RMSNorm has neither mean nor beta."""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import torch
from jaxtyping import Float
from numpy import ndarray as Array
from torch import nn

from transformer.edits import Edit
from transformer.inference import inference
from transformer.intervention import UNCHANGED
from transformer.model import Decoder
from transformer.positions import places_of
from transformer.trace import Trace, thawed

NormPlace = Literal["before attention", "before FFN", "before unembedding"]


@dataclass(frozen=True, eq=False)
class LayerNorm:
    """The stages of a norm, in the order they are computed."""

    before: Float[Array, " d_model"]
    mean: float  # what is taken off: 0 in an RMSNorm
    deviation: float  # sqrt(variance + epsilon), the variance with d_model in its denominator; about 0 in an RMSNorm
    normalized: Float[Array, " d_model"]  # (before - mean) / deviation
    gamma: Float[Array, " d_model"]
    beta: Float[Array, " d_model"] | None  # None in an RMSNorm
    after: Float[Array, " d_model"]  # gamma * normalized + beta


def layer_norm(
    before: Float[Array, " d_model"],
    gamma: Float[Array, " d_model"],
    beta: Float[Array, " d_model"] | None,
    epsilon: float,
) -> LayerNorm:
    """Normalize one vector: LayerNorm (Ba et al. 2016), or without a beta RMSNorm (Zhang and Sennrich 2019)."""
    mean = 0.0 if beta is None else float(before.mean(dtype=np.float64))
    deviation = np.sqrt(np.square(before.astype(np.float64) - mean).mean() + epsilon)
    normalized = ((before - mean) / deviation).astype(before.dtype)
    after = gamma * normalized if beta is None else gamma * normalized + beta
    return LayerNorm(before, mean, float(deviation), normalized, gamma, beta, after)


def module(transformer: Decoder, layer: int, place: NormPlace) -> nn.Module:
    """The model's own norm at a place of a block; before the unembedding there is one for all layers."""
    if place == "before unembedding":
        return transformer.final_norm
    block = transformer.block(layer)
    return block.attention_norm if place == "before attention" else block.mlp_norm


def read_by(trace: Trace, layer: int, place: NormPlace) -> Float[Array, "pos d_model"]:
    """The stream that this norm reads, in a model whose norms stand before."""
    if place == "before unembedding":
        return trace.layers[-1].residual_out
    stages = trace.layers[layer]
    return stages.residual_in if place == "before attention" or trace.plan.parallel else stages.residual_mid


def weights(norm: nn.Module) -> tuple[Float[Array, " d_model"], Float[Array, " d_model"] | None, float]:
    """Gamma, beta and epsilon of a norm; an RMSNorm has no beta, and that of a LayerNorm without one is 0."""
    learned = {name: weight.detach().numpy() for name, weight in norm.named_parameters()}
    if isinstance(norm, nn.LayerNorm):
        learned.setdefault("bias", np.zeros_like(learned["weight"]))
    return learned["weight"], learned.get("bias"), float(norm.eps)  # pyrefly: ignore[bad-argument-type] # a module has any attribute


@inference
def reading(
    transformer: Any, trace: Trace, layer: int, place: NormPlace, position: int, vector: Float[Array, " d_model"]
) -> Edit:
    """Compute the edit by which a sublayer reads this vector at a token, instead of what its norm gives it.

    Args:
        transformer: a decoder, ours or one of a folder.
        trace: its unchanged pass.
        layer: counted from 0.
        place: before which sublayer the norm stands.
        position: of the token, which looks back alone.
        vector: what is read, of d_model numbers.

    Returns:
        An edit of "hidden" or "attended" in that layer, for a pass over the same text.

    Raises:
        ValueError: if the pass has a change, no sublayer reads at this place, or the token may look ahead.
    """
    if trace.intervention != UNCHANGED:
        raise ValueError("what a sublayer would read without its norm is known of an unchanged pass alone")
    stages, block = trace.layers[layer], transformer.block(layer)
    if place == "before unembedding" or stages.may_look[position, position + 1 :].any():
        raise ValueError("a sublayer reads before attention and before the FFN, of tokens that look back alone")
    read = thawed(vector)[None]
    if place == "before FFN":
        inner, activation = block.mlp_in(read), getattr(block, "activation", nn.functional.gelu)
        hidden = activation(block.mlp_gate(read)) * inner if trace.plan.gated else activation(inner)
        return Edit("hidden", layer, hidden[0], position=position)
    past = thawed(stages.keys[:, :position]), thawed(stages.values[:, :position])
    may_look = torch.from_numpy(stages.may_look[position : position + 1, : position + 1].copy())
    places = places_of(len(trace.tokens), trace.intervention)[position : position + 1]
    attended, _ = block.attention(read, *transformer.after(layer, places, may_look, past, trace.intervention))
    attended = block.attended_norm(attended) if trace.plan.norms_added else attended
    return Edit("attended", layer, attended[0], position=position)
