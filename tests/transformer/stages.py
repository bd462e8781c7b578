"""What tests of models share: weights at random, a layer of torch with ours, and the names of a trace's stages."""

from dataclasses import fields
from typing import TypeVar

import torch
from torch import nn

from transformer.attention import Attention
from transformer.trace import AttentionTrace

Model = TypeVar("Model", bound=nn.Module)


@torch.no_grad()
def randomize(model: Model, seed: int = 0, size: float = 0.4) -> Model:
    """Draw every parameter, the norms' and biases' too, so that none is at a value that hides a fault."""
    generator = torch.Generator().manual_seed(seed)
    for name, weight in model.named_parameters():
        weight.copy_(torch.randn(weight.shape, generator=generator) * size)
        if name.endswith("norm.weight"):
            weight.add_(1.0)
    return model.eval()


@torch.no_grad()
def copy_attention(ours: Attention, theirs: nn.MultiheadAttention) -> None:
    """The weights of one of our attention layers into torch's own."""
    theirs.in_proj_weight.copy_(torch.cat([ours.query.weight, ours.key.weight, ours.value.weight]))
    theirs.out_proj.weight.copy_(ours.output.weight)


def attention_of_torch(layer: Attention) -> nn.MultiheadAttention:
    theirs = nn.MultiheadAttention(layer.config.d_model, layer.config.n_heads, bias=False, batch_first=True)
    copy_attention(layer, theirs)
    return theirs


def stages_in(kind: type[AttentionTrace]) -> list[str]:
    """The names of all stages in a trace of this kind."""
    return [field.name for field in fields(kind) if field.name not in ("scale", "may_look")] + ["scaled", "masked"]
