"""The Jacobian lens: a stream as what becomes of it on the way to the last layer, over texts (Gurnee et al. 2026)."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from jaxtyping import Float
from numpy import ndarray as Array
from torch import Tensor

from transformer.inference import on_processor
from transformer.intervention import HEADS, MASKS, PLACES, RESIDUAL, SCALES
from transformer.readings.lens import streams_at
from transformer.trace import Trace

HONOURS = MASKS | SCALES | PLACES | HEADS | RESIDUAL  # a mean over tokens is none of marks


@on_processor
def jacobian_lens(transformer: Any, trace: Trace, position: int, over: Sequence[Trace]) -> Float[Array, "state vocab"]:
    """Logits of one token's stream before layer 0 and after each layer, each sent on by a mean Jacobian first.

    The last row, which nothing is left to send on, is the model's own answer. It is the lens as published: no mean of
    the streams is taken off; but every token counts, where the published fit leaves out the first 16 of each text.

    Args:
        transformer: the model of the traces.
        trace: the run that is read.
        position: whose stream.
        over: runs whose Jacobians are averaged, of unedited stages.
    """
    states = streams_at(trace, position)
    for layer, state in enumerate(states[:-1]):
        states[layer] = np.mean([sent_on(transformer, sample, layer, state) for sample in over], axis=0)
    with torch.inference_mode():
        return trace.logits_of(transformer.final_norm(torch.tensor(states)).numpy())


def sent_on(transformer: Any, trace: Trace, layer: int, vector: Float[Array, " d_model"]) -> Float[Array, " d_model"]:
    """A vector times the Jacobian of what leaves the last layer, of all tokens together, by one token's stream.

    The mean over the tokens whose stream, as it enters the layer, is moved. The matrix is never made: a backward pass
    is linear in the vector that it starts from, and its derivative by that one is the Jacobian times a vector.

    Raises:
        ValueError: if the pass has a change that is not among HONOURS.
    """
    trace.intervention.require(HONOURS, "the Jacobian lens")
    with torch.inference_mode(mode=False), torch.enable_grad():
        enters = torch.tensor(trace.layers[layer].residual_in).requires_grad_()
        *_, last = transformer.through(enters, trace.intervention, layer)
        leaves: Tensor = last.residual_out.sum(0)
        start = torch.zeros_like(leaves, requires_grad=True)
        (backward,) = torch.autograd.grad(leaves, enters, start, create_graph=True)
        (moved,) = torch.autograd.grad((backward @ torch.tensor(vector)).mean(), start)
    return moved.numpy()
