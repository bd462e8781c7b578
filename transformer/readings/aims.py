"""Where heads aim in one text: the mean weight that each gives to the first token, to the one before, to itself."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from transformer.trace import Trace

# For the id of each token and one of their places: the places that such a head would look at.
AIMS: Mapping[str, Callable[[Sequence[int], int], list[int]]] = {
    "the first token": lambda ids, query: [0] if query else [],
    "the token before": lambda ids, query: [query - 1] if query else [],
    "itself": lambda ids, query: [query] if query else [],
    "the same token earlier": lambda ids, query: [key for key in range(query) if ids[key] == ids[query]],
    "what followed it earlier": lambda ids, query: [key + 1 for key in range(query) if ids[key] == ids[query]],
}


def mean_weight(trace: Trace, aim: str) -> Float[Array, "layer head"]:
    """The weight on an aim's places, summed over them, averaged over the tokens that have any; 0 where none has.

    The first token is left out: where masks are causal it can look at itself alone.

    Raises:
        KeyError: if there is no such aim.
    """
    ids = [token.id for token in trace.tokens]
    places = np.zeros((len(ids), len(ids)))
    for query in range(len(ids)):
        places[query, AIMS[aim](ids, query)] = 1
    asked = max(int(places.any(axis=1).sum()), 1)
    return np.stack([(layer.pattern * places).sum(axis=(1, 2)) / asked for layer in trace.layers])


def without_first(pattern: Float[Array, "head query key"]) -> Float[Array, "head query key"]:
    """What is left of each row when the first token gets nothing, so that it sums to 1 again.

    Rows that had nothing else stay 0. Many heads of large models rest on the first token when they have nothing to say
    (Xiao et al. 2023, section 3.1: attention sinks), and their pictures are of that alone.
    """
    rest = pattern.copy()
    rest[:, :, 0] = 0
    sums = rest.sum(axis=-1, keepdims=True)
    return np.divide(rest, sums, where=sums > 0, out=np.zeros_like(rest))
