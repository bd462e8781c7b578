"""Is a part of a block linear? Mix two inputs, and see whether the output is the same mixture of the two outputs."""

from collections.abc import Callable

import torch
from jaxtyping import Float
from torch import Tensor, nn

from transformer.inference import inference
from transformer.model import Transformer

Part = Callable[[Float[Tensor, "*batch pos d_model"]], Float[Tensor, "*batch d_model"]]


def attention_with_frozen_pattern(
    transformer: Transformer,
    layer: int,
    pattern: Float[Tensor, "head key"],
    held: Float[Tensor, "pos d_model"] | None = None,
) -> Part:
    """Compute what attention adds for one query, from the stream, with the weights of that query held fast.

    With `held` its norm is held fast as well, at these vectors.
    """
    block = transformer.block(layer)
    read = _normalized(block.attention_norm, held)

    def part(vectors: Float[Tensor, "*batch pos d_model"]) -> Float[Tensor, "*batch d_model"]:
        _, values = block.attention.keys_and_values(read(vectors))
        return block.attention.output((pattern[:, None] @ values).flatten(-3))

    return part


def feed_forward(
    transformer: Transformer,
    layer: int,
    position: int,
    held: Float[Tensor, "pos d_model"] | None = None,
    *,
    nonlinear: bool = True,
) -> Part:
    """Compute what the FFN adds for the token at a position; GELU can be left out, the norm held at `held`."""
    block = transformer.block(layer)
    read = _normalized(block.mlp_norm, held)

    def part(vectors: Float[Tensor, "*batch pos d_model"]) -> Float[Tensor, "*batch d_model"]:
        hidden = block.mlp_in(read(vectors)[..., position, :])
        return block.mlp_out(torch.nn.functional.gelu(hidden) if nonlinear else hidden)

    return part


def as_large_as(vectors: Float[Tensor, "pos d_model"], seed: int = 0) -> Float[Tensor, "pos d_model"]:
    """Random vectors, each with the mean and the deviation of the given one, so that a norm treats both alike."""
    drawn = torch.randn(vectors.shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float32)
    deviation, mean = torch.std_mean(vectors, dim=-1, correction=0, keepdim=True)
    return nn.functional.layer_norm(drawn, drawn.shape[-1:]) * deviation + mean


def _normalized(norm: nn.Module, held: Float[Tensor, "pos d_model"] | None) -> Callable[[Tensor], Tensor]:
    """The norm; held, it divides whatever comes in by the deviations of the held vectors, which is linear."""
    if held is None:
        return norm
    assert isinstance(norm, nn.LayerNorm), "no other norm is held fast"
    deviation = (held.var(-1, correction=0, keepdim=True) + norm.eps).sqrt()
    return lambda vectors: norm.weight * (vectors - vectors.mean(-1, keepdim=True)) / deviation + norm.bias


@inference
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
