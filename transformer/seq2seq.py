"""The encoder-decoder transformer: one stack reads a sentence, the other writes its translation word by word.

Three kinds of attention (Vaswani et al. 2017, section 3.2.3): the encoder's tokens look at one another, the decoder's
look at those before them, and, across, the decoder's queries look at keys and values made from the encoder's output.
"""

from dataclasses import dataclass
from typing import cast

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from transformer.attention import Attention, AttentionStages, KeysAndValues
from transformer.config import Config
from transformer.model import Block, BlockStages, initialize
from transformer.positions import sinusoidal


@dataclass(frozen=True)
class CrossStages:
    """Everything the cross-attention of one decoder block computes."""

    residual_in: Float[Tensor, "*batch query d_model"]
    attention: AttentionStages  # queries from the target, keys and values from the source
    attended: Float[Tensor, "*batch query d_model"]
    residual_out: Float[Tensor, "*batch query d_model"]  # residual_in + attended


@dataclass(frozen=True)
class DecoderState:
    """The decoder's memory between two tokens: the source's keys and values, and those of the tokens it has read."""

    across: tuple[KeysAndValues, ...]  # for each layer, of the source; the same at every step
    past: tuple[KeysAndValues, ...]  # for each layer, of the target so far; empty before the first token

    @property
    def length(self) -> int:
        """How many target tokens have been read."""
        return self.past[0][0].shape[-2] if self.past else 0

    def select(self, rows: Int[Tensor, " row"]) -> "DecoderState":
        """The state with these rows of its batch, in this order; a row may be taken more than once."""
        across, past = (
            tuple((keys[rows], values[rows]) for keys, values in layers) for layers in (self.across, self.past)
        )
        return DecoderState(across, past)

    def first(self, n_tokens: int) -> "DecoderState":
        """The state as it was when no more than the first `n_tokens` target tokens had been read."""
        past = tuple((keys[..., :n_tokens, :], values[..., :n_tokens, :]) for keys, values in self.past)
        return DecoderState(self.across, past)


@dataclass(frozen=True)
class Seq2SeqStages:
    """Everything one forward pass computes."""

    source_embedded: Float[Tensor, "*batch key d_model"]
    source_positions: Float[Tensor, "key d_model"]
    encoder: tuple[BlockStages, ...]
    memory: Float[Tensor, "*batch key d_model"]  # the encoder's last residual, normalized: what is looked at across
    target_embedded: Float[Tensor, "*batch query d_model"]
    target_positions: Float[Tensor, "query d_model"]
    decoder: tuple[BlockStages, ...]
    cross: tuple[CrossStages, ...]
    final: Float[Tensor, "*batch query d_model"]  # the last residual, normalized: what the unembedding reads


def causal(n_queries: int, n_keys: int, device: torch.device) -> Bool[Tensor, "query key"]:
    """Which keys the last `n_queries` of `n_keys` tokens may look at: their own and those before."""
    keys = torch.arange(n_keys, device=device)
    return keys <= keys[n_keys - n_queries :, None]


class DecoderBlock(Block):
    """A block that attends across, to the source, between its masked self-attention and its feed-forward network."""

    def __init__(self, config: Config) -> None:
        super().__init__(config)
        self.cross_norm = nn.LayerNorm(config.d_model)
        self.cross_attention = Attention(config)

    def forward(  # pyrefly: ignore[bad-override]  # a decoder is handed the source too
        self, residual: Float[Tensor, "*batch query d_model"], across: KeysAndValues, past: KeysAndValues | None
    ) -> tuple[BlockStages, CrossStages, KeysAndValues]:
        """Every stage, and the keys and values of all tokens read so far: those of `past` and these."""
        normalized = self.attention_norm(residual)
        keys, values = self.attention.keys_and_values(normalized)
        if past is not None:
            keys, values = torch.cat((past[0], keys), dim=-2), torch.cat((past[1], values), dim=-2)
        may_look = causal(residual.shape[-2], keys.shape[-2], residual.device)
        attended, attention = self.attention.look(normalized, keys, values, may_look)
        middle = residual + attended

        everything = torch.ones(residual.shape[-2], across[0].shape[-2], dtype=torch.bool, device=residual.device)
        crossed, cross_attention = self.cross_attention.look(self.cross_norm(middle), *across, everything)
        cross = CrossStages(middle, cross_attention, crossed, middle + crossed)

        hidden, residual_out = self.fed_forward(cross.residual_out)
        return BlockStages(residual, attention, attended, middle, hidden, residual_out), cross, (keys, values)


class Seq2Seq(nn.Module):
    """An encoder and a decoder of `n_layers` blocks each, one embedding for both languages and for the output.

    Positions are sinusoidal. Nothing is kept between calls: what decoding keeps is a DecoderState in the caller's
    hands. Rows of a batch have sources of one length; shorter targets are filled up at their end, where no token
    before can see it.
    """

    config: Config

    def __init__(self, config: Config) -> None:
        super().__init__()
        if config.positions != "sinusoidal" or not config.tied:
            raise ValueError("the encoder-decoder has sinusoidal positions and a tied embedding")
        if config.norm_position != "before":
            raise ValueError(f"the encoder-decoder has its norms before its sublayers, got {config.norm_position!r}")
        self.config = config
        self.embedding = nn.Embedding(config.vocab_size, config.d_model)
        self.encoder_blocks = nn.ModuleList(Block(config) for _ in range(config.n_layers))
        self.encoder_norm = nn.LayerNorm(config.d_model)
        self.decoder_blocks = nn.ModuleList(DecoderBlock(config) for _ in range(config.n_layers))
        self.final_norm = nn.LayerNorm(config.d_model)
        self.unembedding = nn.Linear(config.d_model, config.vocab_size, bias=False)
        self.unembedding.weight = self.embedding.weight
        initialize(self, config.n_layers)

    def forward(
        self, source: Int[Tensor, "*batch key"], target: Int[Tensor, "*batch query"]
    ) -> Float[Tensor, "*batch query vocab"]:
        """The logits of the next target token after each target token, given the whole source."""
        return self.unembedding(self.stages(source, target).final)

    def stages(
        self, source: Int[Tensor, "*batch key"], target: Int[Tensor, "*batch query"], *, differentiable: bool = False
    ) -> Seq2SeqStages:
        """Every stage up to the unembedding; the same pass for training and for looking.

        A `differentiable` one can be asked for gradients with respect to any stage, though no weight learns.

        Raises:
            ValueError: if the source or the target has no token, or more than config.max_tokens.
        """
        source_embedded, source_positions, encoder, memory = self._encode(source, differentiable)
        target_embedded, target_positions, decoder, cross, _ = self._decode(target, self._begin(memory), differentiable)
        return Seq2SeqStages(
            source_embedded,
            source_positions,
            encoder,
            memory,
            target_embedded,
            target_positions,
            decoder,
            cross,
            self.final_norm(decoder[-1].residual_out),
        )

    def begin(self, source: Int[Tensor, "*batch key"]) -> DecoderState:
        """Read the source: the state before the first target token."""
        return self._begin(self._encode(source)[-1])

    def step(
        self, state: DecoderState, ids: Int[Tensor, " batch"]
    ) -> tuple[Float[Tensor, "batch vocab"], DecoderState]:
        """Read one more target token in each row: the logits of the next one, and the state after it."""
        logits, after = self.read(state, ids[:, None])
        return logits[:, -1], after

    def read(
        self, state: DecoderState, ids: Int[Tensor, "batch query"]
    ) -> tuple[Float[Tensor, "batch query vocab"], DecoderState]:
        """Read more target tokens in each row: the logits after each of them, and the state after all."""
        *_, decoder, _, after = self._decode(ids, state)
        return self.unembedding(self.final_norm(decoder[-1].residual_out)), after

    def _embed(self, ids: Tensor, first: int = 0) -> tuple[Tensor, Tensor]:
        """Embeddings of the tokens, and the positions of their places from `first` on."""
        n_tokens = first + ids.shape[-1]
        if not 1 <= n_tokens <= self.config.max_tokens:
            raise ValueError(f"this model reads and writes 1 to {self.config.max_tokens} tokens, got {n_tokens}")
        places = torch.arange(first, n_tokens, device=ids.device)
        embedded = self.embedding(ids) * self.config.d_model**0.5  # Vaswani et al. 2017, section 3.4
        return embedded, sinusoidal(places, self.config.d_model)

    def _encode(
        self, source: Tensor, differentiable: bool = False
    ) -> tuple[Tensor, Tensor, tuple[BlockStages, ...], Tensor]:
        embedded, positions = self._embed(source)
        if differentiable:
            embedded.requires_grad_()
        places = torch.arange(source.shape[-1], device=source.device)
        everything = torch.ones(len(places), len(places), dtype=torch.bool, device=source.device)
        residual, blocks = embedded + positions, []
        for layer, block in enumerate(self.encoder_blocks):
            blocks.append(block(residual, places, everything, layer))
            residual = blocks[-1].residual_out
        return embedded, positions, tuple(blocks), self.encoder_norm(residual)

    def _begin(self, memory: Tensor) -> DecoderState:
        blocks = (cast(DecoderBlock, block) for block in self.decoder_blocks)
        return DecoderState(tuple(block.cross_attention.keys_and_values(memory) for block in blocks), ())

    def _decode(
        self, target: Tensor, state: DecoderState, differentiable: bool = False
    ) -> tuple[Tensor, Tensor, tuple[BlockStages, ...], tuple[CrossStages, ...], DecoderState]:
        embedded, positions = self._embed(target, first=state.length)
        if differentiable:
            embedded.requires_grad_()
        residual, blocks, crosses, past = embedded + positions, [], [], []
        for layer, block in enumerate(self.decoder_blocks):
            stages, cross, read = block(residual, state.across[layer], state.past[layer] if state.past else None)
            residual = stages.residual_out
            blocks.append(stages)
            crosses.append(cross)
            past.append(read)
        return embedded, positions, tuple(blocks), tuple(crosses), DecoderState(state.across, tuple(past))
