"""The live check: does attention in a trace obey its invariants, and does torch's own attention agree?"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import chain
from typing import Literal

import numpy as np
import torch
from torch.nn.functional import scaled_dot_product_attention

from transformer.inference import inference
from transformer.intervention import HEADS, MASKS, PADDING, PLACES, RESIDUAL, SCALES
from transformer.plan import Plan
from transformer.trace import AttentionTrace, Trace
from transformer.translation_trace import TranslationTrace

HONOURS = MASKS | PADDING | SCALES | PLACES | HEADS | RESIDUAL


@dataclass(frozen=True)
class Check:
    """The largest deviations found."""

    rows: float = 0.0  # of a row's sum from 1
    masked: float = 0.0  # of a masked cell's weight from 0
    context: float = 0.0  # from torch's scaled_dot_product_attention on the same queries, keys and values
    unfinite: int = 0  # numbers that are NaN or infinite where no mask has put an infinity

    @property
    def passed(self) -> bool:
        """True when everything agrees to float precision."""
        return self.rows < 1e-5 and self.masked == 0.0 and self.context < 1e-4 and self.unfinite == 0

    def __or__(self, other: "Check") -> "Check":
        """The larger deviations of two checks; NaN is larger than any number."""
        rows, masked, context = (
            float(np.maximum(getattr(self, kind), getattr(other, kind))) for kind in ("rows", "masked", "context")
        )
        return Check(rows, masked, context, self.unfinite + other.unfinite)


def check(trace: Trace, layer: int) -> Check:
    """Check one layer of a trace, except heads that an edit switched off or gave another pattern."""
    change = trace.intervention
    change.require(HONOURS, "the live check")
    edited = {edit.head for edit in change.edits if edit.layer == layer}  # None: all of the layer
    heads = [head for head in range(trace.config.n_heads) if edited.isdisjoint((head, None))]
    errors = _against_torch(trace.layers[layer], heads, trace.factor, trace.plan.softcap)
    return errors | Check(unfinite=_unfinite(trace.embedded) + _unfinite(trace.final))


def check_all(trace: Trace) -> Check:
    """Check every layer of a trace."""
    errors = Check()
    for layer in range(len(trace.layers)):
        errors |= check(trace, layer)
    return errors


def check_translation(
    trace: TranslationTrace, parts: Sequence[Literal["encoder", "decoder", "cross"]] = ("encoder", "decoder", "cross")
) -> Check:
    """Check the attention of a transformer's translation: the encoder's, the decoder's, and across.

    Raises:
        ValueError: if the trace is of a recurrent translator, whose scores need not be dot products.
    """
    if not trace.encoder:
        raise ValueError("only a transformer's translation can be checked against scaled dot-product attention")
    errors, by_distance = Check(), isinstance(trace.config, Plan) and trace.config.relative_buckets is not None
    for stages in chain.from_iterable(getattr(trace, part) for part in parts):
        n_heads, _, d_head = stages.queries.shape
        errors |= _against_torch(stages, range(n_heads), 1.0 if by_distance else d_head**-0.5, by_distance=by_distance)
    return errors


@inference
def _against_torch(
    stages: AttentionTrace, heads: Sequence[int], factor: float, softcap: float | None = None, by_distance: bool = False
) -> Check:
    hidden = np.isneginf(stages.masked)
    # These are copies: torch warns of memory that it may not write.
    queries, keys, values = (torch.from_numpy(part[heads]) for part in (stages.queries, stages.keys, stages.values))
    may_look = torch.tensor(~hidden[0])
    if softcap is not None:  # torch's attention has none, but adds what it is given to scores, which are then 0
        pressed = softcap * torch.tanh(queries @ keys.mT * (factor / softcap))
        queries, may_look = torch.zeros_like(queries), pressed.masked_fill(~may_look, -torch.inf)
    if by_distance:  # what T5 adds to the scaled scores is taken from the trace itself
        added = torch.tensor(stages.scaled[heads] - factor * stages.scores[heads])
        may_look = added.masked_fill(~may_look, -torch.inf)
    reference = scaled_dot_product_attention(queries, keys, values, attn_mask=may_look, scale=factor).numpy()
    return Check(
        rows=float(np.abs(stages.pattern[heads].sum(-1) - 1).max(initial=0)),
        masked=float(np.abs(stages.pattern[heads][hidden[heads]]).max(initial=0)),
        context=float(np.abs(stages.context[heads] - reference).max(initial=0)),
        unfinite=sum(_unfinite(getattr(stages, field.name)) for field in fields(stages))
        + int((np.isfinite(stages.scores) & ~np.isfinite(stages.scaled)).sum()),
    )


def _unfinite(array: object) -> int:
    """How many numbers of an array are NaN or infinite; 0 for what is no array."""
    return int(array.size - np.isfinite(array).sum()) if isinstance(array, np.ndarray) else 0
