"""How alike an encoder finds two texts: the mean of the vectors of all tokens stands for each, as in Sentence-BERT."""

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from transformer.similarity import cosines, unit
from transformer.trace import Trace


def sentence_vector(states: Float[Array, "pos d_model"]) -> Float[Array, " d_model"]:
    """The mean over all tokens, [CLS] and [SEP] too, of length 1 (Reimers and Gurevych 2019, section 3: MEAN)."""
    return unit(states.mean(axis=0, keepdims=True))[0]


def by_layer(one: Trace, other: Trace) -> Float[Array, " stage"]:
    """The cosine of the two texts' vectors where the first layer reads, and after each layer; the last is the score."""
    stages = zip(_states(one), _states(other), strict=True)
    return np.array([sentence_vector(one_state) @ sentence_vector(other_state) for one_state, other_state in stages])


def token_by_token(one: Trace, other: Trace) -> Float[Array, "pos other_pos"]:
    """The cosine of each token of one text with each of the other, after the last layer."""
    return cosines(_states(one)[-1], _states(other)[-1])


def _states(trace: Trace) -> list[Float[Array, "pos d_model"]]:
    return [trace.layers[0].residual_in, *(layer.residual_out for layer in trace.layers)]
