"""Weights that somebody else computed, as by another library: read as heads, or refused in a sentence."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.outside.shown_heads import Heads

_NEAR = 0.01  # how far the sum of a row may be from 1: bfloat16 has three digits


class OwnLayer(NamedTuple):
    """The weights of one layer: all that is known of it."""

    pattern: Float[Array, "head query key"]


def own_weights(weights: Any, words: Sequence[str] | None, keys: Sequence[str] | None) -> Heads:
    """Read weights as heads.

    Args:
        weights: [layer, head, query, key], [head, query, key] or [query, key], of arrays or tensors; or the
            `attentions` of transformers for one text, [layer, 1, head, query, key].
        words: of the queries, and of the keys too where these have no own.
        keys: the words that are attended to, where they are others, as in cross-attention.

    Returns:
        The heads; nothing of them is hidden, since weights do not say what a mask left out.

    Raises:
        ValueError: if these are no weights, rows do not sum to 1, or there are not as many words as queries and keys.
    """
    values = _numbers(weights)
    sides: tuple[Any, Any] = (words, words if keys is None else keys)
    if any(isinstance(side, str) or not isinstance(side, Iterable) for side in sides):
        raise ValueError('Weights need their words, a list with one for each token: show(weights, ["the", "bear"]).')
    named, whole = ("queries", "keys"), [[str(getattr(word, "text", word)) for word in side] for side in sides]
    for side, count, given in zip(named, values.shape[2:], whole, strict=True):
        if len(given) != count:
            raise ValueError(f"These weights have {count} {side}, [..., query, key], and there are {len(given)} words.")
    if values.size and not (values.min() >= 0):
        raise ValueError(
            f"A weight is from 0 to 1, and one here is {values.min():.3g}: hand over what the softmax gives."
        )
    sums = values.sum(-1)
    if (wrong := np.argwhere(~(np.abs(sums - 1) <= _NEAR))).size:
        layer, head, query = map(int, wrong[0])
        raise ValueError(
            f"The weights of a query sum to 1; those of query {query} in layer {layer}, head {head} sum to "
            f"{sums[layer, head, query]:.3g}. The last axis is that of the keys."
        )
    text, other = (" ".join(word.strip() for word in each) for each in whole)
    across, (looking, looked_at) = keys is not None, whole
    said = f"{other} → {text}" if across else text
    return Heads([OwnLayer(layer) for layer in values], looking, looked_at, said, across)


def _numbers(weights: Any) -> Float[Array, "layer head query key"]:
    """The weights as one array.

    Raises:
        ValueError: if they are no numbers, or have other axes.
    """
    layers = weights if isinstance(weights, list | tuple) else [weights]
    arrays = [each.detach().cpu().float().numpy() if isinstance(each, torch.Tensor) else each for each in layers]
    try:
        values = np.asarray(arrays if layers is weights else arrays[0], np.float32)
    except (TypeError, ValueError) as error:
        what = type(weights).__name__
        raise ValueError(
            f"show draws a trace, or weights of which each layer has as many heads; this {what} is neither. "
            "A run is drawn by run.show()."
        ) from error
    if values.ndim == 5 and values.shape[1] == 1:
        values = values[:, 0]
    if not 2 <= values.ndim <= 4 or not values.size:
        raise ValueError(
            f"Weights are [layer, head, query, key], [head, query, key] or [query, key], got {list(values.shape)}."
        )
    return values.reshape(*(1,) * (4 - values.ndim), *values.shape)
