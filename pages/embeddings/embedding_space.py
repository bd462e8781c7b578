"""The space of the embedding: its rows, each of length one too, and where they are along its widest directions."""

from dataclasses import dataclass

import numpy as np

from headlight.reading.cache import cached
from transformer import LanguageModel
from transformer.principal import principal_components
from transformer.similarity import unit


@dataclass(frozen=True, eq=False)
class Space:
    """W_E and what is derived from it; all read by every visitor, so nobody writes to it."""

    rows: np.ndarray  # [vocab, d_model], W_E itself
    units: np.ndarray  # [vocab, d_model], each row of length one
    projected: np.ndarray  # [vocab, 3], along the directions of most variance
    shares: np.ndarray  # [3], of the whole variance


@cached(most=4)
def of(model: LanguageModel) -> Space:
    """The space of a model's embedding, computed once."""
    rows = model.transformer.embedding.weight.numpy()
    seen = principal_components(rows, 3)
    return Space(rows, unit(rows), seen.places, seen.shares)
