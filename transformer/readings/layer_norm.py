"""The norm of one vector, step by step: mean, deviation, gamma and beta; an RMSNorm has neither mean nor beta."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array
from torch import nn

from transformer.edits import Edit
from transformer.inference import inference
from transformer.intervention import UNCHANGED
from transformer.trace import Trace, thawed


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


def read_by_ffn(trace: Trace, layer: int) -> Float[Array, "pos d_model"]:
    """The stream that the norm before an FFN reads, in a model whose norms stand before."""
    return trace.layers[layer].residual_in if trace.plan.parallel else trace.layers[layer].residual_mid


def weights(norm: nn.Module) -> tuple[Float[Array, " d_model"], Float[Array, " d_model"] | None, float]:
    """Gamma, beta and epsilon of a norm; an RMSNorm has no beta, and that of a LayerNorm without one is 0."""
    learned = {name: weight.detach().numpy() for name, weight in norm.named_parameters()}
    if isinstance(norm, nn.LayerNorm):
        learned.setdefault("bias", np.zeros_like(learned["weight"]))
    return learned["weight"], learned.get("bias"), float(norm.eps)  # pyrefly: ignore[bad-argument-type] # a module has any attribute


@inference
def reading(transformer: Any, trace: Trace, layer: int, position: int, vector: Float[Array, " d_model"]) -> Edit:
    """Compute the edit by which an FFN reads this vector at a token, instead of what its norm gives it.

    Args:
        transformer: a decoder, ours or one of a folder.
        trace: its unchanged pass.
        layer: counted from 0.
        position: of the token.
        vector: what is read, of d_model numbers.

    Returns:
        An edit of "hidden" in that layer, for a pass over the same text.

    Raises:
        ValueError: if the pass has a change.
    """
    if trace.intervention != UNCHANGED:
        raise ValueError("what an FFN would read without its norm is known of an unchanged pass alone")
    block, read = transformer.block(layer), thawed(vector)[None]
    inner, activation = block.mlp_in(read), getattr(block, "activation", nn.functional.gelu)
    hidden = activation(block.mlp_gate(read)) * inner if trace.plan.gated else activation(inner)
    return Edit("hidden", layer, hidden[0], position=position)
