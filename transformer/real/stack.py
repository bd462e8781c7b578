"""One stack of blocks for many families: the forward pass of `model.py` with every choice that a Plan names."""

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, cast

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from transformer.attention import AttentionStages, KeysAndValues, allowed, attend, edited, toggled
from transformer.intervention import HEADS, MASKS, PLACES, RESIDUAL, SCALES, UNCHANGED, Intervention
from transformer.linear import linear
from transformer.model import BlockStages, Stages
from transformer.plan import Plan
from transformer.positions import distance_buckets, places_of, sinusoidal
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
    """Rotary tables: cosine and sine of the angle of each rotary pair at each place."""

    cos: Float[Tensor, "pos pair"]
    sin: Float[Tensor, "pos pair"]

    @classmethod
    def at(cls, places: Int[Tensor, " pos"], rates: tuple[float, ...]) -> "Rotary":
        """The tables of these places; `rates` are the radians a place of each pair."""
        angles = places[:, None].float() * torch.tensor(rates, dtype=torch.float32)
        return cls(angles.cos(), angles.sin())

    def of(self, vectors: Float[Tensor, "*batch head pos d_head"]) -> Float[Tensor, "*batch head pos d_head"]:
        """Return the vectors, turned by these angles (Su et al. 2021, section 3.2).

        Dimension i is paired with i + half, as Hugging Face stores them, where `positions.rotate` pairs 2i with 2i + 1.
        Dimensions past the pairs stay as they are.
        """
        half = self.cos.shape[-1]
        first, second, rest = vectors.tensor_split((half, 2 * half), dim=-1)
        return torch.cat((first * self.cos - second * self.sin, first * self.sin + second * self.cos, rest), dim=-1)


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

    @property
    def n_tokens(self) -> int:
        """How many tokens it holds."""
        return self.keys[0].shape[-2] if self.keys else 0


@dataclass(frozen=True)
class AttentionContext:
    """Mask, rotary tables, position bias and KV cache of one layer of attention.

    `added`, the position bias, is added to the scaled scores (Raffel et al. 2020, section 2.1).
    """

    may_look: Bool[Tensor, "*heads pos key"]
    turn: Rotary | None = None
    added: Float[Tensor, "head pos key"] | None = None
    past: KVCache | None = None


@dataclass(frozen=True)
class CrossBlockStages(BlockStages):
    """What a block computes that looks across at an encoder between its attention and its FFN."""

    cross: CrossStages


def norm(plan: Plan, width: int) -> nn.Module:
    """A norm of the plan's kind over so many numbers."""
    return nn.LayerNorm(width, plan.epsilon) if plan.norm == "layer" else nn.RMSNorm(width, plan.epsilon)


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
        if plan.head_norms:
            self.query_norm, self.key_norm = norm(plan, plan.d_head), norm(plan, plan.d_head)

    def forward(
        self,
        read: Float[Tensor, "*batch pos d_model"],
        given: AttentionContext,
        layer: int,
        change: Intervention = UNCHANGED,
        memory: Float[Tensor, "source d_model"] | None = None,
    ) -> tuple[Float[Tensor, "*batch pos d_model"], AttentionStages]:
        """What attention adds to the residual stream, and the stages on the way to it.

        Keys of the past come first; with a memory keys and values are made from it instead.
        """
        looked_at = read if memory is None else memory
        queries = self._in_heads(self.query(read))
        keys, values = self._in_heads(self.key(looked_at)), self._in_heads(self.value(looked_at))
        if self.plan.head_norms:
            queries, keys = self.query_norm(queries), self.key_norm(keys)
        if given.turn is not None:
            queries, keys = given.turn.of(queries), given.turn.of(keys)
        if given.past is not None:
            past_keys, past_values = given.past.keys[layer], given.past.values[layer]
            keys, values = torch.cat((past_keys, keys), -2), torch.cat((past_values, values), -2)
        keys, values = self._for_each_head(keys), self._for_each_head(values)
        adjust = partial(self._adjusted, added=given.added)
        stages = attend(queries, keys, values, given.may_look, self.plan.scaling(change), adjust)
        if change.rows or change.silenced or change.averaged:
            stages = edited(stages, layer, change)
        return self.output(stages.context.transpose(-3, -2).flatten(-2)), stages

    def _adjusted(
        self, scaled: Float[Tensor, "*batch head pos key"], added: Float[Tensor, "head pos key"] | None
    ) -> Float[Tensor, "*batch head pos key"]:
        scaled = scaled if self.plan.softcap is None else capped(scaled, self.plan.softcap)
        return scaled if added is None else scaled + added

    def _in_heads(self, vectors: Float[Tensor, "*batch pos width"]) -> Float[Tensor, "*batch some_heads pos d_head"]:
        return vectors.unflatten(-1, (-1, self.plan.d_head)).transpose(-3, -2)

    def _for_each_head(
        self, shared: Float[Tensor, "*batch key_head pos d_head"]
    ) -> Float[Tensor, "*batch head pos d_head"]:
        return shared if self.plan.group == 1 else shared.repeat_interleave(self.plan.group, dim=-3)


def capped(numbers: Float[Tensor, "*axes"], at: float) -> Float[Tensor, "*axes"]:
    """Pressed smoothly between -at and at (Gemma 2, section 2: logit soft-capping)."""
    return torch.tanh(numbers / at) * at


class StackBlock(nn.Module):
    """Attention, then a feed-forward network, normalized where the plan says so."""

    def __init__(self, plan: Plan) -> None:
        super().__init__()
        self.plan = plan
        self.activation = ACTIVATIONS[plan.activation]
        self.attention = SharedAttention(plan)
        self.attention_norm, self.mlp_norm = norm(plan, plan.d_model), norm(plan, plan.d_model)
        if plan.norm_position == "around":
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
        given: AttentionContext,
        layer: int,
        change: Intervention = UNCHANGED,
        memory: Float[Tensor, "source d_model"] | None = None,
    ) -> BlockStages:
        """Every stage of the block; `residual_out` is what the next block reads."""
        read = residual if self.plan.norm_position == "after" else self.attention_norm(residual)
        attended, attention = self.attention(read, given, layer, change)
        attended, middle, cross, hidden, out = self._following(residual, attended, layer, change, memory)
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
        """What comes of what W_O gives, where nothing is looked at across: middle, hidden and residual_out."""
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
        if self.plan.norm_position == "around":
            attended = self.attended_norm(attended)
        middle = attended if (layer, "attention") in change.residual_off else residual + attended
        if after:
            middle = self.attention_norm(middle)
        cross = None if memory is None else self._across(middle, memory)
        stream = middle if cross is None else cross.residual_out
        read = residual if self.plan.parallel else stream
        hidden = self._hidden(read if after else self.mlp_norm(read))
        added = self.mlp_out(hidden)
        if self.plan.norm_position == "around":
            added = self.added_norm(added)
        out = added if (layer, "ffn") in change.residual_off else stream + added
        return attended, middle, cross, hidden, self.mlp_norm(out) if after else out

    def _across(self, middle: Float[Tensor, "pos d_model"], memory: Float[Tensor, "source d_model"]) -> CrossStages:
        """Attention from these tokens to those of the encoder, all of which they may look at."""
        after = self.plan.norm_position == "after"
        everywhere = AttentionContext(torch.ones(len(middle), len(memory), dtype=torch.bool))
        crossed, attention = self.cross(middle if after else self.cross_norm(middle), everywhere, 0, memory=memory)
        out = self.cross_norm(middle + crossed) if after else middle + crossed
        return CrossStages(middle, attention, crossed, out)

    def _hidden(self, read: Float[Tensor, "*batch pos d_model"]) -> Float[Tensor, "*batch pos d_mlp"]:
        if self.plan.gated:
            return self.activation(self.mlp_gate(read)) * self.mlp_in(read)
        return self.activation(self.mlp_in(read))


class Stack(nn.Module):
    """Blocks between an embedding and an unembedding, for one text at a time. Nothing is kept between calls.

    Its parts have the names that they have in `Transformer`, so that what reads a weight there reads it here.
    """

    HONOURS: ClassVar = MASKS | SCALES | PLACES | HEADS | RESIDUAL  # a folder does not say what to pad a text with

    def __init__(self, plan: Plan) -> None:
        super().__init__()
        self.config = self.plan = plan
        self.embedding = Embedding(plan.vocab_size, plan.d_model)
        if plan.positions == "learned":
            self.position_embedding = Embedding(plan.first_place + plan.max_tokens, plan.d_model)
        if plan.relative_buckets:
            self.distance_bias = Embedding(plan.relative_buckets[0], plan.n_heads)
        if plan.segments:
            self.segment_embedding = Embedding(plan.segments, plan.d_model)
        if plan.embedding_norm:
            self.embedding_norm = norm(plan, plan.d_model)
        self.blocks = nn.ModuleList(StackBlock(plan) for _ in range(plan.n_layers))
        if plan.final_norm:
            self.final_norm = norm(plan, plan.d_model)
        if plan.predicts == "masked":  # Devlin et al. 2019: one more layer before the unembedding
            self.head_dense, self.head_norm = Linear(plan.d_model, plan.d_model), norm(plan, plan.d_model)
        if plan.predicts != "nothing":
            self.unembedding = Linear(plan.d_model, plan.vocab_size, bias="unembedding" in plan.biased)

    def block(self, layer: int) -> StackBlock:
        """The block of a layer, counted from 0.

        Raises:
            IndexError: if the model has no such layer.
        """
        return cast(StackBlock, self.blocks[layer])

    def onward(
        self,
        layer: int,
        stream: Float[Tensor, "run pos d_model"],
        places: Int[Tensor, " pos"],
        may_look: Bool[Tensor, "*heads pos key"],
        past: KeysAndValues,
        change: Intervention,
    ) -> Float[Tensor, "run pos d_model"]:
        """The stream after a layer, of several runs at once: of tokens that come after the same `past`.

        The past has the keys and the values of every head, as a trace has them.
        """
        keys, values = (part[:: self.plan.group].expand(len(stream), -1, -1, -1) for part in past)
        turns = self.plan.rotary_frequencies and change.positions
        turn = Rotary.at(places, self.plan.rotary_frequencies[layer]) if turns else None
        of_layers = KVCache((keys,) * (layer + 1), (values,) * (layer + 1))  # of which this layer's are read
        given = AttentionContext(may_look, turn, None, of_layers)
        return self.block(layer)(stream, given, layer, change).residual_out

    def turned(
        self, heads: Float[Tensor, "part pos d_head"], places: Int[Tensor, " pos"], layer: int
    ) -> Float[Tensor, "part pos d_head"]:
        """Queries or keys turned by the places of their tokens, at the rates of a layer's rotary positions."""
        return Rotary.at(places, self.plan.rotary_frequencies[layer]).of(heads)

    def unembedding_and_bias(self) -> tuple[Float[Tensor, "vocab d_model"], Float[Tensor, " vocab"] | None]:
        """W_U and its bias; W_U has no rows where the model predicts nothing."""
        if self.plan.predicts == "nothing":
            return torch.empty(0, self.plan.d_model, dtype=torch.float32), None
        return self.unembedding.weight, self.unembedding.bias

    def forward(self, ids: Int[Tensor, " pos"], change: Intervention = UNCHANGED) -> Float[Tensor, "pos vocab"]:
        """The logits at every place.

        Raises:
            ValueError: if the model has no unembedding, and as `stages` does.
        """
        if self.plan.predicts == "nothing":
            raise ValueError("this model has no unembedding: it predicts no token")
        logits = self.unembedding(self.stages(ids, change).final)
        return logits if self.plan.logit_softcap is None else capped(logits, self.plan.logit_softcap)

    def stages(
        self,
        ids: Int[Tensor, " pos"],
        change: Intervention = UNCHANGED,
        past: KVCache | None = None,
        memory: Float[Tensor, "source d_model"] | None = None,
        segments: Int[Tensor, " pos"] | None = None,
        *,
        differentiable: bool = False,
        first: int = 0,
        enters: Float[Tensor, "*run pos d_model"] | None = None,
    ) -> Stages:
        """Every stage up to the unembedding; `segments` are rows of the table that tells sentence A from B, if not 0.

        With a `past`, which a causal model alone can have, only the rows of these tokens, which come after it: their
        matrices are [head, pos, past and pos], their keys and values those of the past and their own. A decoder that
        looks across looks at the `memory`, an encoder's last residual stream. A `differentiable` pass can be asked for
        gradients with respect to any stage, though no weight learns. Where what `enters` a block is known, of several
        runs at once if need be, that block is the `first` that is computed.

        Raises:
            ValueError: if there is no token, or more than plan.max_tokens, or the change names a layer, head or place
                that does not exist, or has a field that is not among HONOURS, or something else that this kind of model
                does not do.
        """
        change.require(self.HONOURS, "a model from a folder")
        plan, before = self.plan, 0 if past is None else past.n_tokens
        n_tokens = before + len(ids)
        if not 1 <= n_tokens <= plan.max_tokens:
            raise ValueError(f"this model reads 1 to {plan.max_tokens} tokens, got {n_tokens}")
        change.refuse_absent(plan.n_layers, plan.n_heads, n_tokens)
        all_places = places_of(n_tokens, change)
        places = all_places[before:]
        turns = {rates: Rotary.at(places, rates) for rates in set(plan.rotary_frequencies)} if change.positions else {}
        windows = {*plan.sliding_windows} or {None}
        masks = {window: self._may_look(n_tokens, window, change)[before:] for window in windows}
        added = self._by_distance(places, all_places) if plan.relative_buckets and change.positions else None

        embedded = self.embedding(ids) * plan.embedding_scale
        if differentiable:
            embedded.requires_grad_()
        positions = self._positions(places, change, segments)
        residual = embedded + positions
        if plan.embedding_norm:
            residual = self.embedding_norm(residual)
        residual = residual if enters is None else enters
        blocks = []
        for layer in range(first, plan.n_layers):
            turn = turns.get(plan.rotary_frequencies[layer]) if plan.rotary_frequencies else None
            may_look = masks[plan.sliding_windows[layer] if plan.sliding_windows else None]
            given = AttentionContext(may_look, turn, added, past)
            blocks.append(self.blocks[layer](residual, given, layer, change, memory))
            residual = blocks[-1].residual_out
        return Stages(embedded, positions, tuple(blocks), self._final(residual))

    def _may_look(self, n_tokens: int, window: int | None, change: Intervention) -> Bool[Tensor, "query key"]:
        """Which keys each query may look at: the change's mask within the plan's own, then cells toggled by hand."""
        if not self.plan.causal:
            if change.mask == "window":
                raise ValueError("a window looks back from the last token: a model that reads both ways has none")
            return toggled(torch.ones(n_tokens, n_tokens, dtype=torch.bool), change)
        may_look = allowed(n_tokens, dataclasses.replace(change, toggled=frozenset()))
        if window is not None and change.mask != "none":
            may_look &= allowed(n_tokens, Intervention(mask="window", window=window))
        return toggled(may_look, change)

    def _positions(
        self, places: Int[Tensor, " pos"], change: Intervention, segments: Int[Tensor, " pos"] | None
    ) -> Float[Tensor, "pos d_model"]:
        """What is added to the tokens: learned positions, and a row of the segments where there are any."""
        added = torch.zeros(len(places), self.plan.d_model, dtype=self.embedding.weight.dtype)
        if self.plan.positions == "learned" and change.positions:
            if int(places.max()) >= self.plan.max_tokens:
                raise ValueError(
                    f"this model has learned positions 0 to {self.plan.max_tokens - 1}: it has nothing to add at "
                    f"position {int(places.max())}"
                )
            added = added + self.position_embedding(places + self.plan.first_place)
        if self.plan.positions == "sinusoidal" and change.positions:
            waves = sinusoidal(places, self.plan.d_model)
            added = torch.cat((waves[:, 0::2], waves[:, 1::2]), -1)  # Marian: all sines, then all cosines
        if not self.plan.segments:
            return added
        return added + (self.segment_embedding.weight[0] if segments is None else self.segment_embedding(segments))

    def _by_distance(
        self, places: Int[Tensor, " pos"], all_places: Int[Tensor, " key"]
    ) -> Float[Tensor, "head pos key"]:
        """What each head adds to a score for how far the key is from the query (Raffel et al. 2020, section 2.1)."""
        assert self.plan.relative_buckets is not None
        rows = distance_buckets(places, all_places, *self.plan.relative_buckets, causal=self.plan.causal)
        return self.distance_bias(rows).permute(2, 0, 1)

    def _final(self, residual: Float[Tensor, "*batch pos d_model"]) -> Float[Tensor, "*batch pos d_model"]:
        """What the unembedding reads."""
        if self.plan.final_norm:
            residual = self.final_norm(residual)
        if self.plan.predicts == "masked":
            activation = ACTIVATIONS[self.plan.activation]
            residual = self.head_norm(activation(self.head_dense(residual)))
        return residual * self.plan.final_scale
