"""Which cells of a picture are hidden: a bit for each, because a mask is no number and must not look like one."""

import base64

import numpy as np
from jaxtyping import Bool
from numpy import ndarray as Array


def hidden_bits(hidden: Bool[Array, "*cells"] | None) -> str:
    """The cells in the order of memory, eight in a byte, as base64; nothing is hidden where there are none."""
    return "" if hidden is None else base64.b64encode(np.packbits(np.ravel(hidden)).tobytes()).decode()


def hidden_of(bits: str, shape: tuple[int, ...]) -> Bool[Array, "*cells"]:
    """The same cells again, in this shape."""
    cells = np.unpackbits(np.frombuffer(base64.b64decode(bits), dtype=np.uint8))[: np.prod(shape, dtype=int)]
    return cells.astype(bool).reshape(shape) if bits else np.zeros(shape, dtype=bool)
