"""The block of many families: attention and a feed-forward network with every choice that a Plan names."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from transformer.attention import AttentionStages, KeysAndValues, Scale, attend
from transformer.intervention import UNCHANGED, Intervention
from transformer.linear import linear
from transformer.model import BlockStages
from transformer.plan import Plan
from transformer.seq2seq import CrossStages

ACTIVATIONS: dict[str, Callable[[Tensor], Tensor]] = {
    "gelu": nn.functional.gelu,
    "gelu_new": partial(nn.functional.gelu, approximate="tanh"),
    "gelu_pytorch_tanh": partial(nn.functional.gelu, approximate="tanh"),
    "relu": nn.functional.relu,
    "silu": nn.functional.silu,
    "swish": nn.functional.silu,
}


@dataclass(frozen=True)
class Rotary:
    """Rotary tables: cosine and sine of the angle of each pair at each position, and which numbers are a pair."""

    cos: Float[Tensor, "pos pair"]
    sin: Float[Tensor, "pos pair"]
    in_turn: bool = False

    @classmethod
    def at(cls, places: Int[Tensor, " pos"], rates: tuple[float, ...], in_turn: bool = False) -> "Rotary":
        """The tables of these places; `rates` are the radians a place of each pair."""
        angles = places[:, None].float() * torch.tensor(rates, dtype=torch.float32)
        return cls(angles.cos(), angles.sin(), in_turn)

    def of(self, vectors: Float[Tensor, "*batch head pos d_head"]) -> Float[Tensor, "*batch head pos d_head"]:
        """Return the vectors, turned by these angles (Su et al. 2021, section 3.2).

        Dimension i is paired with i + half, as Hugging Face stores most, or 2i with 2i + 1 `in_turn`, as `rotate` of
        `positions.py` has it. Dimensions past the pairs stay as they are.
        """
        half = self.cos.shape[-1]
        pairs, rest = vectors.tensor_split((2 * half,), dim=-1)
        first, second = pairs.unflatten(-1, (half, 2)).unbind(-1) if self.in_turn else pairs.chunk(2, dim=-1)
        rotated = (first * self.cos).sub_(second * self.sin), (first * self.sin).add_(second * self.cos)
        return torch.cat((torch.stack(rotated, -1).flatten(-2) if self.in_turn else torch.cat(rotated, -1), rest), -1)


class Linear(nn.Linear):
    """A matrix for weights that are read: none are drawn."""

    def reset_parameters(self) -> None:
        """Leave the memory as it is."""

    def forward(self, input: Float[Tensor, "*axes ins"]) -> Float[Tensor, "*axes outs"]:
        """input @ W^T + b."""
        return linear(input, self.weight, self.bias)


class Embedding(nn.Embedding):
    """A table for weights that are read: none are drawn."""

    def reset_parameters(self) -> None:
        """Leave the memory as it is."""


@dataclass(frozen=True)
class KVCache:
    """Keys, turned by their places, and values of all tokens before, for each layer."""

    keys: tuple[Float[Tensor, "*runs key_head past d_head"], ...]
    values: tuple[Float[Tensor, "*runs key_head past d_head"], ...]

    def of(self, layer: int) -> KeysAndValues:
        """Those of one layer."""
        return self.keys[layer], self.values[layer]

    @property
    def n_tokens(self) -> int:
        """How many tokens it holds."""
        return self.keys[0].shape[-2] if self.keys else 0


@dataclass(frozen=True)
class AttentionContext:
    """Mask, rotary tables, position bias and what is known of earlier tokens, for one layer of attention.

    `added`, the position bias, is added to the scaled scores (Raffel et al. 2020, section 2.1).
    """

    may_look: Bool[Tensor, "*heads pos key"]
    turn: Rotary | None = None
    added: Float[Tensor, "head pos key"] | None = None
    past: KeysAndValues | None = None  # of this layer, of each key head once
    memory: Float[Tensor, "source d_model"] | None = None  # what a decoder looks at across


@dataclass(frozen=True)
class CrossBlockStages(BlockStages):
    """The stages of a block that attends to an encoder between its attention and its FFN."""

    cross: CrossStages


def norm(plan: Plan, width: int) -> nn.Module:
    """A norm of the plan's kind over so many numbers."""
    if plan.norm == "layer":
        return nn.LayerNorm(width, plan.epsilon, bias=plan.norm_bias)
    return nn.RMSNorm(width, plan.epsilon)


class SharedAttention(nn.Module):
    """One layer of multi-head attention in which several heads of queries may share one of keys and values."""

    def __init__(self, plan: Plan) -> None:
        super().__init__()
        self.plan = plan
        of_queries, of_keys = plan.n_heads * plan.d_head, plan.n_kv_heads * plan.d_head
        self.query = Linear(plan.d_model, of_queries, bias="query" in plan.biased)
        self.key = Linear(plan.d_model, of_keys, bias="key" in plan.biased)
        self.value = Linear(plan.d_model, of_keys, bias="value" in plan.biased)
        self.output = Linear(of_queries, plan.d_model, bias="output" in plan.biased)
        if plan.head_norms == "each":
            of_queries = of_keys = plan.d_head
        if plan.head_norms != "none":
            self.query_norm, self.key_norm = norm(plan, of_queries), norm(plan, of_keys)

    def forward(
        self,
        read: Float[Tensor, "*batch pos d_model"],
        context: AttentionContext,
        layer: int,
        change: Intervention = UNCHANGED,
        memory: Float[Tensor, "source d_model"] | None = None,
    ) -> tuple[Float[Tensor, "*batch pos d_model"], AttentionStages]:
        """Compute what attention adds to the residual stream, and the stages on the way to it.

        Keys of the past come first; with a memory keys and values are made from it instead.
        """
        looked_at = read if memory is None else memory
        queries, keys, values = self.query(read), self.key(looked_at), self._in_heads(self.value(looked_at))
        if self.plan.head_norms == "all":
            queries, keys = self.query_norm(queries), self.key_norm(keys)
        queries, keys = self._in_heads(queries), self._in_heads(keys)
        if self.plan.head_norms == "each":
            queries, keys = self.query_norm(queries), self.key_norm(keys)
        if context.turn is not None:
            queries, keys = context.turn.of(queries), context.turn.of(keys)
        if context.past is not None:
            before = [part.expand(*keys.shape[:-2], -1, -1) for part in context.past]
            keys, values = torch.cat((before[0], keys), -2), torch.cat((before[1], values), -2)
        keys, values = self._for_each_head(keys), self._for_each_head(values)
        adjust = partial(adjusted, cap=self.plan.softcap, added=context.added)  # without self: a trace keeps it
        scale = Scale(self.plan.scaling(change), adjust)
        stages = attend(queries, keys, values, context.may_look, scale, layer, change)
        return self.output(stages.context.transpose(-3, -2).flatten(-2)), stages

    def _in_heads(self, vectors: Float[Tensor, "*batch pos width"]) -> Float[Tensor, "*batch some_heads pos d_head"]:
        return vectors.unflatten(-1, (-1, self.plan.d_head)).transpose(-3, -2)

    def _for_each_head(
        self, shared: Float[Tensor, "*batch key_head pos d_head"]
    ) -> Float[Tensor, "*batch head pos d_head"]:
        return shared if self.plan.group == 1 else shared.repeat_interleave(self.plan.group, dim=-3)


def adjusted(
    scaled: Float[Tensor, "*batch head pos key"], cap: float | None, added: Float[Tensor, "head pos key"] | None
) -> Float[Tensor, "*batch head pos key"]:
    """Scaled scores, capped and with the position bias where a plan has them."""
    scaled = scaled if cap is None else capped(scaled, cap)
    return scaled if added is None else scaled + added


def capped(numbers: Float[Tensor, "*axes"], cap: float) -> Float[Tensor, "*axes"]:
    """Pressed smoothly between -at and at (Gemma 2, section 2: logit soft-capping)."""
    return torch.tanh(numbers / cap) * cap


class StackBlock(nn.Module):
    """Attention, then a feed-forward network, normalized where the plan says so."""

    def __init__(self, plan: Plan, layer: int) -> None:
        super().__init__()
        self.plan = plan
        self.activation = ACTIVATIONS[plan.activation]
        self.attention = SharedAttention(plan)
        if plan.norm_position != "added":
            self.attention_norm, self.mlp_norm = norm(plan, plan.d_model), norm(plan, plan.d_model)
        if not (layer or plan.first_norm):
            self.attention_norm = nn.Identity()
        if plan.norms_added:
            self.attended_norm, self.added_norm = norm(plan, plan.d_model), norm(plan, plan.d_model)
        if plan.cross_attention:
            self.cross, self.cross_norm = SharedAttention(plan), norm(plan, plan.d_model)
        self.mlp_in = Linear(plan.d_model, plan.d_mlp, bias="mlp_in" in plan.biased)
        if plan.gated:
            self.mlp_gate = Linear(plan.d_model, plan.d_mlp, bias="mlp_gate" in plan.biased)
        self.mlp_out = Linear(plan.d_mlp, plan.d_model, bias="mlp_out" in plan.biased)

    def forward(
        self,
        residual: Float[Tensor, "*batch pos d_model"],
        context: AttentionContext,
        layer: int,
        change: Intervention = UNCHANGED,
    ) -> BlockStages:
        """Every stage of the block; `residual_out` is what the next block reads."""
        residual = change.edited("stream", layer, residual)
        read = self.attention_norm(residual) if self.plan.norms_before else residual
        attended, attention = self.attention(read, context, layer, change)
        attended, middle, cross, hidden, out = self._following(residual, attended, layer, change, context.memory)
        if cross is None:
            return BlockStages(residual, attention, attended, middle, hidden, out)
        return CrossBlockStages(residual, attention, attended, middle, hidden, out, cross)

    def following(
        self,
        residual: Float[Tensor, "*batch pos d_model"],
        projected: Float[Tensor, "*batch pos d_model"],
        layer: int,
        change: Intervention = UNCHANGED,
    ) -> tuple[
        Float[Tensor, "*batch pos d_model"], Float[Tensor, "*batch pos d_mlp"], Float[Tensor, "*batch pos d_model"]
    ]:
        """Compute the rest of a block without cross-attention from what W_O gives: middle, hidden and residual_out."""
        _, middle, _, hidden, out = self._following(residual, projected, layer, change, None)
        return middle, hidden, out

    def _following(
        self,
        residual: Float[Tensor, "*batch pos d_model"],
        attended: Float[Tensor, "*batch pos d_model"],
        layer: int,
        change: Intervention,
        memory: Float[Tensor, "source d_model"] | None,
    ) -> tuple[Tensor, Tensor, CrossStages | None, Tensor, Tensor]:
        """From what W_O gives: what attention adds, the stream with it, what is read across, hidden, residual_out."""
        after = self.plan.norm_position == "after"
        if self.plan.norms_added:
            attended = self.attended_norm(attended)
        attended = change.edited("attended", layer, attended)
        middle = attended if (layer, "attention") in change.residual_off else residual + attended
        if after:
            middle = self.attention_norm(middle)
        cross = None if memory is None else self._across(middle, memory)
        stream = middle if cross is None else cross.residual_out
        read = residual if self.plan.parallel else stream
        hidden = change.edited("hidden", layer, self._hidden(self.mlp_norm(read) if self.plan.norms_before else read))
        added = change.edited("ffn", layer, self.fed_forward(hidden))
        out = added if (layer, "ffn") in change.residual_off else stream + added
        return attended, middle, cross, hidden, self.mlp_norm(out) if after else out

    def fed_forward(self, hidden: Float[Tensor, "*batch pos d_mlp"]) -> Float[Tensor, "*batch pos d_model"]:
        """Compute what the FFN adds to the stream, from its units."""
        added = self.mlp_out(hidden)
        return self.added_norm(added) if self.plan.norms_added else added

    def _across(self, middle: Float[Tensor, "pos d_model"], memory: Float[Tensor, "source d_model"]) -> CrossStages:
        """Attention from these tokens to those of the encoder, all of which they may look at."""
        after = self.plan.norm_position == "after"
        everywhere = AttentionContext(torch.ones(len(middle), len(memory), dtype=torch.bool))
        crossed, attention = self.cross(middle if after else self.cross_norm(middle), everywhere, 0, memory=memory)
        out = self.cross_norm(middle + crossed) if after else middle + crossed
        return CrossStages(middle, attention, crossed, out)

    def _hidden(self, read: Float[Tensor, "*batch pos d_model"]) -> Float[Tensor, "*batch pos d_mlp"]:
        if self.plan.gated:
            gate, units = self.activation(self.mlp_gate(read)), self.mlp_in(read)
            own = None if gate.requires_grad or units.requires_grad else gate  # fresh memory costs more than arithmetic
            return torch.mul(gate, units, out=own)
        return self.activation(self.mlp_in(read))
