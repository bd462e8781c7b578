"""One stack of blocks for many families: the forward pass of `model.py` with every choice that a Plan names."""

import dataclasses
from collections.abc import Callable
from typing import Any, ClassVar

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from transformer.attention import KeysAndValues, allowed, toggled
from transformer.intervention import EDITS, HEADS, MASKS, PLACES, RESIDUAL, SCALES, UNCHANGED, Intervention
from transformer.model import Stacked, Stages
from transformer.plan import Plan
from transformer.positions import distance_buckets, places_of
from transformer.real.block import (
    ACTIVATIONS,
    AttentionContext,
    Embedding,
    KVCache,
    Linear,
    Rotary,
    StackBlock,
    capped,
    norm,
)


class Stack(Stacked[StackBlock]):
    """Blocks between an embedding and an unembedding. Nothing is kept between calls.

    Its parts have the names that they have in `Transformer`, so that what reads a weight there reads it here.
    """

    # A folder does not say what to pad a text with.
    HONOURS: ClassVar = MASKS | SCALES | PLACES | HEADS | RESIDUAL | EDITS
    subject: ClassVar = "a model from a folder"

    def __init__(self, plan: Plan) -> None:
        super().__init__()
        self.config = self.plan = plan
        self.first_place = plan.first_place
        self.embedding = Embedding(plan.vocab_size, plan.d_model)
        if plan.positions == "learned":
            self.position_embedding = Embedding(plan.first_place + plan.max_tokens, plan.d_model)
        if plan.relative_buckets:
            self.distance_bias = Embedding(plan.relative_buckets[0], plan.n_heads)
        if plan.segments:
            self.segment_embedding = Embedding(plan.segments, plan.d_model)
        if plan.embedding_norm:
            self.embedding_norm = norm(plan, plan.d_model)
        self.blocks = nn.ModuleList(StackBlock(plan, layer) for layer in range(plan.n_layers))
        if plan.final_norm:
            self.final_norm = norm(plan, plan.d_model)
        if plan.predicts == "masked":  # Devlin et al. 2019: one more layer before the unembedding
            self.head_dense = Linear(plan.d_model, plan.d_model, bias="head_dense" in plan.biased)
            self.head_norm = norm(plan, plan.d_model)
        if plan.predicts != "nothing":
            self.unembedding = Linear(plan.d_model, plan.vocab_size, bias="unembedding" in plan.biased)

    def after(
        self, layer: int, places: Tensor, may_look: Tensor, past: KeysAndValues, change: Intervention
    ) -> tuple[Any, ...]:
        """Return what a block is handed with the stream, of tokens that come after a past."""
        turn = self._rotary(places, layer) if self.plan.rotary_frequencies and change.positions else None
        keys, values = past[0][:: self.plan.group], past[1][:: self.plan.group]
        return AttentionContext(may_look, turn, None, (keys, values)), layer, change

    def turned(
        self, heads: Float[Tensor, "part pos d_head"], places: Int[Tensor, " pos"], layer: int
    ) -> Float[Tensor, "part pos d_head"]:
        """Queries or keys turned by the positions of their tokens, at the rates of a layer's rotary positions."""
        return self._rotary(places, layer).of(heads)

    def _rotary(self, places: Int[Tensor, " pos"], layer: int) -> Rotary:
        return Rotary.at(places, self.plan.rotary_frequencies[layer], self.plan.rotary_in_turn)

    def unembedding_and_bias(self) -> tuple[Float[Tensor, "vocab d_model"], Float[Tensor, " vocab"] | None]:
        """W_U and its bias; W_U has no rows where the model predicts nothing."""
        if self.plan.predicts == "nothing":
            return torch.empty(0, self.plan.d_model, dtype=torch.float32), None
        return self.unembedding.weight, self.unembedding.bias

    def forward(
        self, ids: Int[Tensor, "*batch pos"], change: Intervention = UNCHANGED
    ) -> Float[Tensor, "*batch pos vocab"]:
        """The logits at every position.

        Raises:
            ValueError: if the model has no unembedding, and as `stages` does.
        """
        if self.plan.predicts == "nothing":
            raise ValueError("this model has no unembedding: it predicts no token")
        logits = self.unembedding(self.stages(ids, change).final)
        return logits if self.plan.logit_softcap is None else capped(logits, self.plan.logit_softcap)

    def stages(
        self,
        ids: Int[Tensor, "*batch pos"],
        change: Intervention = UNCHANGED,
        past: KVCache | None = None,
        memory: Float[Tensor, "source d_model"] | None = None,
        segments: Int[Tensor, " pos"] | None = None,
    ) -> Stages:
        """Every stage up to the unembedding; `segments` are rows of the table that tells sentence A from B, if not 0.

        With a `past`, which a causal model alone can have, only the rows of these tokens, which come after it: their
        matrices are [head, pos, past and pos], their keys and values those of the past and their own. A decoder that
        looks across looks at the `memory`, an encoder's last residual stream.

        Raises:
            ValueError: if there is no token, or more than plan.max_tokens, or the change names a layer, head or place
                that does not exist, or is not among HONOURS, or something else that this kind of model does not do.
        """
        embedded, positions, residual = self.embed(ids, change, 0 if past is None else past.n_tokens, segments)
        blocks = tuple(self.through(residual, change, past=past, memory=memory))
        return Stages(embedded, positions, blocks, self.read_out(blocks[-1].residual_out))

    def embed(
        self,
        ids: Int[Tensor, "*batch pos"],
        change: Intervention = UNCHANGED,
        before: int = 0,
        segments: Int[Tensor, " pos"] | None = None,
    ) -> tuple[Float[Tensor, "*batch pos d_model"], Float[Tensor, "pos d_model"], Float[Tensor, "*batch pos d_model"]]:
        """The embedded tokens, their positions after so many tokens `before`, and the stream that begins with both."""
        n_tokens = before + ids.shape[-1]
        self.refuse(n_tokens, change)
        if before and (change.changed & EDITS or not change.of_any_length):
            raise ValueError("edits are of whole texts: run the text again without what was known of its beginning")
        embedded = self.embedding(ids) * self.plan.embedding_scale
        positions = self.positions(places_of(n_tokens, change)[before:], change)
        if self.plan.segments:
            positions = positions + (
                self.segment_embedding.weight[0] if segments is None else self.segment_embedding(segments)
            )
        return embedded, positions, self.begun(embedded, positions)

    def begun(self, embedded: Tensor, positions: Tensor) -> Float[Tensor, "*batch pos d_model"]:
        """The residual stream with which the first block begins."""
        return self.embedding_norm(embedded + positions) if self.plan.embedding_norm else embedded + positions

    def waves(self, places: Int[Tensor, " pos"]) -> Float[Tensor, "pos d_model"]:
        """The sinusoidal encoding in the order of Marian: all sines, then all cosines."""
        waves = super().waves(places)
        return torch.cat((waves[:, 0::2], waves[:, 1::2]), -1)

    def handed(
        self,
        residual: Tensor,
        change: Intervention,
        past: KVCache | None = None,
        memory: Float[Tensor, "source d_model"] | None = None,
    ) -> Callable[[int], tuple[Any, ...]]:
        """Return the mask, rotary tables and position bias of each layer, and what is known before these tokens."""
        plan, before = self.plan, 0 if past is None else past.n_tokens
        all_places = places_of(before + residual.shape[-2], change)
        places = all_places[before:]
        # Layers share what is equal: a table for each rate, a mask for each window.
        first_of = {rates: layer for layer, rates in enumerate(plan.rotary_frequencies)} if change.positions else {}
        turns = {rates: self._rotary(places, layer) for rates, layer in first_of.items()}
        windows = {*plan.sliding_windows} or {None}
        masks = {window: self._may_look(len(all_places), window, change)[before:] for window in windows}
        added = self._by_distance(places, all_places) if plan.relative_buckets and change.positions else None

        def handed(layer: int) -> tuple[Any, ...]:
            turn = turns.get(plan.rotary_frequencies[layer]) if plan.rotary_frequencies else None
            may_look = masks[plan.sliding_windows[layer] if plan.sliding_windows else None]
            return (AttentionContext(may_look, turn, added, None if past is None else past.of(layer), memory),)

        return handed

    def _may_look(self, n_tokens: int, window: int | None, change: Intervention) -> Bool[Tensor, "query key"]:
        """Which keys each query may look at: the change's mask within the plan's own, then cells toggled by hand."""
        if not self.plan.causal:
            if change.mask == "window":
                raise ValueError("a window looks back from the last token: a model that reads both ways has none")
            positions = torch.arange(n_tokens)
            near = (positions[:, None] - positions).abs() < (
                n_tokens if window is None or change.mask == "none" else window
            )
            return toggled(near, change)
        may_look = allowed(n_tokens, dataclasses.replace(change, toggled=frozenset()))
        if window is not None and change.mask != "none":
            may_look &= allowed(n_tokens, Intervention(mask="window", window=window))
        return toggled(may_look, change)

    def _by_distance(
        self, places: Int[Tensor, " pos"], all_places: Int[Tensor, " key"]
    ) -> Float[Tensor, "head pos key"]:
        """Return what each head adds to a score for the distance of key and query (Raffel et al. 2020, section 2.1)."""
        assert self.plan.relative_buckets is not None
        rows = distance_buckets(places, all_places, *self.plan.relative_buckets, causal=self.plan.causal)
        return self.distance_bias(rows).permute(2, 0, 1)

    def read_out(self, residual: Float[Tensor, "*batch pos d_model"]) -> Float[Tensor, "*batch pos d_model"]:
        """The rows that the unembedding reads."""
        if self.plan.final_norm:
            residual = self.final_norm(residual)
        if self.plan.predicts == "masked":
            activation = ACTIVATIONS[self.plan.activation]
            residual = self.head_norm(activation(self.head_dense(residual)))
        return residual * self.plan.final_scale
