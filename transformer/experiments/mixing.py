"""A dense layer that mixes positions with fixed weights, fitted to do the work of an attention head as well as it can.

A head mixes the values of a text by its pattern, which it makes anew for each text. A token-mixing dense layer, as in
Tolstikhin et al. 2021 (section 2), mixes them by one matrix [query, key] that is the same for all texts.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float
from numpy import ndarray as Array

from transformer.bundled.load import LanguageModel
from transformer.inference import inference


@dataclass(frozen=True, eq=False)
class HeadsOnTexts:
    """The patterns, values and contexts of every head on several texts, each cut to the same number of tokens."""

    pattern: Float[Array, "layer head text pos pos"]
    values: Float[Array, "layer head text pos d_head"]
    context: Float[Array, "layer head text pos d_head"]  # pattern @ values


@inference
def heads_on(model: LanguageModel, texts: Sequence[str], n_tokens: int) -> HeadsOnTexts:
    """The patterns, values and contexts of all heads on the first `n_tokens` tokens of each text, in one pass.

    Raises:
        ValueError: if there is no text, or one of them is shorter than that.
    """
    encoded = [[token.id for token in model.tokenizer.encode(text)][:n_tokens] for text in texts]
    shortest = min(map(len, encoded), default=0)
    if shortest < n_tokens:
        raise ValueError(f"texts of at least {n_tokens} tokens are needed, got one of {shortest}")
    stages = [block.attention for block in model.transformer.stages(torch.tensor(encoded)).blocks]
    pattern, values, context = (
        torch.stack([getattr(layer, name) for layer in stages]).transpose(1, 2).numpy()
        for name in ("pattern", "values", "context")
    )
    return HeadsOnTexts(pattern, values, context)


def least_squares_mixer(
    values: Float[Array, "text pos d_head"], context: Float[Array, "text pos d_head"]
) -> Float[Array, "pos pos"]:
    """The fixed mixing whose products with the values are nearest to the contexts: what training would end at.

    Row i sums over positions 0 to i alone, as a causal head does. It solves the normal equations of
    min |context_i - sum_j m_ij values_j|^2 over all texts and dimensions.
    """
    values, context = values.astype(np.float64), context.astype(np.float64)
    products = np.einsum("tjd,tkd->jk", values, values)
    aims = np.einsum("tid,tjd->ij", context, values)
    mixer = np.zeros_like(products)
    for row in range(len(mixer)):
        earlier = slice(row + 1)
        mixer[row, earlier] = np.linalg.lstsq(products[earlier, earlier], aims[row, earlier], rcond=None)[0]
    return mixer


def mean_mixer(pattern: Float[Array, "text pos pos"]) -> Float[Array, "pos pos"]:
    """The mean of the head's patterns over the texts: the fixed matrix nearest to them all."""
    return pattern.mean(axis=0, dtype=np.float64)


def unexplained(
    mixer: Float[Array, "built_for built_for"],
    values: Float[Array, "*text pos d_head"],
    context: Float[Array, "*text pos d_head"],
) -> float:
    """How much of the contexts a fixed mixing misses: |context - mixer @ values|^2 / |context|^2, from position 1 on.

    Position 0 is left out: it sees itself alone, so its context is its value, and any mixing does that. The mixer may
    be for more positions than the texts have; a single position has nothing to miss and gives 0.
    """
    size = values.shape[-2]
    missed = (context - mixer[:size, :size] @ values)[..., 1:, :]
    whole = float(np.square(context[..., 1:, :]).sum())
    return float(np.square(missed).sum()) / whole if whole else 0.0


def unexplained_by_head(heads: HeadsOnTexts) -> Float[Array, "layer head"]:
    """For each head, what the best fixed mixing misses on texts it was not fitted on: fitted on every second text."""
    return np.array(
        [
            [
                unexplained(least_squares_mixer(values[::2], context[::2]), values[1::2], context[1::2])
                for values, context in zip(*layer, strict=True)
            ]
            for layer in zip(heads.values, heads.context, strict=True)
        ]
    )
