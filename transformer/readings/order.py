"""Measure what a model makes of order: shuffled tokens, a text moved on, and how similar two positions are."""

import math
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float, Int
from numpy import ndarray as Array
from torch import Tensor

from transformer.inference import inference
from transformer.intervention import Intervention, MaskKind
from transformer.model import Stages, Transformer
from transformer.positions import frequencies, sinusoidal
from transformer.softmax import losses


def shuffle(n_tokens: int, seed: int) -> tuple[int, ...]:
    """An order of places 0 to n_tokens - 1 drawn with the seed: never the order they are in, if there is another."""
    random = np.random.default_rng(seed)
    order = random.permutation(n_tokens)
    while n_tokens > 1 and (order == np.arange(n_tokens)).all():
        order = random.permutation(n_tokens)
    return tuple(order.tolist())


@inference
def with_shuffle(
    transformer: Transformer, ids: Int[Tensor, " pos"], order: tuple[int, ...], mask: MaskKind = "causal"
) -> Stages:
    """One pass for two texts: row 0 of its batch is the text, row 1 the same tokens in `order`."""
    return transformer.stages(torch.stack((ids, ids[list(order)])), Intervention(mask=mask))


def moved_by_shuffle(both: Stages, order: tuple[int, ...]) -> Float[Array, " pos"]:
    """max |f(P x) - P f(x)| over the numbers of each token, in the order of the text as it was.

    `both` comes from `with_shuffle`. f gives the last residual after its norm, and P puts the tokens in `order`. All
    zero, but for rounding, means that the model does not see in which order the tokens stand.
    """
    places = torch.tensor(order)
    plain, shuffled = both.final
    return (shuffled - plain[places]).abs().amax(-1)[places.argsort()].numpy()


@inference
def mean_loss(transformer: Transformer, final: Float[Tensor, "pos d_model"], ids: Int[Tensor, " pos"]) -> float:
    """Nats a token that the text costs, from its last residual after the norm; NaN for one token, which has no next."""
    of_tokens = losses(transformer.unembedding(final[:-1]).numpy(), ids[1:].numpy())
    return float(of_tokens.mean()) if len(of_tokens) else math.nan


@inference
def loss_from(transformer: Transformer, ids: Int[Tensor, " pos"], start: int) -> float:
    """`mean_loss` of a text that begins at the place `start`; NaN where learned positions end before the text does."""
    config = transformer.config
    if config.positions == "learned" and start + len(ids) > config.max_tokens:
        return math.nan
    return mean_loss(transformer, transformer.stages(ids, Intervention(start=start)).final, ids)


def encoding_of(transformer: Transformer) -> Float[Array, "pos width"]:
    """Return the positional encoding of a model, a row for each position; zeros where it adds nothing.

    For rotary, which adds nothing either, the sines and cosines that each head turns its queries and keys by, d_head
    of them.
    """
    config, places = transformer.config, torch.arange(transformer.config.max_tokens)
    if config.positions == "sinusoidal":
        return sinusoidal(places, config.d_model).numpy()
    if config.positions == "rotary":
        return sinusoidal(places, config.d_head).numpy()
    if config.positions == "learned":
        return transformer.position_embedding.weight.detach().numpy()
    return np.zeros((len(places), config.d_model), dtype=np.float32)


@dataclass(frozen=True)
class ByDistance:
    """Products of pairs of positions, by the distance between the two."""

    mean: Float[Array, " distance"]
    lowest: Float[Array, " distance"]
    highest: Float[Array, " distance"]

    @property
    def spread(self) -> float:
        """How far any pair is from the mean of its distance."""
        return float(np.maximum(self.highest - self.mean, self.mean - self.lowest).max())


def by_distance(products: Float[Array, "pos pos"]) -> ByDistance:
    """The diagonals of a matrix, from the main one down: the second position stands 0, 1, 2, ... before the first."""
    diagonals = [products.astype(np.float64).diagonal(-distance) for distance in range(len(products))]
    return ByDistance(
        *(np.array([statistic(diagonal) for diagonal in diagonals]) for statistic in (np.mean, np.min, np.max))
    )


def shift(distance: int, width: int) -> Float[Array, "width width"]:
    """The matrix R with PE(pos + distance) = R PE(pos) for every pos: one turn for each pair of dimensions.

    Vaswani et al. 2017, section 3.5, say of PE(pos + k) that it is a linear function of PE(pos).
    """
    matrix = np.zeros((width, width))
    for pair, angle in enumerate(distance * frequencies(width).double().numpy()):
        sin, cos = np.sin(angle), np.cos(angle)
        matrix[2 * pair : 2 * pair + 2, 2 * pair : 2 * pair + 2] = [[cos, sin], [-sin, cos]]
    return matrix


def shift_missed_by(encoded: Float[Array, "pos width"], distance: int) -> float:
    """max |PE(pos + distance) - R PE(pos)| over every pos and dimension; 0 where nothing is that far apart."""
    shifted = encoded[: max(len(encoded) - distance, 0)].astype(np.float64) @ shift(distance, encoded.shape[1]).T
    return float(np.abs(encoded[distance:] - shifted).max(initial=0))
