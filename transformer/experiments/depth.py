"""How much of a gradient comes back through many blocks, with residual connections and layer norms and without."""

import dataclasses
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float, Int
from numpy import ndarray as Array
from torch import Tensor
from torch.nn.functional import cross_entropy

from transformer.attention import allowed
from transformer.config import Config
from transformer.intervention import HEADS, MASKS, RESIDUAL, SCALES, UNCHANGED, Intervention
from transformer.model import Transformer

HONOURS = MASKS | SCALES | HEADS | RESIDUAL
BLOCKS = 24  # of the untrained stack
LENGTH = 16  # tokens that it reads, drawn at random
CONFIG = Config(
    vocab_size=256, n_layers=BLOCKS, n_heads=4, d_model=64, d_head=16, d_mlp=256, max_tokens=LENGTH, tied=False
)


@dataclass(frozen=True, eq=False)
class Gradients:
    """The loss of one text, and how long its gradient is with respect to the stream at each depth."""

    loss: float  # nats per token
    norms: Float[Array, " depth"]  # before the first block, then after each, over all tokens and dimensions


def without_residuals(n_layers: int) -> Intervention:
    """No residual connection in any layer."""
    return Intervention(
        residual_off=frozenset((layer, name) for layer in range(n_layers) for name in ("attention", "ffn"))
    )


def gradients(
    transformer: Transformer,
    residual: Float[Tensor, "pos d_model"],
    ids: Int[Tensor, " pos"],
    change: Intervention = UNCHANGED,
) -> Gradients:
    """The gradients of the mean loss of each next token, from the stream that enters the first block.

    That stream is embedded + positions, so the first norm is that of the gradient with respect to `embedded` too.

    Raises:
        ValueError: if there is one token, so that there is no next token to predict, or the change has a field that is
            not among HONOURS.
    """
    if len(ids) < 2:
        raise ValueError("a text of one token has no next token to predict")
    change.require(HONOURS, "the gradient of a stream that enters as it did")
    places, may_look = torch.arange(len(ids)), allowed(len(ids), change)
    with torch.enable_grad():
        streams = [residual.detach().clone().requires_grad_()]
        for layer in range(transformer.config.n_layers):
            streams.append(transformer.block(layer)(streams[-1], places, may_look, layer, change).residual_out)
        logits = transformer.unembedding(transformer.final_norm(streams[-1]))
        loss = cross_entropy(logits[:-1], ids[1:])
        gradients = torch.autograd.grad(loss, streams)
    return Gradients(loss.item(), np.array([gradient.norm().item() for gradient in gradients]))


def untrained(*, normed: bool, seed: int = 0, size: float = 1.0) -> Transformer:
    """A deep stack of fresh weights from N(0, size² / fan-in); without its norms a block reads the stream as it is.

    In double precision, because a gradient through so many blocks may leave the range of single precision.
    """
    generator = torch.Generator().manual_seed(seed)
    config = CONFIG if normed else dataclasses.replace(CONFIG, norm_position="none")
    transformer = Transformer(config).float().requires_grad_(False)
    for weight in transformer.parameters():
        if weight.ndim > 1:  # drawn anew, because the model's own draw is another one at each call
            weight.normal_(std=size * weight.shape[1] ** -0.5, generator=generator)
    return transformer.eval().double()


def untrained_gradients(*, residual: bool, normed: bool, seed: int = 0, size: float = 1.0) -> Gradients:
    """The gradients of the deep stack on random tokens, with residual connections and norms or without."""
    transformer = untrained(normed=normed, seed=seed, size=size)
    ids = torch.randint(CONFIG.vocab_size, (LENGTH,), generator=torch.Generator().manual_seed(seed + 1))
    enters = transformer.stages(ids).blocks[0].residual_in
    return gradients(transformer, enters, ids, UNCHANGED if residual else without_residuals(BLOCKS))
