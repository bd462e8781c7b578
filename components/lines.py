"""One head's pattern as lines between two columns of tokens: queries at the left, keys at the right."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from components.payload import mount, pack

_HTML = '<div class="picture"><canvas tabindex="0" role="img"></canvas><div class="card" hidden></div></div>'


def lines(pattern: Float[Array, "query key"], *, tokens: Sequence[str], alt: str, key: str, text: str = "") -> None:
    """Draw a line from each query to each key, as thick as its weight.

    A token under the pointer, or reached with the arrow keys (up and down along a column, left and right between
    the columns, Escape for all), shows its own lines alone, with their weights.
    """
    header = {"tokens": list(tokens), "alt": f"{alt} Arrow keys choose one token.", "text": text}
    mount("lines", _HTML, key=key, data=pack(header, pattern.astype(np.float32)))
