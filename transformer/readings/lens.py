"""The logit lens: what the model would say if it stopped after each layer (nostalgebraist 2020)."""

import numpy as np
import torch
from jaxtyping import Float, Int
from numpy import ndarray as Array

from transformer.inference import inference
from transformer.model import Decoder
from transformer.plan import Plan
from transformer.trace import Trace


@inference
def logit_lens(
    transformer: Decoder,
    trace: Trace,
    position: int,
    *,
    without_itself: bool = False,
    maps: Float[Array, "layer inputs d_model"] | None = None,
) -> Float[Array, "state vocab"]:
    """Logits after the last norm and the unembedding, read from one token's stream before layer 0 and after each layer.

    The last row is the model's own answer. `without_itself` subtracts the token's embedding from the stream first:
    a model whose W_U is its W_E otherwise names the token itself until late. With `maps` each stream but the last goes
    through its own first, with a 1 after its numbers: an affine reading (Belrose et al. 2023, tuned lens).
    """
    stream = streams_at(trace, position) - (trace.embedded[position] if without_itself else 0)
    if maps is not None:
        inputs = np.concatenate((stream[:-1], np.ones((len(maps), 1), dtype=stream.dtype)), axis=1)
        stream = np.concatenate((np.einsum("li,lid->ld", inputs, maps), stream[-1:]))
    return trace.logits_of(transformer.final_norm(torch.tensor(stream)).numpy())


def streams_at(trace: Trace, position: int) -> Float[Array, "state d_model"]:
    """One token's stream before layer 0 and after each layer."""
    return np.stack([trace.layers[0].residual_in[position], *(layer.residual_out[position] for layer in trace.layers)])


def has_direct_path(plan: Plan) -> bool:
    """Whether what is added to a stream reaches the logits by itself: no norm and no softcap stands in between."""
    straight = plan.norm_position == "before" and plan.final_norm and plan.logit_softcap is None
    return straight and plan.predicts == "next"


def direct_path(
    transformer: Decoder, trace: Trace, position: int, vector: Float[Array, " d_model"]
) -> Float[Array, " vocab"]:
    """Compute what a vector in a token's stream adds to its logits directly, past all later layers.

    The last norm divides by the spread of the whole stream, which is held fixed, so these amounts of all parts of the
    stream sum to the logits (Elhage et al. 2021, the direct path). The mean over the vocabulary is taken off, since
    softmax does not feel it. An RMSNorm divides by the stream's root mean square, and takes no mean off.
    """
    stream, centred = trace.layers[-1].residual_out[position], trace.plan.norm == "layer"
    spread = np.sqrt((stream.var() if centred else np.square(stream).mean()) + trace.plan.epsilon)
    gain = transformer.final_norm.get_parameter("weight").detach().numpy()
    logits = trace.unembedding @ ((vector - vector.mean() * centred) / spread * gain)
    return logits - logits.mean()


def ranks(logits: Float[Array, "state vocab"], id: int) -> Int[Array, " state"]:
    """The rank of a token when each row is sorted, 1 for the largest."""
    return (logits > logits[:, id : id + 1]).sum(axis=-1) + 1
