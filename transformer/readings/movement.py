"""Which tokens moved a token, and by how much: each head's weight times the length of the value as it is added."""

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from transformer.model import Transformer
from transformer.readings.contributions import output_rows
from transformer.trace import Trace


def moved(transformer: Transformer, trace: Trace, position: int) -> Float[Array, "layer head pos"]:
    """weight x |value W_O| of every token for the query at `position` (Kobayashi et al. 2020, sections 2.2 and 3).

    A token that the query may not look at has weight 0 and moves nothing.
    """
    added = (stages.values @ output_rows(transformer, layer) for layer, stages in enumerate(trace.layers))
    lengths = np.stack([np.linalg.norm(vectors, axis=-1) for vectors in added])  # of what each value becomes
    return np.stack([stages.pattern[:, position] for stages in trace.layers]) * lengths
