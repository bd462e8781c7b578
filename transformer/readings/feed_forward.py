"""The feed-forward network of a block, unit by unit: how strongly each fires, and which next tokens it pushes up."""

import numpy as np
import torch
from jaxtyping import Float, Int
from numpy import ndarray as Array

from transformer.model import Transformer
from transformer.ranking import largest
from transformer.readings.layer_norm import layer_norm, module, weights
from transformer.trace import Trace


@torch.inference_mode()
def inputs(transformer: Transformer, trace: Trace, layer: int, place: int) -> Float[Array, " d_mlp"]:
    """What each hidden unit is given at a token, before GELU: normalized residual_mid times W_in, plus the bias."""
    block = transformer.block(layer)
    middle = torch.tensor(trace.layers[layer].residual_mid[place])
    return block.mlp_in(block.mlp_norm(middle)).numpy()


def strongest(trace: Trace, layer: int, place: int, count: int) -> Int[Array, " unit"]:
    """The hidden units that fire most at a token, the strongest first."""
    return largest(trace.layers[layer].hidden[place], count)


def pushes(
    transformer: Transformer, trace: Trace, layer: int, place: int, units: Int[Array, " unit"]
) -> Float[Array, "unit vocab"]:
    """What each unit adds to every logit of a token by the direct way: its row of W_out, the last norm, W_U.

    The last norm divides by the deviation that the stream really has there, so that these, with what everything else
    writes, sum to the logits. What later layers make of the unit's output is not in it.
    """
    w_out = transformer.block(layer).mlp_out.weight.detach().numpy()
    written = trace.layers[layer].hidden[place, units][:, None] * w_out.T[units]
    return through_last_norm(transformer, trace, place, written) @ trace.unembedding.T


def through_last_norm(
    transformer: Transformer, trace: Trace, place: int, written: Float[Array, "*axes d_model"]
) -> Float[Array, "*axes d_model"]:
    """Vectors of a token's stream as the unembedding sees them: centred, over the stream's deviation, times gamma."""
    gamma, beta, epsilon = weights(module(transformer, 0, "before unembedding"))
    deviation = layer_norm(trace.layers[-1].residual_out[place], gamma, beta, epsilon).deviation
    return (written - written.mean(axis=-1, keepdims=True)) * gamma / np.float32(deviation)
