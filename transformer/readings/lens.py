"""The logit lens: what the model would say if it stopped after each layer (nostalgebraist 2020)."""

import numpy as np
import torch
from jaxtyping import Float, Int
from numpy import ndarray as Array

from transformer.model import Transformer
from transformer.trace import Trace


@torch.inference_mode()
def logit_lens(
    transformer: Transformer, trace: Trace, place: int, *, without_itself: bool = False
) -> Float[Array, "state vocab"]:
    """Logits after the last norm and the unembedding, read from one token's stream before layer 0 and after each layer.

    The last row is the model's own answer. `without_itself` subtracts the token's embedding from the stream first:
    a model whose W_U is its W_E otherwise names the token itself until late.
    """
    states = [trace.layers[0].residual_in[place], *(layer.residual_out[place] for layer in trace.layers)]
    stream = np.stack(states) - (trace.embedded[place] if without_itself else 0)
    return transformer.final_norm(torch.tensor(stream)).numpy() @ trace.unembedding.T


def ranks(logits: Float[Array, "state vocab"], id: int) -> Int[Array, " state"]:
    """The place of a token when each row is sorted, 1 for the largest."""
    return (logits > logits[:, id : id + 1]).sum(axis=-1) + 1
