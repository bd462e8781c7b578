"""The worth of each part to the next word: how much of its probability is left without one head, or one FFN.

A part is cut where the next word is read, at the last position alone: its output there is set to zero (zero ablation).
In a text that is read from left to right this changes no other row, so that all cuts of a model are one batch of single
rows through the layers above, and exact. What the part did at earlier positions stays.
"""

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float
from numpy import ndarray as Array

from transformer.brief import Brief
from transformer.head import Head
from transformer.inference import inference
from transformer.intervention import HEADS, MASKS, PADDING, PLACES, RESIDUAL, SCALES
from transformer.ranking import peak
from transformer.readings.answer import Model
from transformer.readings.last_row import LastRow, log_probability
from transformer.trace import Trace, thawed

HONOURS = MASKS | PADDING | SCALES | PLACES | HEADS | RESIDUAL


@dataclass(frozen=True, eq=False, repr=False)
class Deciding(Brief):
    """The likeliest next word, and how likely it is without each part."""

    word: int  # its id
    probability: float  # with everything
    without_heads: Float[Array, "layer head"]  # its probability without each head
    without_ffns: Float[Array, " layer"]  # and without each FFN
    losses_of_heads: Float[Array, "layer head"]  # nats: its log-probability, less that without each head
    losses_of_ffns: Float[Array, " layer"]

    @property
    def head(self) -> Head:
        """The head without which the word is least likely."""
        return Head(*peak(self.losses_of_heads))


@inference
def deciding(model: Model, trace: Trace) -> Deciding:
    """How likely the likeliest next word is without each head, and without each FFN, at the last position.

    Zero ablation of one part at one position (Olsson et al. 2022, In-context Learning and Induction Heads, "ablations",
    have it at all places).

    Args:
        model: the one that made the trace: a bundled one, or a decoder of a folder.
        trace: a pass over one text, changed or not; the word is the likeliest of this pass.

    Returns:
        The word with its probabilities.

    Raises:
        ValueError: if the model says nothing of what comes next, or the pass has a change that is not among HONOURS.
    """
    trace.intervention.require(HONOURS, "what each part is worth")
    return of_cuts(trace, LastRow(model, trace).cut(parts=True))


def of_cuts(trace: Trace, logits: Float[torch.Tensor, "cut vocab"]) -> Deciding:
    """Return the worth of each part by the logits without it, as `LastRow.cut` has them."""
    whole = thawed(trace.next_logits[None])
    word = int(whole.argmax())
    unchanged = float(log_probability(whole, word))
    without = log_probability(logits, word).numpy().reshape(-1, trace.plan.n_heads + 1)
    of_heads, of_ffns = without[:, :-1], without[:, -1]
    return Deciding(
        word, float(np.exp(unchanged)), np.exp(of_heads), np.exp(of_ffns), unchanged - of_heads, unchanged - of_ffns
    )
