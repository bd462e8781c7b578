"""Is a part of a block linear? Mix two inputs, and see whether the output is the same mixture of the two outputs."""

from collections.abc import Callable

import torch
from jaxtyping import Float
from torch import Tensor

from transformer.model import Transformer

Part = Callable[[Float[Tensor, "*batch pos d_model"]], Float[Tensor, "*batch d_model"]]


def attention_with_frozen_pattern(transformer: Transformer, layer: int, pattern: Float[Tensor, "head key"]) -> Part:
    """What attention adds for one query, from the normalized stream, with the weights of that query held fast."""
    attention = transformer.block(layer).attention

    def part(vectors: Float[Tensor, "*batch pos d_model"]) -> Float[Tensor, "*batch d_model"]:
        _, values = attention.keys_and_values(vectors)
        return attention.output((pattern[:, None] @ values).flatten(-3))

    return part


def feed_forward(transformer: Transformer, layer: int, place: int, *, nonlinear: bool = True) -> Part:
    """What the FFN adds for the token at a place, from its normalized stream; GELU can be left out."""
    block = transformer.block(layer)

    def part(vectors: Float[Tensor, "*batch pos d_model"]) -> Float[Tensor, "*batch d_model"]:
        hidden = block.mlp_in(vectors[..., place, :])
        return block.mlp_out(torch.nn.functional.gelu(hidden) if nonlinear else hidden)

    return part


@torch.inference_mode()
def mixed(
    part: Part,
    one: Float[Tensor, "pos d_model"],
    other: Float[Tensor, "pos d_model"],
    shares: Float[Tensor, " mixture"],
) -> tuple[Float[Tensor, "mixture d_model"], Float[Tensor, "mixture d_model"]]:
    """f(a x + (1 - a) y) for each share a, and a f(x) + (1 - a) f(y), which a linear part equals.

    The shares sum to 1, so a bias cancels: it stands once in either.
    """
    share = shares[:, None, None]
    return part(share * one + (1 - share) * other), share[:, 0] * part(one) + (1 - share[:, 0]) * part(other)
