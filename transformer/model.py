"""The decoder-only transformer: embed, add positions, attend, feed forward, predict the next token."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast, runtime_checkable

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from transformer.attention import Attention, AttentionStages, KeysAndValues, allowed
from transformer.config import Config
from transformer.intervention import EDITS, HEADS, MASKS, PADDING, PLACES, RESIDUAL, SCALES, UNCHANGED, Intervention
from transformer.positions import places_of, rotate, sinusoidal


@dataclass(frozen=True)
class BlockStages:
    """Everything one block computes."""

    residual_in: Float[Tensor, "*batch pos d_model"]
    attention: AttentionStages
    attended: Float[Tensor, "*batch pos d_model"]  # after concatenation and W_O: what attention adds
    residual_mid: Float[Tensor, "*batch pos d_model"]  # residual_in + attended
    hidden: Float[Tensor, "*batch pos d_mlp"]  # FFN units after their nonlinearity
    residual_out: Float[Tensor, "*batch pos d_model"]  # residual_mid + what the FFN adds


@dataclass(frozen=True)
class Stages:
    """Everything one forward pass computes."""

    embedded: Float[Tensor, "*batch pos d_model"]
    positions: Float[Tensor, "pos d_model"]
    blocks: tuple[BlockStages, ...]
    final: Float[Tensor, "*run pos d_model"]  # the last residual, normalized: what the unembedding reads


class Block(nn.Module):
    """Attention, then a feed-forward network, each added to the residual stream, and a norm for each.

    The norm stands before its sublayer (pre-norm): deep stacks train more easily so (Xiong et al. 2020). With
    norm_position "after" it stands where the paper has it, after the sum (post-norm; Vaswani et al. 2017, section 3.1).
    A model without norms has the same block, whose norms change nothing.
    """

    def __init__(self, config: Config) -> None:
        super().__init__()
        self.pre_norm = config.norm_position != "after"
        self.attention_norm = _norm(config)
        self.attention = Attention(config)
        self.mlp_norm = _norm(config)
        self.mlp_in = nn.Linear(config.d_model, config.d_mlp)
        self.mlp_out = nn.Linear(config.d_mlp, config.d_model)

    def forward(
        self,
        residual: Float[Tensor, "*batch pos d_model"],
        places: Int[Tensor, " pos"],
        may_look: Tensor,
        layer: int,
        change: Intervention = UNCHANGED,
        past: KeysAndValues | None = None,
    ) -> BlockStages:
        """Every stage of the block; `residual_out` is what the next block reads. See `Attention` for the `past`."""
        residual = change.edited("stream", layer, residual)
        read = self._before(self.attention_norm, residual)
        attended, attention = self.attention(read, places, may_look, layer, change, past)
        attended = change.edited("attended", layer, attended)
        middle, hidden, out = self.following(residual, attended, layer, change)
        return BlockStages(residual, attention, attended, middle, hidden, out)

    def kept(
        self, residual: Float[Tensor, "*batch pos d_model"], places: Int[Tensor, " pos"], change: Intervention
    ) -> KeysAndValues:
        """Compute the keys and values of what the block reads: all that later rows ask of these."""
        keys, values = self.attention.keys_and_values(self._before(self.attention_norm, residual))
        turned = self.attention.config.positions == "rotary" and change.positions
        return rotate(keys, places) if turned else keys, values

    def following(
        self,
        residual: Float[Tensor, "*batch pos d_model"],
        attended: Float[Tensor, "*batch pos d_model"],
        layer: int,
        change: Intervention = UNCHANGED,
    ) -> tuple[
        Float[Tensor, "*batch pos d_model"], Float[Tensor, "*batch pos d_mlp"], Float[Tensor, "*batch pos d_model"]
    ]:
        """Compute the rest of a block from what attention adds: `residual_mid`, `hidden` and `residual_out`."""
        # Without the residual connection nothing of what the block read goes on but what attention makes of it.
        middle = attended if (layer, "attention") in change.residual_off else residual + attended
        middle = self._after(self.attention_norm, middle)
        # A norm after a sublayer is of the sum, so it stands here; one before it is in what the sublayer reads.
        hidden, out = self.fed_forward(middle, layer, change)
        return middle, hidden, out

    def fed_forward(
        self, middle: Float[Tensor, "*batch pos d_model"], layer: int = 0, change: Intervention = UNCHANGED
    ) -> tuple[Float[Tensor, "*batch pos d_mlp"], Float[Tensor, "*batch pos d_model"]]:
        """The units of the FFN, which reads each position by itself, and the stream with what they add."""
        # GELU instead of the paper's max(0, x), as in GPT-2: units below 0 still learn.
        hidden = nn.functional.gelu(self.mlp_in(self._before(self.mlp_norm, middle)))
        hidden = change.edited("hidden", layer, hidden)
        added = change.edited("ffn", layer, self.mlp_out(hidden))
        out = added if (layer, "ffn") in change.residual_off else middle + added
        return hidden, self._after(self.mlp_norm, out)

    def _before(self, norm: nn.Module, stream: Tensor) -> Tensor:
        """Return the stream as a sublayer reads it."""
        return norm(stream) if self.pre_norm else stream

    def _after(self, norm: nn.Module, total: Tensor) -> Tensor:
        """Return the stream after a sublayer is added."""
        return total if self.pre_norm else norm(total)


def _norm(config: Config) -> nn.Module:
    """A LayerNorm, or nothing in a model without norms."""
    return nn.Identity() if config.norm_position == "none" else nn.LayerNorm(config.d_model)


def initialize(model: nn.Module, n_layers: int, generator: torch.Generator | None = None) -> None:
    """Draw fresh weights: variance 1 / fan-in, and less where a layer writes to the residual stream.

    They are drawn from torch's own numbers, or from those of `generator`.
    """
    for name, weight in model.named_parameters():
        if name.endswith("norm.weight"):
            nn.init.ones_(weight)
        elif weight.ndim == 1:
            nn.init.zeros_(weight)
        else:
            # The stream is a sum of 2 n_layers parts: each is smaller, so that the variance of the sum is not.
            writes = name.endswith(("attention.output.weight", "mlp_out.weight"))
            depth = 2 * n_layers if writes else 1
            nn.init.normal_(weight, std=(weight.shape[1] * depth) ** -0.5, generator=generator)


@runtime_checkable
class Layered(Protocol):
    """The interface that readings ask of a model of any family: `Transformer`, or the stack of a folder."""

    @property
    def config(self) -> Config:
        """Its sizes."""

    def block(self, layer: int) -> Any:
        """The block of a layer, counted from 0."""


@runtime_checkable
class Decoder(Layered, Protocol):
    """The interface of a model with a final norm before its unembedding."""

    @property
    def final_norm(self) -> nn.Module:
        """The norm before the unembedding."""


OneBlock = TypeVar("OneBlock", bound=nn.Module)


class Stacked(nn.Module, Generic[OneBlock]):
    """Blocks, one after another: what the model of this file shares with the stack of many families."""

    HONOURS: ClassVar[frozenset[str]]
    subject: ClassVar[str]  # in sentences about what it refuses
    config: Config
    embedding: nn.Embedding
    position_embedding: nn.Embedding
    blocks: nn.ModuleList
    first_place: int = 0  # row of the learned positions that the first token gets

    def block(self, layer: int) -> OneBlock:
        """The block of a layer, counted from 0.

        Raises:
            IndexError: if the model has no such layer.
        """
        return cast(OneBlock, self.blocks[layer])

    def refuse(self, n_tokens: int, change: Intervention) -> None:
        """Raise a ValueError if a pass over so many tokens has no room or no place for what is changed."""
        change.require(self.HONOURS, self.subject)
        if not 1 <= n_tokens <= self.config.max_tokens:
            raise ValueError(f"this model reads 1 to {self.config.max_tokens} tokens, got {n_tokens}")
        change.refuse_absent(self.config, n_tokens)

    def positions(self, places: Int[Tensor, " pos"], change: Intervention) -> Float[Tensor, "pos d_model"]:
        """Give what is added to tell the order: waves, learned rows, or zeros where it is told otherwise or not at all.

        Raises:
            ValueError: if the model has learned no position that far on.
        """
        if change.positions and self.config.positions == "sinusoidal":
            return self.waves(places)
        if change.positions and self.config.positions == "learned":
            if int(places.max()) >= self.config.max_tokens:
                raise ValueError(
                    f"this model has learned positions 0 to {self.config.max_tokens - 1}: it has nothing to add at "
                    f"position {int(places.max())}"
                )
            return self.position_embedding(places + self.first_place)
        return torch.zeros(len(places), self.config.d_model, dtype=self.embedding.weight.dtype, device=places.device)

    def waves(self, places: Int[Tensor, " pos"]) -> Float[Tensor, "pos d_model"]:
        """The sinusoidal encoding of these positions."""
        return sinusoidal(places, self.config.d_model)

    def through(
        self,
        residual: Float[Tensor, "*run pos d_model"],
        change: Intervention = UNCHANGED,
        first: int = 0,
        **known: Any,
    ) -> Iterator[BlockStages]:
        """The stages of each block in turn, from the `first` on, which this residual stream enters.

        Who asks for them one by one need not hold them all. Edits of what enters the first are made here.
        """
        handed = self.handed(residual, change, **known)
        for layer in range(first, self.config.n_layers):
            stages = self.block(layer)(residual, *handed(layer), layer, change)
            residual = stages.residual_out
            yield stages

    def handed(self, residual: Tensor, change: Intervention) -> Callable[[int], tuple[Any, ...]]:
        """Return what each block is handed with the stream: by its layer."""
        raise NotImplementedError

    def onward(
        self,
        layer: int,
        stream: Float[Tensor, "*run pos d_model"],
        places: Int[Tensor, " pos"],
        may_look: Bool[Tensor, "*heads pos key"],
        past: KeysAndValues,
        change: Intervention,
    ) -> Float[Tensor, "*run pos d_model"]:
        """The stream after a layer, of several runs at once: of tokens that come after the same `past`.

        The past has the keys and the values of every head, as a trace has them.
        """
        return self.block(layer)(stream, *self.after(layer, places, may_look, past, change)).residual_out

    def after(
        self, layer: int, places: Tensor, may_look: Tensor, past: KeysAndValues, change: Intervention
    ) -> tuple[Any, ...]:
        """Return what a block is handed with the stream, of tokens that come after a past."""
        return places, may_look, layer, change, past


class Transformer(Stacked[Block]):
    """A stack of blocks between an embedding and an unembedding. Nothing is kept between calls.

    Raises:
        ValueError: if norms are to be of what sublayers add, which only `transformer.real.stack` has.
    """

    HONOURS: ClassVar = MASKS | PADDING | SCALES | PLACES | HEADS | RESIDUAL | EDITS
    subject: ClassVar = "a model of the bundled kind"

    def __init__(self, config: Config) -> None:
        super().__init__()
        if config.norm_position in ("around", "added"):
            raise ValueError(
                "this model has its norms before or after its sublayers or none, "
                f"got norm_position {config.norm_position!r}"
            )
        self.config = config
        self.embedding = nn.Embedding(config.vocab_size, config.d_model)
        if config.positions == "learned":
            self.position_embedding = nn.Embedding(config.max_tokens, config.d_model)
        self.blocks = nn.ModuleList(Block(config) for _ in range(config.n_layers))
        # Norms before the sublayers leave the sum of all layers as it is; norms after them do not.
        self.final_norm = _norm(config) if config.norm_position == "before" else nn.Identity()
        self.unembedding = nn.Linear(config.d_model, config.vocab_size, bias=False)
        if config.tied:
            self.unembedding.weight = self.embedding.weight  # one matrix: what a token is read by, it is said by
        initialize(self, config.n_layers)

    def forward(
        self, ids: Int[Tensor, "*batch pos"], change: Intervention = UNCHANGED
    ) -> Float[Tensor, "*batch pos vocab"]:
        """The logits of the next token at every position."""
        return self.unembedding(self.stages(ids, change).final)

    def stages(self, ids: Int[Tensor, "*batch pos"], change: Intervention = UNCHANGED) -> Stages:
        """Every stage up to the unembedding; the same pass for training and for looking.

        Raises:
            ValueError: if there is no token, or more than config.max_tokens, or the change names a layer, head
                or place that does not exist, or is not among HONOURS.
        """
        embedded, positions, residual = self.embed(ids, change)
        blocks = tuple(self.through(residual, change))
        return Stages(embedded, positions, blocks, self.read_out(blocks[-1].residual_out))

    def embed(
        self, ids: Int[Tensor, "*batch pos"], change: Intervention = UNCHANGED
    ) -> tuple[Float[Tensor, "*run pos d_model"], Float[Tensor, "pos d_model"], Float[Tensor, "*run pos d_model"]]:
        """The embedded tokens, their positions, and their sum, with which the residual stream begins."""
        self.refuse(ids.shape[-1], change)
        # Positions are as long as sqrt(d_model): rows of W_E that are as short as 1 would drown in them.
        embedded = self.embedding(ids) * self.config.d_model**0.5  # Vaswani et al. 2017, section 3.4
        positions = self.positions(places_of(ids.shape[-1], change).to(ids.device), change)
        return embedded, positions, self.begun(embedded, positions)

    def begun(self, embedded: Tensor, positions: Tensor) -> Float[Tensor, "*batch pos d_model"]:
        """The residual stream with which the first block begins."""
        return embedded + positions

    def read_out(self, residual: Float[Tensor, "*batch pos d_model"]) -> Float[Tensor, "*batch pos d_model"]:
        """Give what the unembedding reads: the last residual stream, normalized."""
        return self.final_norm(residual)

    def handed(self, residual: Tensor, change: Intervention) -> Callable[[int], tuple[Any, ...]]:
        """Return the positions of the tokens and the mask, which are those of every layer."""
        n_tokens, device = residual.shape[-2], residual.device
        same = places_of(n_tokens, change).to(device), allowed(n_tokens, change).to(device)
        return lambda layer: same

    def turned(
        self, heads: Float[Tensor, "part pos d_head"], places: Int[Tensor, " pos"], layer: int
    ) -> Float[Tensor, "part pos d_head"]:
        """Turn queries or keys by the positions of their tokens, where positions are rotary; all layers turn alike."""
        return rotate(heads, places)
