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


def direct_path(
    transformer: Transformer, trace: Trace, place: int, written: Float[Array, " d_model"]
) -> Float[Array, " vocab"]:
    """What a vector that was added to a token's stream adds to its logits by itself, past all later layers.

    The last norm divides by the spread of the whole stream, which is held fixed, so these amounts of all parts of the
    stream sum to the logits (Elhage et al. 2021, the direct path). The mean over the vocabulary is taken off, since
    softmax does not feel it.
    """
    norm, stream = transformer.final_norm, trace.layers[-1].residual_out[place]
    spread = np.sqrt(stream.var() + norm.eps)
    gain = norm.weight.detach().numpy()
    logits = trace.unembedding @ ((written - written.mean()) / spread * gain)
    return logits - logits.mean()


def ranks(logits: Float[Array, "state vocab"], id: int) -> Int[Array, " state"]:
    """The place of a token when each row is sorted, 1 for the largest."""
    return (logits > logits[:, id : id + 1]).sum(axis=-1) + 1
