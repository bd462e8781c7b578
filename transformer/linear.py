"""A product with a matrix of weights, by whichever library is fast at it."""

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn import functional

LONGEST = 1024  # terms of a sum
# What torch's own compiler makes of a linear layer on a processor; a torch built without oneDNN has none.
_ONEDNN = getattr(torch.ops.mkldnn, "_linear_pointwise", None)


def linear(
    vectors: Float[Tensor, "*axes ins"], weight: Float[Tensor, "outs ins"], bias: Float[Tensor, " outs"] | None = None
) -> Float[Tensor, "*axes outs"]:
    """vectors @ weight^T + bias, where nothing is to be learned by oneDNN, which torch brings along.

    torch itself asks MKL, which takes up to twice as long on processors that are not Intel's. The numbers are the same
    but for the rounding of float32: oneDNN adds up a product number by number, so long ones, whose rounding grows, are
    left to MKL, which adds up parts of them.
    """
    learns = torch.is_grad_enabled() and (vectors.requires_grad or weight.requires_grad)
    short = vectors.dtype == torch.float32 and weight.shape[-1] <= LONGEST
    if _ONEDNN is None or learns or not short:
        return functional.linear(vectors, weight, bias)
    return _ONEDNN(vectors, weight, bias, "none", [], "")  # nothing follows the product
