"""Who wrote the next word: its logit as a sum of what every part of the model put there by the direct way.

The residual stream is a sum of the embedding, the position and what every head and FFN added. The last norm divides by
the stream's deviation, which is held as it is, and W_U is linear, so the logit is a sum too (Elhage et al. 2021, direct
logit attribution). What a part does by changing what later layers compute is not in it: see `silenced`.
"""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float
from numpy import ndarray as Array

from transformer.brief import Brief
from transformer.edits import silence
from transformer.inference import inference, on_processor
from transformer.intervention import HEADS, MASKS, PADDING, PLACES, SCALES
from transformer.plan import Plan
from transformer.readings.answer import Model, Word, direction, logit, signed_ids
from transformer.readings.contributions import output_rows
from transformer.readings.layer_norm import layer_norm, weights
from transformer.readings.lens import has_direct_path
from transformer.readings.residual import fed_forward
from transformer.trace import Trace

HONOURS = MASKS | PADDING | SCALES | PLACES | HEADS


@dataclass(frozen=True, eq=False, repr=False)
class Attribution(Brief):
    """The shares of a logit; above 0 a part speaks for the word. They sum to the logit."""

    embedding: float  # of the last token
    position: float
    looks: Float[Array, "layer head key"]  # of each head, by the token that it took it from
    ffns: Float[Array, " layer"]
    biases: float  # of the last norm, of W_O and of W_U: what is added whatever the text

    @property
    def heads(self) -> Float[Array, "layer head"]:
        """Of each head, all tokens together."""
        return self.looks.sum(-1)

    @property
    def total(self) -> float:
        """The logit, or the difference of two."""
        return float(self.embedding + self.position + self.looks.sum() + self.ffns.sum() + self.biases)


@on_processor
def attribution(model: Model, trace: Trace, word: Word) -> Attribution:
    """Split a next-token logit, or the difference of two, into a share of each head, FFN, embedding and position.

    Direct logit attribution (Elhage et al. 2021), with the last norm's deviation held and its bias
    a share too; summed in float64.

    Args:
        model: the one that made the trace.
        trace: a pass over one text, changed or not.
        word: a token's id or how it is written, or two of them, whose difference is meant.

    Returns:
        Shares in logits: `.looks` is [layer, head, key] of the last token, `.heads` [layer, head], `.ffns` [layer], and
        `.embedding`, `.position` and `.biases` are numbers; `.total`, their sum, is the logit.

    Raises:
        ValueError: if something stands between the stream and the logits, or the stream was cut off.

    Example:
        >>> from transformer import attribution, load
        >>> model = load("story")
        >>> shares = attribution(model, model.trace("The king and the"), (" queen", " dog"))
        >>> shares.looks.shape, round(shares.total, 1)
        ((6, 6, 4), 4.2)
    """
    plan, last, transformer = trace.plan, trace.last, model.transformer
    refuse(trace)
    row = direction(model, trace, word)
    reads = _before_norm(model, trace, row)
    looks, ffns, biases = [], [], 0.0
    for layer, stages in enumerate(trace.layers):
        # W_O first: it meets one row, not a value of each token; in its own precision, or it would be copied.
        of_values = stages.values @ (output_rows(transformer, layer) @ reads.astype(np.float32))[..., None]
        shares = stages.pattern[:, last].astype(np.float64) * of_values[..., 0]
        shares[[head for silent_layer, head in trace.intervention.silent if silent_layer == layer]] = 0
        looks.append(shares)
        ffns.append(fed_forward(trace, layer)[last] @ reads)
        bias = transformer.block(layer).attention.output.bias
        biases += 0.0 if bias is None else float(bias.detach().numpy() @ reads)
    _, beta, _ = weights(transformer.final_norm)
    biases += 0.0 if beta is None else float(beta.astype(np.float64) @ row) * plan.final_scale
    if trace.unembedding_bias is not None:
        biases += sum(sign * float(trace.unembedding_bias[id]) for id, sign in signed_ids(model, word))
    together = plan.embedding_norm  # then embedding and position are normalized as one
    embedded = trace.layers[0].residual_in if together else trace.embedded
    position = 0.0 if together else float(trace.positions[last] @ reads)
    return Attribution(float(embedded[last] @ reads), position, np.stack(looks), np.array(ffns), biases)


def silenced(model: Model, trace: Trace, word: Word, layer: int, head: int) -> float:
    """Measure the total effect of a head: run the whole pass again with its context set to zero.

    More or less than its share of the logit, because later layers read what it wrote, and some make up for what is
    missing (McGrath et al. 2023, the Hydra effect; Rushing and Nanda 2024, self-repair).
    """
    change = trace.intervention.with_edits(silence((layer, head)))
    return logit(model, trace, word) - logit(model, model.trace(trace.text, change, after=trace), word)


@inference
def unwired(
    model: Model, trace: Trace, cut: Collection[tuple[int, int, int]], ffns: Collection[int] = ()
) -> Float[Array, " d_model"]:
    """Compute the last row for the unembedding with some direct paths, (layer, head, key) or of FFNs, cut.

    What these heads took from these tokens is not in the stream that the last norm reads; later layers still read it.
    So the path from the part to the answer is cut alone, exactly (Goldowsky-Dill et al. 2023, path patching), and the
    norm's divisor moves with it.
    """
    refuse(trace)
    stream = trace.layers[-1].residual_out[trace.last].astype(np.float64)
    for layer, head, key in {path for path in cut if path[:2] not in trace.intervention.silent}:
        stages = trace.layers[layer]
        contribution = (stages.values[head, None] @ output_rows(model.transformer, layer)[head])[0, key]
        stream -= float(stages.pattern[head, trace.last, key]) * contribution
    for layer in ffns:
        stream -= fed_forward(trace, layer)[trace.last]
    normed = model.transformer.final_norm(torch.tensor(stream[None], dtype=torch.float32))[0].numpy()
    return normed * np.float32(trace.plan.final_scale)


def can_attribute(plan: Plan) -> bool:
    """Whether what a part adds to the stream of such a model reaches its logits as a share of a sum."""
    return has_direct_path(plan) and not plan.cross_attention


def refuse(trace: Trace) -> None:
    """Raise a ValueError where the logit is no sum of what was added to the stream."""
    if not can_attribute(trace.plan):
        raise ValueError("in this model more than a norm is between the stream and the logits: they are no sum")
    if trace.intervention.residual_off:
        raise ValueError("a residual connection is off: what was added before it is no longer in the stream")
    trace.intervention.require(HONOURS, "direct logit attribution")


def _before_norm(model: Model, trace: Trace, row: Float[Array, " d_model"]) -> Float[Array, " d_model"]:
    """Carry the row back through the last norm: a part of the last token's stream times that is its share.

    The norm's deviation is held, so it is linear: a gain, and where it has a bias, less the mean before.
    """
    gamma, beta, epsilon = weights(model.transformer.final_norm)
    deviation = layer_norm(trace.layers[-1].residual_out[trace.last], gamma, beta, epsilon).deviation
    gained = row * gamma.astype(np.float64) / deviation * trace.plan.final_scale
    return gained if beta is None else gained - gained.mean()
