"""Read a head's projections as one bilinear form between what two tokens hold."""

from dataclasses import dataclass

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


@dataclass(frozen=True, eq=False)
class QueryPlane:
    """The keys of a head seen in a plane that holds one query: a key's place along the query is its score / |query|."""

    keys: Float[Array, "key 2"]  # first along the query, then along the direction at right angles that holds most
    queries: Float[Array, "query 2"]
    share: float  # of the sum of the keys' squares, from 0 to 1


def query_plane(queries: Float[Array, "query d_head"], keys: Float[Array, "key d_head"], query: int) -> QueryPlane:
    """The plane of one query and of the direction beside it in which the keys are longest; zero stays zero.

    Raises:
        ValueError: if the query is zero, and so has no direction.
    """
    queries, keys = queries.astype(np.float64), keys.astype(np.float64)
    length = np.linalg.norm(queries[query])
    if length == 0:
        raise ValueError(f"query {query} is zero: it points nowhere")
    along = queries[query] / length
    beside = keys - np.outer(keys @ along, along)
    second = np.linalg.svd(beside, full_matrices=False)[2][0]
    second = second - (second @ along) * along  # where nothing is beside the query, any direction came out
    size = np.linalg.norm(second)
    second = second / size * np.sign(second[np.abs(second).argmax()]) if size > 1e-6 else np.zeros_like(second)
    plane = np.stack([along, second], axis=1)
    whole = float((keys**2).sum())
    seen = keys @ plane
    return QueryPlane(seen, queries @ plane, float((seen**2).sum()) / whole if whole else 1.0)


def asymmetry(scores: Float[Array, "pos pos"]) -> float:
    """The largest difference between a number and its mirror image across the diagonal."""
    return float(np.abs(scores - scores.T).max())


def look_at_themselves(pattern: Float[Array, "pos pos"]) -> int:
    """How many queries give no key more weight than themselves."""
    return int((pattern.diagonal() >= pattern.max(axis=1)).sum())


def symmetric_share(matrix: Float[Array, "n n"]) -> float:
    """Of the sum of squares of a matrix, the part in its symmetric half (W + W^T) / 2: 1 if symmetric, 0 if skew."""
    return float((((matrix + matrix.T) / 2) ** 2).sum() / (matrix**2).sum())
