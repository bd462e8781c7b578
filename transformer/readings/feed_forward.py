"""The feed-forward network of a block, unit by unit: how strongly each fires, and which next tokens it pushes up."""

import numpy as np
import torch
from jaxtyping import Float, Int
from numpy import ndarray as Array

from transformer.inference import inference
from transformer.intervention import HEADS, MASKS, PADDING, PLACES, RESIDUAL, SCALES
from transformer.model import Decoder
from transformer.readings.layer_norm import layer_norm, read_by_ffn, weights
from transformer.trace import Trace

HONOURS = MASKS | PADDING | SCALES | PLACES | HEADS | RESIDUAL


@inference
def inputs(
    transformer: Decoder, trace: Trace, layer: int, position: int
) -> tuple[Float[Array, " d_mlp"], Float[Array, " d_mlp"] | None]:
    """Compute the inputs of the nonlinearity at a token: the normalized stream times W_in, plus the bias.

    In a gated network it is given that times W_gate, and what it makes of it is multiplied by the second of these.
    """
    block = transformer.block(layer)
    read = block.mlp_norm(torch.tensor(read_by_ffn(trace, layer)[position]))
    up = block.mlp_in(read).numpy()
    return (block.mlp_gate(read).numpy(), up) if trace.plan.gated else (up, None)


def pushes(
    transformer: Decoder, trace: Trace, layer: int, position: int, units: Int[Array, " unit"]
) -> Float[Array, "unit vocab"]:
    """Compute what each unit adds directly to every logit of a token: its row of W_out, the last norm, W_U.

    The last norm divides by the deviation that the stream really has there, so that these, with what everything else
    writes, sum to the logits. What later layers make of the unit's output is not in it.
    """
    trace.intervention.require(HONOURS, "what a unit pushes up")
    w_out = transformer.block(layer).mlp_out.weight.detach().numpy()
    contributions = trace.layers[layer].hidden[position, units][:, None] * w_out.T[units]
    return through_last_norm(transformer, trace, position, contributions) @ trace.unembedding.T


def pushes_on(transformer: Decoder, trace: Trace, layer: int, position: int, word: int) -> Float[Array, " d_mlp"]:
    """Measure what each unit adds to one logit of a token by the direct way, less what it adds to all on average.

    Softmax does not feel what all logits share.

    Args:
        transformer: of the model that made the trace.
        trace: a pass over one text.
        layer: of the units, from 0.
        position: position of the token.
        word: id of the token whose logit is meant.

    Returns:
        One amount in logits for each hidden unit.
    """
    w_out = transformer.block(layer).mlp_out.weight.detach().numpy()
    return trace.layers[layer].hidden[position] * added_to(transformer, trace, position, w_out.T, word)


def added_to(
    transformer: Decoder, trace: Trace, position: int, vectors: Float[Array, "*axes d_model"], word: int
) -> Float[Array, "*axes"]:
    """Measure what vectors of a token's stream add to one logit of it by the direct way, less the mean of all logits.

    Args:
        transformer: of the model that made the trace.
        trace: a pass over one text.
        position: position of the token.
        vectors: what is added to its stream.
        word: id of the token whose logit is meant.

    Returns:
        One amount in logits for each vector.
    """
    row = trace.unembedding[word] - trace.unembedding.mean(axis=0)
    return through_last_norm(transformer, trace, position, vectors) @ row


def through_last_norm(
    transformer: Decoder, trace: Trace, position: int, vectors: Float[Array, "*axes d_model"]
) -> Float[Array, "*axes d_model"]:
    """Vectors of a token's stream as the unembedding sees them: centred, over the stream's deviation, times gamma.

    An RMSNorm centres nothing.
    """
    gamma, beta, epsilon = weights(transformer.final_norm)
    deviation = layer_norm(trace.layers[-1].residual_out[position], gamma, beta, epsilon).deviation
    centred = vectors if beta is None else vectors - vectors.mean(axis=-1, keepdims=True)
    return centred * gamma / np.float32(deviation)
