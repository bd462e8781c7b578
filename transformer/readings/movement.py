"""Which tokens moved a token, and by how much: each head's weight times the length of the value as it is added."""

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from transformer.model import Transformer
from transformer.readings.contributions import output_rows
from transformer.trace import Trace


def value_lengths(transformer: Transformer, trace: Trace) -> Float[Array, "layer head pos"]:
    """|value W_O|: how long each token's value is when its head has written it to the residual stream."""
    return np.stack(
        [
            np.linalg.norm(stages.values @ output_rows(transformer, layer), axis=-1)
            for layer, stages in enumerate(trace.layers)
        ]
    )


def moved(transformer: Transformer, trace: Trace, position: int) -> Float[Array, "layer head pos"]:
    """weight x |value W_O| of every token for the query at `position` (Kobayashi et al. 2020, sections 2.2 and 3).

    A token that the query may not look at has weight 0 and moves nothing.
    """
    weights = np.stack([stages.pattern[:, position] for stages in trace.layers])
    return weights * value_lengths(transformer, trace)
