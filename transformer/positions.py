"""Ways to tell a transformer the order of its tokens: waves to add, a turn of queries and keys, buckets of distance."""

import math
from functools import cache

import torch
from jaxtyping import Float, Int
from torch import Tensor

from transformer.intervention import Intervention

BASE = 10_000.0  # the longest wavelength is 2 pi times this many positions (Vaswani et al. 2017, section 3.5)


def places_of(n_tokens: int, change: Intervention) -> Int[Tensor, " pos"]:
    """The position of each token: 0, 1, 2, ... or as the change has them.

    Raises:
        ValueError: if the change permutes another number of places.
    """
    if change.permutation is None:
        return torch.arange(change.start, change.start + n_tokens)
    if sorted(change.permutation) != list(range(n_tokens)):
        raise ValueError(f"a permutation of {n_tokens} positions is needed, got {change.permutation}")
    # The tokens stay where they are in the text: only the numbers move that the encoding is made of.
    return torch.tensor(change.permutation) + change.start


@cache
@torch.inference_mode(False)  # the same numbers for passes that learn and for those that do not
def frequencies(width: int, device: torch.device | None = None) -> Float[Tensor, " pair"]:
    """Radians per position for each pair of dimensions, from 1 down to almost 1 / 10000; made once."""
    return BASE ** (-torch.arange(0, width, 2, dtype=torch.float32, device=device) / width)


def sinusoidal(places: Int[Tensor, " pos"], d_model: int) -> Float[Tensor, "pos d_model"]:
    """The encoding of Vaswani et al. 2017, section 3.5.

    PE(pos, 2i) = sin(pos / 10000^(2i / d_model)) and PE(pos, 2i + 1) = cos(the same angle).
    """
    angles = places[:, None].float() * frequencies(d_model, places.device)
    # Sine and cosine in turn; where d_model is odd the last wave has no cosine.
    return torch.stack((angles.sin(), angles.cos()), dim=-1).flatten(1)[:, :d_model]


def rotate(
    vectors: Float[Tensor, "*batch pos d_head"], places: Int[Tensor, " pos"]
) -> Float[Tensor, "*batch pos d_head"]:
    """Turn each pair of dimensions (2i, 2i + 1) by an angle that grows with the place (Su et al. 2021, section 3.2).

    The dot product of two vectors so turned depends on their places only through the distance between them.
    """
    angles = places[:, None].float() * frequencies(vectors.shape[-1], places.device)
    sin, cos = angles.sin(), angles.cos()
    # Each pair is a point in a plane, and is turned about its origin: no vector gets longer or shorter.
    even, odd = vectors[..., 0::2], vectors[..., 1::2]
    return torch.stack((even * cos - odd * sin, even * sin + odd * cos), dim=-1).flatten(-2)


def distance_buckets(
    places: Int[Tensor, " pos"], keys: Int[Tensor, " key"], buckets: int, longest: int, *, causal: bool
) -> Int[Tensor, "pos key"]:
    """Which of so many buckets the distance of each key from each query falls into (Raffel et al. 2020, section 2.1).

    Near distances have a bucket each, far ones share buckets that grow with their logarithm, and from `longest` on all
    share the last; an encoder tells before from after by one half of the buckets each.
    """
    gap = keys[None, :] - places[:, None]
    first = torch.zeros_like(gap)
    if causal:
        gap = (-gap).clamp(min=0)
    else:
        buckets //= 2
        first, gap = (gap > 0) * buckets, gap.abs()
    near = buckets // 2
    # Of near distances too, where it is not used: clamped, because the logarithm of 0 is no number.
    growth = torch.log(gap.clamp(min=1).float() / near) / math.log(longest / near)
    far = (near + (growth * (buckets - near)).long()).clamp(max=buckets - 1)
    return first + torch.where(gap < near, gap, far)
