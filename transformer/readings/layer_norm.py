"""Layer norm of one vector, step by step: mean, deviation, gamma and beta (Ba, Kiros and Hinton 2016)."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array
from torch import nn

from transformer.model import Transformer
from transformer.trace import Trace

Place = Literal["before attention", "before FFN", "before unembedding"]


@dataclass(frozen=True, eq=False)
class LayerNorm:
    """The stages of a layer norm, in the order they are computed."""

    before: Float[Array, " d_model"]
    mean: float
    deviation: float  # sqrt(variance + epsilon), the variance with d_model in its denominator
    normalized: Float[Array, " d_model"]  # (before - mean) / deviation
    gamma: Float[Array, " d_model"]
    beta: Float[Array, " d_model"]
    after: Float[Array, " d_model"]  # gamma * normalized + beta


def layer_norm(
    before: Float[Array, " d_model"], gamma: Float[Array, " d_model"], beta: Float[Array, " d_model"], epsilon: float
) -> LayerNorm:
    """Normalize one vector."""
    mean = before.mean(dtype=np.float64)
    deviation = np.sqrt(before.var(dtype=np.float64) + epsilon)
    normalized = ((before - mean) / deviation).astype(before.dtype)
    return LayerNorm(before, float(mean), float(deviation), normalized, gamma, beta, gamma * normalized + beta)


def module(transformer: Transformer, layer: int, place: Place) -> nn.LayerNorm:
    """The model's own layer norm at a place of a block; before the unembedding there is one for all layers."""
    if place == "before unembedding":
        return transformer.final_norm
    block = transformer.block(layer)
    return block.attention_norm if place == "before attention" else block.mlp_norm


def read_by(trace: Trace, layer: int, place: Place) -> Float[Array, "pos d_model"]:
    """The stream that this layer norm reads."""
    if place == "before unembedding":
        return trace.layers[-1].residual_out
    stages = trace.layers[layer]
    return stages.residual_in if place == "before attention" else stages.residual_mid


def weights(norm: nn.LayerNorm) -> tuple[Float[Array, " d_model"], Float[Array, " d_model"], float]:
    """Gamma, beta and epsilon of a layer norm."""
    return norm.weight.detach().numpy(), norm.bias.detach().numpy(), norm.eps
