"""Multi-head attention, every stage returned under its name (Vaswani et al. 2017, section 3.2)."""

from collections.abc import Callable
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from transformer.config import Config
from transformer.intervention import UNCHANGED, Intervention
from transformer.positions import rotate

# The sizes of an axis, wherever they are written: batch, head, query, key, pos, d_model, d_head, d_mlp, vocab.
# A matrix is always [query, key]: rows look, columns are looked at.


KeysAndValues = tuple[Tensor, Tensor]  # each [*batch, head, key, d_head]


@dataclass(frozen=True)
class Scale:
    """How scores become scaled: times a factor, then what some families do to them before the mask."""

    factor: float
    adjust: Callable[[Tensor], Tensor] | None = None

    def __call__(self, scores: Float[Tensor, "*batch head query key"]) -> Float[Tensor, "*batch head query key"]:
        """The scores scaled, in memory of their own."""
        scaled = scores * self.factor
        return scaled if self.adjust is None else self.adjust(scaled)


@dataclass(frozen=True)
class AttentionStages:
    """Everything one layer of attention computes, in the order it is computed.

    `scaled` and `masked` follow from `scores` and are computed when they are asked for: at a thousand tokens each
    matrix of a number for every pair is of 38 MB in a layer of nine heads, and to fill four takes longer than to
    multiply.
    """

    queries: Float[Tensor, "*batch head query d_head"]
    keys: Float[Tensor, "*batch head key d_head"]
    values: Float[Tensor, "*batch head key d_head"]
    scores: Float[Tensor, "*batch head query key"]  # queries . keys
    pattern: Float[Tensor, "*batch head query key"]  # softmax of each row of masked
    context: Float[Tensor, "*batch head query d_head"]  # pattern @ values
    scale: Scale
    may_look: Bool[Tensor, "*heads query key"]  # one for all heads and runs, or one for each

    @property
    def scaled(self) -> Float[Tensor, "*batch head query key"]:
        """scores / sqrt(d_head), or what the family makes of them."""
        return self.scale(self.scores)

    @property
    def masked(self) -> Float[Tensor, "*batch head query key"]:
        """`scaled`, and -inf where a query may not look."""
        return self.scaled.masked_fill_(~self.may_look, float("-inf"))


def allowed(n_tokens: int, change: Intervention = UNCHANGED) -> Bool[Tensor, "query key"]:
    """Which keys each query may look at.

    Raises:
        ValueError: if the change toggles a cell that does not exist, or leaves a query nowhere to look.
    """
    query, key = torch.arange(n_tokens)[:, None], torch.arange(n_tokens)[None, :]
    if change.mask == "none":
        may_look = torch.ones(n_tokens, n_tokens, dtype=torch.bool)
    elif change.mask == "window":
        may_look = (key <= query) & (key > query - change.window)  # itself and the tokens right before it
    else:
        may_look = key <= query
    if change.padding and change.padding_hidden:
        # Padding may look at itself: nobody reads its rows, but the softmax of a row of -inf alone is NaN.
        may_look = may_look & ((key < n_tokens - change.padding) | (key == query))
    return toggled(may_look, change) if change.toggled else may_look


def toggled(may_look: Bool[Tensor, "query key"], change: Intervention) -> Bool[Tensor, "query key"]:
    """The mask with the cells of the change turned into their opposite."""
    last = len(may_look) - 1
    for query, key in change.toggled:
        if not (0 <= query <= last and 0 <= key <= last):
            raise ValueError(f"this mask has rows and columns 0 to {last}, got the cell ({query}, {key})")
        may_look[query, key] = ~may_look[query, key]
    blind = (~may_look.any(dim=-1)).nonzero().flatten().tolist()
    if blind:
        raise ValueError(f"the token at position {blind[0]} may attend nowhere, and softmax of nothing is undefined")
    return may_look


def attend(
    queries: Float[Tensor, "*batch head query d_head"],
    keys: Float[Tensor, "*batch head key d_head"],
    values: Float[Tensor, "*batch head key d_head"],
    may_look: Bool[Tensor, "*heads query key"],
    scale: Scale | None = None,
    layer: int = 0,
    change: Intervention = UNCHANGED,
) -> AttentionStages:
    """softmax(Q K^T / sqrt(d_head)) V, the lines that everything else is about.

    `scale` replaces 1 / sqrt(d_head), and each stage passes through the edits of the `change` in this `layer`. A query
    that may look nowhere is an error of the mask and gives NaN.
    """
    scale = Scale(queries.shape[-1] ** -0.5) if scale is None else scale
    first = keys.shape[-2] - queries.shape[-2]  # with keys of a past, the position of the first query
    queries = change.edited("queries", layer, queries, first)
    keys, values = change.edited("keys", layer, keys), change.edited("values", layer, values)

    scores = queries @ keys.transpose(-2, -1)  # sums of d_head products: their spread grows with sqrt(d_head)
    pattern = _softmax_where(may_look, scale(scores))
    pattern = change.edited("pattern", layer, pattern, first, may_look)
    # A row of the pattern sums to 1, so what a query brings back is a weighted mean of the values.
    context = change.edited("context", layer, pattern @ values, first)
    return AttentionStages(queries, keys, values, scores, pattern, context, scale, may_look)


def _softmax_where(
    may_look: Bool[Tensor, "*heads query key"], scaled: Float[Tensor, "*batch head query key"]
) -> Float[Tensor, "*batch head query key"]:
    """The softmax of each row, with -inf where a query may not look."""
    # Without a gradient to come all is done in the memory of `scaled`: fresh memory for large matrices costs more than
    # arithmetic, and `where` takes a third of the time of `masked_fill_`.
    own = None if scaled.requires_grad else scaled
    masked = torch.where(may_look, scaled, scaled.new_tensor(float("-inf")), out=own)
    return torch.softmax(masked, dim=-1, out=own)


class Attention(nn.Module):
    """One layer of multi-head attention: project, attend in each head, concatenate, W_O."""

    def __init__(self, config: Config) -> None:
        super().__init__()
        self.config = config
        # The matrices of all heads side by side: one product each. Without biases, as in the paper.
        self.query = nn.Linear(config.d_model, config.d_model, bias=False)
        self.key = nn.Linear(config.d_model, config.d_model, bias=False)
        self.value = nn.Linear(config.d_model, config.d_model, bias=False)
        self.output = nn.Linear(config.d_model, config.d_model, bias=False)

    def forward(
        self,
        normalized: Float[Tensor, "*batch pos d_model"],
        places: Int[Tensor, " pos"],
        may_look: Bool[Tensor, "*heads pos key"],
        layer: int,
        change: Intervention = UNCHANGED,
        past: KeysAndValues | None = None,
    ) -> tuple[Float[Tensor, "*batch pos d_model"], AttentionStages]:
        """Compute what attention adds to the residual stream, and the stages on the way to it.

        Keys and values of a `past`, tokens before these whose rows are known, come before those of these.
        """
        queries = self._in_heads(self.query(normalized))
        keys, values = self.keys_and_values(normalized)
        if self.config.positions == "rotary" and change.positions:
            # By the same angles, so at once. Values are not turned: what is brought back tells no position.
            queries, keys = rotate(torch.stack((queries, keys)), places)
        if past is not None:  # without queries: those of earlier tokens have been answered
            before = [part.expand(*keys.shape[:-2], -1, -1) for part in past]
            keys, values = torch.cat((before[0], keys), dim=-2), torch.cat((before[1], values), dim=-2)
        stages = attend(queries, keys, values, may_look, Scale(change.factor(self.config.d_head)), layer, change)
        return self._written(stages), stages

    def keys_and_values(
        self, vectors: Float[Tensor, "*batch key d_model"]
    ) -> tuple[Float[Tensor, "*batch head key d_head"], Float[Tensor, "*batch head key d_head"]]:
        """Compute the keys and values of vectors, in heads."""
        return self._in_heads(self.key(vectors)), self._in_heads(self.value(vectors))

    def look(
        self,
        normalized: Float[Tensor, "*batch query d_model"],
        keys: Float[Tensor, "*batch head key d_head"],
        values: Float[Tensor, "*batch head key d_head"],
        may_look: Bool[Tensor, "query key"],
    ) -> tuple[Float[Tensor, "*batch query d_model"], AttentionStages]:
        """Queries from these vectors, keys and values from elsewhere: another text, or tokens read before."""
        stages = attend(self._in_heads(self.query(normalized)), keys, values, may_look)
        return self._written(stages), stages

    def _in_heads(self, vectors: Float[Tensor, "*batch pos d_model"]) -> Float[Tensor, "*batch head pos d_head"]:
        # The heads before the positions, like another axis of a batch: one product serves all heads.
        return vectors.unflatten(-1, (self.config.n_heads, self.config.d_head)).transpose(-3, -2)

    def _written(self, stages: AttentionStages) -> Float[Tensor, "*batch query d_model"]:
        # W_O times the heads side by side is the sum of what each head writes by itself.
        return self.output(stages.context.transpose(-3, -2).flatten(-2))
