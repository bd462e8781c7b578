"""Read a head's projections as one bilinear form between what two tokens hold."""

import numpy as np
import torch
from jaxtyping import Float
from numpy import ndarray as Array

from transformer.inference import inference
from transformer.model import Transformer
from transformer.trace import Trace


@inference
def normalized(transformer: Transformer, trace: Trace, layer: int) -> Float[Array, "pos d_model"]:
    """The residual stream after the layer norm of a layer's attention: the x that its heads project."""
    residual = torch.tensor(trace.layers[layer].residual_in)
    return transformer.block(layer).attention_norm(residual).numpy()


def bilinear(transformer: Transformer, layer: int, head: int) -> Float[Array, "d_model d_model"]:
    """W = W_q^T W_k of one head, so that q_i . k_j = x_i^T W x_j; its rank is at most d_head."""
    attention = transformer.block(layer).attention
    rows_of_head = slice(head * transformer.config.d_head, (head + 1) * transformer.config.d_head)
    w_q, w_k = (
        linear.weight.detach().numpy()[rows_of_head].astype(np.float64) for linear in (attention.query, attention.key)
    )
    return w_q.T @ w_k


def asymmetry(scores: Float[Array, "pos pos"]) -> float:
    """The largest difference between a number and its mirror image across the diagonal."""
    return float(np.abs(scores - scores.T).max())


def look_at_themselves(pattern: Float[Array, "pos pos"]) -> int:
    """How many queries give no key more weight than themselves."""
    return int((pattern.diagonal() >= pattern.max(axis=1)).sum())


def symmetric_share(matrix: Float[Array, "n n"]) -> float:
    """Of the sum of squares of a matrix, the part in its symmetric half (W + W^T) / 2: 1 if symmetric, 0 if skew."""
    return float((((matrix + matrix.T) / 2) ** 2).sum() / (matrix**2).sum())
