"""Several transformers of one shape as one, which reads a text in all of them at once: model ensembling.

A small model spends most of a pass on calling its layers, not on their products: twelve of them in one pass take a
third of the time of twelve passes.
"""

from collections.abc import Sequence
from typing import Any

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn
from torch.nn import functional

from transformer.model import Transformer
from transformer.undrawn import Undrawn


class _Rows(nn.Module):
    """The embeddings of every model."""

    def __init__(self, weight: Float[Tensor, "model vocab d_model"]) -> None:
        super().__init__()
        self.weight = weight

    def forward(self, ids: Int[Tensor, " pos"]) -> Float[Tensor, "model pos d_model"]:
        return self.weight[:, ids]


class _Products(nn.Module):
    """A linear layer of every model."""

    def __init__(
        self, weight: Float[Tensor, "model outs ins"], bias: Float[Tensor, "model outs"] | None = None
    ) -> None:
        super().__init__()
        self.weight, self.bias = weight, bias

    def forward(self, vectors: Float[Tensor, "model pos ins"]) -> Float[Tensor, "model pos outs"]:
        product = vectors @ self.weight.mT
        return product if self.bias is None else product.add_(self.bias[:, None])


class _Norms(nn.Module):
    """A LayerNorm of every model."""

    def __init__(self, weight: Float[Tensor, "model d_model"], bias: Float[Tensor, "model d_model"], eps: float):
        super().__init__()
        self.weight, self.bias, self.eps = weight, bias, eps

    def forward(self, vectors: Float[Tensor, "model pos d_model"]) -> Float[Tensor, "model pos d_model"]:
        normalized = functional.layer_norm(vectors, vectors.shape[-1:], eps=self.eps)
        return normalized.mul_(self.weight[:, None]).add_(self.bias[:, None])


def ensemble(models: Sequence[Transformer]) -> Transformer:
    """Put the weights of several models into one, which is there to be looked at, not to be trained.

    Args:
        models: of one config, whose positions are not learned.

    Returns:
        A transformer that reads the ids of one text, without a batch axis; every stage, and the logits, have an axis
        of the models before their own.

    Raises:
        ValueError: if there is no model, or their configs differ, or positions are learned.
    """
    if len({model.config for model in models}) != 1 or models[0].config.positions == "learned":
        raise ValueError("an ensemble is of models of one config, whose positions are not learned")
    with Undrawn():
        every = Transformer(models[0].config)
    for name, leaf in [*every.named_modules()]:
        if isinstance(leaf, nn.Embedding | nn.Linear | nn.LayerNorm):
            every.set_submodule(name, _joined([model.get_submodule(name) for model in models]))
    if every.config.tied:
        every.unembedding.weight = every.embedding.weight
    return every.eval()


def _joined(leaves: Sequence[Any]) -> nn.Module:
    """Return one layer with the weights of the same layer of every model."""
    weight = torch.stack([leaf.weight for leaf in leaves])
    if isinstance(leaves[0], nn.Embedding):
        return _Rows(weight)
    if leaves[0].bias is None:
        return _Products(weight)
    bias = torch.stack([leaf.bias for leaf in leaves])
    return _Products(weight, bias) if isinstance(leaves[0], nn.Linear) else _Norms(weight, bias, leaves[0].eps)
