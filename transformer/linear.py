"""A product with a matrix of weights, by whichever library is fast at it."""

from collections.abc import Callable

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn import functional

LONGEST = 1024  # terms of a sum
Product = Callable[..., Tensor]


def usable(product: Product | None) -> Product | None:
    """The product if this torch has it and it does what `linear` is to do, else None.

    It is what torch's own compiler makes of a linear layer on a processor. A torch without oneDNN has none, and it is
    no part of torch's interface: in another release it may want something else, or be gone.
    """
    vectors, weight, bias = torch.tensor([[1.0, -2.0], [0.5, 4.0]]), torch.tensor([[3.0, 1.0]]), torch.tensor([0.25])
    try:
        products = (
            []
            if product is None
            else [product(vectors, weight, bias_or_none, "none", [], "") for bias_or_none in (bias, None)]
        )
    except (RuntimeError, TypeError, NotImplementedError):
        return None
    agrees = [product_of.tolist() for product_of in products] == [[[1.25], [5.75]], [[1.0], [5.5]]]
    return product if agrees else None


ONEDNN = usable(getattr(torch.ops.mkldnn, "_linear_pointwise", None))


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
    if ONEDNN is None or learns or not short:
        return functional.linear(vectors, weight, bias)
    return ONEDNN(vectors, weight, bias, "none", [], "")  # nothing follows the product
