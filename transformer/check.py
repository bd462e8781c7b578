"""The live check: does a layer of a Trace obey its invariants, and does torch's own attention agree?"""

from dataclasses import dataclass

import numpy as np
import torch
from torch.nn.functional import scaled_dot_product_attention

from transformer.trace import Trace


@dataclass(frozen=True)
class Check:
    """Largest deviations found in one layer."""

    rows: float  # of a row's sum from 1
    masked: float  # of a masked cell's weight from 0
    context: float  # from torch's scaled_dot_product_attention on the same queries, keys and values

    @property
    def passed(self) -> bool:
        """True when everything agrees to float precision."""
        return self.rows < 1e-5 and self.masked == 0.0 and self.context < 1e-4


@torch.inference_mode()
def check(trace: Trace, layer: int) -> Check:
    """Check one layer of a trace, except heads that the intervention silenced, averaged or edited by hand."""
    stages, change = trace.layers[layer], trace.intervention
    edited = {head for at, head in change.silenced if at == layer} | {row[1] for row in change.rows if row[0] == layer}
    heads = [head for head in range(trace.config.n_heads) if head not in edited and layer not in change.averaged]
    hidden = np.isneginf(stages.masked)
    # A copy, because torch warns of memory that it may not write.
    queries, keys, values = (torch.tensor(part[heads]) for part in (stages.queries, stages.keys, stages.values))
    may_look = torch.tensor(~hidden[0])
    factor = change.factor(trace.config.d_head)
    reference = scaled_dot_product_attention(queries, keys, values, attn_mask=may_look, scale=factor).numpy()
    return Check(
        rows=float(np.abs(stages.pattern[heads].sum(-1) - 1).max(initial=0)),
        masked=float(np.abs(stages.pattern[heads][hidden[heads]]).max(initial=0)),
        context=float(np.abs(stages.context[heads] - reference).max(initial=0)),
    )
