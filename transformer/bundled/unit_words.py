"""The words on which each hidden unit of a bundled model fires most, as training/unit_words.py measured them."""

from functools import cache

import numpy as np
from jaxtyping import Int
from numpy import ndarray as Array

from transformer.bundled.folders import MODELS, read

UNIT_WORDS = "unit_words.npz"


@cache
def unit_words(name: str) -> Int[Array, "layer unit word"] | None:
    """Return the ids of the words on which each unit fires most, largest mean first; None where none were measured.

    Raises:
        ModelFolderError: if the file is damaged.
    """
    path = MODELS / name / UNIT_WORDS
    return read(path, lambda path: np.load(path)["words"].astype(int)) if path.exists() else None
