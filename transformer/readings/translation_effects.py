"""What every cell of attention in a translator is worth for each token that it writes: encoder, decoder and across.

See `effects`: a cut sets a cell's score to -inf, and the first order of what that takes off a logit comes from backward
passes, here one for each token of the translation, all at once.
"""

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float
from numpy import ndarray as Array

from transformer.readings.effects import along_cuts
from transformer.recurrent import RecurrentTranslator
from transformer.seq2seq import Seq2Seq
from transformer.trace import AttentionTrace
from transformer.translation_trace import TranslationTrace


@dataclass(frozen=True, eq=False)
class TranslationEffects:
    """What cutting each cell takes off the logit of the token of the translation in each row, to first order.

    The cell's own query need not be the row: a token is read again when later ones are written.
    """

    encoder: Float[Array, "row layer head key key"]
    decoder: Float[Array, "row layer head query query"]
    cross: Float[Array, "row layer head query key"]

    @property
    def own(self) -> Float[Array, "layer head query key"]:
        """Of cross-attention the looks of each row for its own token."""
        rows = np.arange(len(self.cross))
        return self.cross[rows, :, :, rows].transpose(1, 2, 0, 3)


def translation_effects(transformer: Seq2Seq | RecurrentTranslator, trace: TranslationTrace) -> TranslationEffects:
    """The effects of all cells on every token of a translation.

    Raises:
        TypeError: if the translator is recurrent, and so has no heads.
    """
    if not isinstance(transformer, Seq2Seq):
        raise TypeError("this translator is recurrent: it has no heads whose cells could be cut")
    kinds = (trace.encoder, trace.decoder, trace.cross)
    with torch.enable_grad():
        source, target = (torch.tensor([token.id for token in side]) for side in (trace.source, trace.inputs))
        stages = transformer.stages(source, target, differentiable=True)
        written = torch.tensor(trace.unembedding[[token.id for token in trace.target]])
        answers = (stages.final * written).sum(-1)
        contexts = [part.attention.context for kind in (stages.encoder, stages.decoder, stages.cross) for part in kind]
        slopes = torch.autograd.grad(answers, contexts, torch.eye(len(answers)), is_grads_batched=True)
    found, done = [], 0
    for layers in kinds:
        slope = torch.stack(slopes[done : done + len(layers)], dim=1).numpy()
        found.append(_of_kind(layers, slope))
        done += len(layers)
    return TranslationEffects(*found)


def _of_kind(
    layers: tuple[AttentionTrace, ...], slope: Float[Array, "row layer head query d_head"]
) -> Float[Array, "row layer head query key"]:
    weights, values = np.stack([layer.pattern for layer in layers]), np.stack([layer.values for layer in layers])
    return np.stack([along_cuts(weights, values, of_row)[0] for of_row in slope])
