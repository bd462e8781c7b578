"""A text that goes on: a trace made of the rows of an earlier one, and of those of the new tokens alone."""

import dataclasses
from typing import Any

import numpy as np
import torch
from jaxtyping import Float, Shaped
from numpy import ndarray as Array
from torch import Tensor

from transformer.intervention import HEADS, RESIDUAL, SCALES, Intervention
from transformer.plan import Plan
from transformer.real.block import KVCache
from transformer.tokenizer import Token
from transformer.trace import LayerTrace, Trace, read_only

# With no other change are the rows of a token the same, however a text goes on after it.
HONOURS = SCALES | RESIDUAL | HEADS | {"mask", "window", "positions", "start"}


def known(
    earlier: Trace,
    tokens: tuple[Token, ...],
    change: Intervention,
    plan: Plan,
    unembedding: Float[Tensor, "vocab d_model"],
) -> int:
    """How many of the tokens have their rows in the earlier trace; at least the last one is computed anew.

    None has, if the trace is of another model or under another change, or if one of its tokens may look ahead or has
    a place or a row of weights that the length of the text decides.
    """
    same_model = earlier.config == plan and np.may_share_memory(earlier.unembedding, unembedding.numpy())
    looks_back = plan.causal and change.mask != "none" and change.changed <= HONOURS and change.of_any_length
    if not (same_model and looks_back and earlier.intervention == change):
        return 0
    alike = 0
    for ours, theirs in zip(tokens[:-1], earlier.tokens, strict=False):
        if ours.id != theirs.id:
            break
        alike += 1
    return alike


def past(earlier: Trace, n_tokens: int) -> KVCache:
    """The keys and values of the first tokens, of each key head once."""
    group = earlier.plan.group

    def shared(vectors: Float[Array, "head pos d_head"]) -> Float[Tensor, "key_head past d_head"]:
        return torch.tensor(vectors[::group, :n_tokens])  # a copy, because torch warns of memory that it may not write

    layers = earlier.layers
    return KVCache(tuple(shared(layer.keys) for layer in layers), tuple(shared(layer.values) for layer in layers))


def joined(earlier: Trace, new: Trace, n_tokens: int) -> Trace:
    """The trace of the whole text: the first rows of the earlier trace, then those of the new one."""
    stream = ("embedded", "positions", "final")
    rows: dict[str, Any] = {name: _under(getattr(earlier, name)[:n_tokens], getattr(new, name)) for name in stream}
    layers = [_layer(*pair, n_tokens) for pair in zip(earlier.layers, new.layers, strict=True)]
    return dataclasses.replace(new, layers=tuple(layers), **rows)


def _layer(earlier: LayerTrace, new: LayerTrace, n: int) -> LayerTrace:
    """One layer's rows, and the corner of its matrices that the earlier trace does not have: new keys, earlier queries.

    All of it is masked, since earlier tokens do not look ahead.
    """
    scores = earlier.queries[:, :n] @ new.keys[:, n:].swapaxes(-1, -2)
    corners: dict[str, Any] = {"scores": scores, "pattern": 0.0, "may_look": False}
    matrices: dict[str, Any] = {
        name: _matrix(getattr(earlier, name)[..., :n, :n], corner, getattr(new, name))
        for name, corner in corners.items()
    }
    of_heads: dict[str, Any] = {
        name: _under(getattr(earlier, name)[:, :n], getattr(new, name)) for name in ("queries", "context")
    }
    of_stream: dict[str, Any] = {
        name: _under(getattr(earlier, name)[:n], getattr(new, name))
        for name in ("attended", "residual_in", "residual_mid", "hidden", "residual_out")
    }
    return dataclasses.replace(new, **matrices, **of_heads, **of_stream)


def _under(earlier: Float[Array, "*axes before width"], new: Float[Array, "*axes after width"]) -> Float[Array, "..."]:
    """The new rows under the earlier ones."""
    return read_only(np.concatenate((earlier, new), axis=-2))


def _matrix(
    earlier: Shaped[Array, "*head before before"],
    corner: Float[Array, "*head before after"] | float | bool,
    new: Shaped[Array, "*head after key"],
) -> Shaped[Array, "*head key key"]:
    """A matrix [query, key] of its three parts."""
    *heads, n_new, n_tokens = new.shape
    whole = np.empty((*heads, n_tokens, n_tokens), dtype=new.dtype)
    before = n_tokens - n_new
    whole[..., :before, :before], whole[..., :before, before:], whole[..., before:, :] = earlier, corner, new
    return read_only(whole)
