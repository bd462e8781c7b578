"""Matrices of weights that lie as oneDNN multiplies them: those of models from folders, which learn nothing."""

from collections.abc import Callable

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn import functional

from transformer.linear import LONGEST, ONEDNN, Product

Layout = Callable[..., Tensor]


def usable_layout(layout: Layout | None, product: Product | None) -> Layout | None:
    """The layout of weights that this product is fastest with, if this torch has it and no number changes, else None.

    Like the product, it is no part of torch's interface.
    """
    if layout is None or product is None:
        return None
    vectors, weight = torch.tensor([[1.0, -2.0], [0.5, 4.0]]), torch.tensor([[3.0, 1.0], [2.0, -1.0], [0.0, 5.0]])
    try:
        blocks = layout(weight)
        agrees = torch.equal(product(vectors, blocks, None, "none", [], ""), vectors @ weight.T)
        return layout if agrees and torch.equal(blocks.to_dense(), weight) else None
    except (RuntimeError, TypeError, NotImplementedError):
        return None


_BLOCKS = usable_layout(getattr(torch.ops.mkldnn, "_reorder_linear_weight", None), ONEDNN)


class Packed(nn.Module):
    """A matrix of weights that lies in the blocks in which oneDNN multiplies: no product has to lay it out first.

    Over 8 to 16 tokens a product takes two thirds of the time. It is the one copy of the weights: `weight` has their
    rows, made each time they are asked for. A long sum is one of a few parts, see `LONGEST`.
    """

    def __init__(self, matrix: nn.Linear, layout: Layout) -> None:
        super().__init__()
        self.bias = matrix.bias
        self._blocks = [layout(part.detach().contiguous()) for part in matrix.weight.split(LONGEST, dim=1)]
        self.register_state_dict_post_hook(_with_rows)

    def __reduce__(self) -> tuple[Callable[..., nn.Module], tuple[Tensor, Tensor | None]]:
        """Copy and pickle the rows: blocks have no memory that torch could store, and another torch no such layout."""
        return _packed, (self.weight, self.bias)

    @property
    def weight(self) -> Float[Tensor, "outs ins"]:
        """The weights as `nn.Linear` has them."""
        return torch.cat([blocks.to_dense() for blocks in self._blocks], 1)

    def forward(self, input: Float[Tensor, "*axes ins"]) -> Float[Tensor, "*axes outs"]:
        """input @ W^T + b."""
        learns = torch.is_grad_enabled() and input.requires_grad
        if ONEDNN is None or learns or input.dtype != torch.float32:
            return functional.linear(input, self.weight.to(input.dtype), self.bias)
        first, *others = input.split(LONGEST, -1)
        total = ONEDNN(first, self._blocks[0], self.bias, "none", [], "")
        for part, blocks in zip(others, self._blocks[1:], strict=True):
            total += ONEDNN(part, blocks, None, "none", [], "")
        return total


def _packed(weight: Tensor, bias: nn.Parameter | None) -> nn.Module:
    """The matrix of these rows, packed where this torch has what lays it out."""
    matrix = nn.Linear(weight.shape[1], weight.shape[0], bias is not None, "meta")
    matrix.weight = nn.Parameter(weight, requires_grad=False)
    if bias is not None:
        matrix.bias = bias
    return matrix if _BLOCKS is None else Packed(matrix, _BLOCKS)


def _with_rows(matrix: Packed, state: dict[str, Tensor], prefix: str, _: object) -> None:
    state[f"{prefix}weight"] = matrix.weight


def pack(module: nn.Module) -> None:
    """Put `Packed` in the place of each float32 matrix inside a module, where this torch has what lays it out.

    The memory of the rows is free then, unless somebody else holds them.
    """
    if _BLOCKS is None:
        return
    for part in list(module.modules()):
        for name, matrix in part.named_children():
            if isinstance(matrix, nn.Linear) and matrix.weight.dtype == torch.float32:
                setattr(part, name, Packed(matrix, _BLOCKS))
