"""The sizes of a transformer: every shape in this package follows from these numbers."""

from dataclasses import dataclass
from typing import Literal, get_args

PositionKind = Literal["none", "sinusoidal", "learned", "rotary"]
NormPosition = Literal["before", "after", "around", "added", "none"]


@dataclass(frozen=True)
class Config:
    """Sizes of a decoder-only transformer, named as in Vaswani et al. 2017 where the paper has a name.

    Raises:
        ValueError: if the heads do not fill d_model, a size is not a positive whole number, or positions
            or norm_position is unknown.
    """

    vocab_size: int  # distinct tokens: rows of W_E
    n_layers: int  # N in the paper
    n_heads: int  # h
    d_model: int  # width of the residual stream
    d_head: int  # d_k = d_v: width of one head's queries, keys and values
    d_mlp: int  # d_ff: hidden units of the feed-forward network
    max_tokens: int  # longest text, in tokens
    positions: PositionKind = "sinusoidal"
    tied: bool = True  # W_U is W_E: a row for each token, to read it by and to say it
    # Of each sublayer: pre-norm; after: post-norm, as in the paper; added: of what it adds; around: before, and that.
    norm_position: NormPosition = "before"

    def __post_init__(self) -> None:
        self.refuse_nonsense()
        # What the heads bring back is put side by side, and W_O reads it as one vector of the stream's width.
        if self.n_heads * self.d_head != self.d_model:
            raise ValueError(f"n_heads * d_head must equal d_model: {self.n_heads} * {self.d_head} != {self.d_model}")
        if self.positions == "rotary" and self.d_head % 2:
            raise ValueError(f"rotary positions turn pairs of numbers: d_head must be even, got {self.d_head}")

    def refuse_nonsense(self) -> None:
        """Raise a ValueError for what no model of any family can have: a size below 1, or an unknown choice."""
        for name in ("vocab_size", "n_layers", "n_heads", "d_model", "d_head", "d_mlp", "max_tokens"):
            size = getattr(self, name)
            if not isinstance(size, int) or size < 1:
                raise ValueError(f"{name} must be a whole number of at least 1, got {size!r}")
        if self.positions not in get_args(PositionKind):
            raise ValueError(f"positions must be one of {', '.join(get_args(PositionKind))}, got {self.positions!r}")
        if self.norm_position not in get_args(NormPosition):
            raise ValueError(
                f"norm_position must be one of {', '.join(get_args(NormPosition))}, got {self.norm_position!r}"
            )
