"""Contributions of each head of a layer to the residual stream; their sum is what attention adds."""

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from transformer.intervention import HEADS, MASKS, PADDING, PLACES, RESIDUAL, SCALES
from transformer.model import Layered
from transformer.trace import Trace

HONOURS = MASKS | PADDING | SCALES | PLACES | HEADS | RESIDUAL


def contributions(transformer: Layered, trace: Trace, layer: int) -> Float[Array, "head pos d_model"]:
    """Each head's context times its own rows of W_O; summed over heads, these are `attended`, less a bias of W_O.

    Concatenation followed by W_O multiplies head h's context by rows h * d_head to (h + 1) * d_head of W_O alone.

    Raises:
        IndexError: if the model has no such layer.
    """
    trace.intervention.require(HONOURS, "what each head writes")
    return trace.layers[layer].context @ output_rows(transformer, layer)


def concatenated(transformer: Layered, trace: Trace, layer: int) -> Float[Array, "pos d_model"]:
    """The heads' contexts side by side, times W_O once, as the paper writes it (section 3.2.2); this is `attended`.

    Raises:
        IndexError: if the model has no such layer.
    """
    side_by_side = np.concatenate(list(trace.layers[layer].context), axis=-1)
    return side_by_side @ output_rows(transformer, layer).reshape(-1, transformer.config.d_model)


def output_bias(transformer: Layered, layer: int) -> Float[Array, " d_model"] | None:
    """Return the bias of W_O, which is added to the sum of all heads in some families."""
    bias = transformer.block(layer).attention.output.bias
    return None if bias is None else bias.detach().numpy()


def output_rows(transformer: Layered, layer: int) -> Float[Array, "head d_head d_model"]:
    """The rows of W_O that each head's context is multiplied by.

    Raises:
        IndexError: if the model has no such layer.
    """
    config = transformer.config
    # torch keeps a linear layer's weight as [out, in]: W_O is its transpose.
    w_o = transformer.block(layer).attention.output.weight.detach().numpy().T
    return w_o.reshape(config.n_heads, config.d_head, config.d_model)


def carried(
    transformer: Layered, trace: Trace, layer: int, head: int, query: int, key: int
) -> Float[Array, " d_model"]:
    """Compute what one head adds to a query because of one key: weight * value, times the head's rows of W_O.

    Summed over keys this is the head's contribution at the query (the OV circuit of Elhage et al. 2021).
    """
    trace.intervention.require(HONOURS, "what one cell brings")
    stages = trace.layers[layer]
    return stages.pattern[head, query, key] * (stages.values[head, key] @ output_rows(transformer, layer)[head])


def lengths(contributions: Float[Array, "head pos d_model"], position: int = -1) -> Float[Array, " head"]:
    """How much each head adds at one position: the Euclidean length of its contribution there."""
    return np.linalg.norm(contributions[:, position], axis=-1)
