"""Maps by which the stream of a bundled model can be read after any layer, as training/affine_lens.py fitted them."""

from functools import cache

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array
from safetensors.numpy import load_file

from transformer.bundled.folders import MODELS, read

AFFINE = "affine_lens.safetensors"


@cache
def affine_lens(name: str) -> Float[Array, "layer inputs d_model"] | None:
    """For the stream before each layer, and a 1 after it, the map to the last stream; None where none was fitted.

    Raises:
        ModelFolderError: if the file is damaged.
    """
    path = MODELS / name / AFFINE
    return read(path, lambda path: load_file(path)["maps"].astype(np.float32)) if path.exists() else None
