"""One head's pattern as lines between two columns of tokens: queries at the left, keys at the right."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.pictures.board import picture


def lines(pattern: Float[Array, "query key"], *, tokens: Sequence[str], alt: str, key: str) -> None:
    """Draw a line from each query to each key, as thick as its weight.

    A token under the pointer, or reached with the arrow keys (up and down along a column, left and right between
    the columns, Escape for all), shows its own lines alone, with their weights.
    """
    header = {"tokens": list(tokens), "alt": alt}
    picture("lines", header, pattern.astype(np.float32), key=key)
