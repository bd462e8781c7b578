"""The last position of a pass run again through later layers, many times at once, each time with something cut there.

In a text that is read from left to right what is cut at the last position changes no other row: one row a run is all
that has to be computed. Where somebody looks ahead rows before the last can change too, and all are computed.
"""

from collections.abc import Sequence

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from transformer.plan import Plan
from transformer.positions import places_of
from transformer.readings.answer import Model
from transformer.trace import Trace, thawed


class LastRow:
    """The rows of a pass that a cut at its last position can change, and what they become.

    Args:
        model: the one that made the trace: a bundled one, or a decoder of a folder.
        trace: a pass over one text, changed or not.

    Raises:
        ValueError: if the model does not say what comes next.
    """

    def __init__(self, model: Model, trace: Trace) -> None:
        if not has_last_row(trace.plan):
            raise ValueError("this model reads both ways: it has no last position that says what comes next")
        self.transformer, self.trace, self._change = model.transformer, trace, trace.intervention
        ahead = any(layer.may_look[: trace.last, trace.last].any() for layer in trace.layers)
        self.first = 0 if ahead else trace.last  # of the rows that are computed
        self.row = trace.last - self.first  # the last of them
        self._places = places_of(len(trace.tokens), self._change)[self.first :]
        # Runs of one row each stand beside each other as if they were tokens of one text, each of which looks at what
        # came before and at itself alone: so the keys and values before are not repeated for each. An edit of one
        # position, or of a weight for each token of the text, would be of another run.
        self._beside = self.first == len(trace.tokens) - 1 and self._change.of_any_length

    def enters(self, layer: int, runs: int) -> Float[Tensor, "run rows d_model"]:
        """Repeat what a layer reads in the pass, once for each of so many runs."""
        return thawed(self.trace.layers[layer].residual_in[self.first :]).repeat(runs, 1, 1)

    def may_look(self, layer: int, runs: int, heads: int) -> Bool[Tensor, "run some_heads rows key"]:
        """A copy of the pass's mask for each run, and for each head, to hide positions in."""
        return torch.from_numpy(self.trace.layers[layer].may_look[self.first :].copy()).repeat(runs, heads, 1, 1)

    def cut(self, hidden: Sequence[Sequence[int]] = (), *, parts: bool = False) -> Float[Tensor, "run vocab"]:
        """Return the logits of many cuts in one batch.

        First come those in which the last position attends to none of the `hidden` positions in any head, a run for
        each list; then with `parts` those without each head and the FFN, layer by layer.
        """
        seen = torch.ones(len(hidden), len(self.trace.tokens), dtype=torch.bool)
        for run, positions in enumerate(hidden):
            seen[run, list(positions)] = False
        stream = self.enters(0, len(hidden))
        for layer in range(self.trace.plan.n_layers):  # each part joins where its layer is left
            if len(stream):
                may_look = self.may_look(layer, len(stream), heads=1) if hidden else None
                if may_look is not None:
                    may_look[: len(hidden), 0, self.row] &= seen
                stream = self.after(layer, stream, may_look)
            if parts:
                stream = torch.cat((stream, self.without_parts(layer)))
        return self.logits(stream)

    def after(
        self,
        layer: int,
        stream: Float[Tensor, "run rows d_model"],
        may_look: Bool[Tensor, "run some_heads rows key"] | None = None,
    ) -> Float[Tensor, "run rows d_model"]:
        """The stream after a layer; `may_look` stands in place of the pass's own mask, head by head if need be."""
        stages = self.trace.layers[layer]
        if may_look is None:
            may_look = torch.from_numpy(stages.may_look[self.first :].copy())
        past = thawed(stages.keys[:, : self.first]), thawed(stages.values[:, : self.first])
        if not self._beside:
            return self.transformer.onward(layer, stream, self._places, may_look, past, self._change)
        runs = len(stream)
        looks = may_look.expand(runs, -1) if may_look.ndim == 2 else may_look[:, :, 0].transpose(0, 1)
        looks = torch.cat((looks[..., :-1], torch.eye(runs, dtype=torch.bool) & looks[..., -1:]), dim=-1)
        places = self._places.expand(runs)
        return self.transformer.onward(layer, stream[:, 0], places, looks, past, self._change)[:, None]

    def without_parts(self, layer: int) -> Float[Tensor, "run rows d_model"]:
        """The stream after a layer without each of its heads at the last position, then without its FFN."""
        trace, change, block = self.trace, self._change, self.transformer.block(layer)
        stages, last, heads = trace.layers[layer], trace.last, trace.plan.n_heads
        context = thawed(stages.context[:, last]).repeat(heads, 1, 1)  # [cut, head, d_head]
        context[range(heads), range(heads)] = 0
        attended = block.attention.output(context.flatten(1))
        reads = thawed(stages.residual_in[last]).expand_as(attended)
        *_, without_heads = block.following(reads, attended, layer, change)
        middle = thawed(stages.residual_mid[last])[None]
        kept = torch.zeros_like(middle) if (layer, "ffn") in change.residual_off else middle
        after = trace.plan.norm_position == "after"
        left = thawed(stages.residual_out[self.first :]).repeat(heads + 1, 1, 1)
        left[:, self.row] = torch.cat((without_heads, block.mlp_norm(kept) if after else kept))
        return left

    def logits(self, stream: Float[Tensor, "run rows d_model"]) -> Float[Tensor, "run vocab"]:
        """The logits after the last position."""
        row = stream[:, self.row]
        plan = self.trace.plan
        final = self.transformer.final_norm(row) if plan.final_norm else row
        return torch.from_numpy(self.trace.logits_of((final * plan.final_scale).numpy()))


def has_last_row(plan: Plan) -> bool:
    """Whether a model says what comes next, in a way that can be run again from its last row."""
    return plan.predicts == "next" and not plan.relative_buckets


def log_probability(logits: Float[Tensor, "run vocab"], id: int) -> Float[Tensor, " run"]:
    """The log-probability of a token in each run: exponentials in single precision, their sum in double.

    Exponentials in double precision take three times as long, and no digit of the logits asks for them.
    """
    most = logits.max(dim=-1, keepdim=True).values
    total = (logits - most).exp_().sum(dim=-1, dtype=torch.float64)
    return (logits[:, id] - most[:, 0]).double() - total.log()
