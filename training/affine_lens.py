"""Fit an affine reading of the stream of `story` after each layer: python -m training.affine_lens --data FOLDER.

Writes assets/models/story/affine_lens.safetensors: for the stream as it enters each layer a matrix of d_model + 1 rows,
in 16 bits, which takes [stream, 1] as near to the last stream as a map without a bend can, by least squares over
WINDOWS of the training text. Belrose et al. 2023 (tuned lens) train such a map on the KL from the model's answer.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from jaxtyping import Float, Int
from numpy import ndarray as Array
from safetensors.numpy import save_file

from training.data import Stream, read
from training.head_roles import WINDOW, text_windows, weights_sha256
from transformer.bundled.affine_lens import AFFINE
from transformer.bundled.folders import MODELS
from transformer.bundled.load import load
from transformer.model import Transformer

NAME = "story"
SEED = 2026
SOURCES = ("tinystories", "tatoeba", "standardebooks", "fairytales", "storybooks")
DOCUMENTS = 200  # of each source, from which the windows are drawn; of sentences twenty times as many
WINDOWS = 100  # of each source
LEAST = 1e-3  # of the mean square: what is added to the diagonal, so that a narrow direction is not fitted to noise


@torch.inference_mode()
def fit(transformer: Transformer, windows: Int[Array, "window pos"]) -> Float[Array, "layer inputs d_model"]:
    """The maps from the stream before each layer, and a 1, to the last stream. The first token of a window is left out.

    Its stream knows nothing of what stands before it, and nobody asks a lens about it.
    """
    n_layers, width = transformer.config.n_layers, transformer.config.d_model
    squares = torch.zeros(n_layers, width + 1, width + 1, dtype=torch.float64)
    products = torch.zeros(n_layers, width + 1, width, dtype=torch.float64)
    for batch in torch.from_numpy(windows).split(32):
        blocks = transformer.stages(batch).blocks
        last = blocks[-1].residual_out[:, 1:].flatten(0, 1).double()
        for layer, block in enumerate(blocks):
            stream = block.residual_in[:, 1:].flatten(0, 1).double()
            inputs = torch.cat((stream, torch.ones(len(stream), 1, dtype=torch.float64)), dim=-1)
            squares[layer] += inputs.T @ inputs
            products[layer] += inputs.T @ last
    ridge = LEAST * squares.diagonal(dim1=1, dim2=2).mean(1)[:, None, None] * torch.eye(width + 1, dtype=torch.float64)
    return torch.linalg.solve(squares + ridge, products).numpy()


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit an affine reading of the stream after each layer.")
    parser.add_argument("--data", type=Path, required=True, help="folder of the en_*.txt.gz files")
    data, model, random = parser.parse_args().data, load(NAME), np.random.default_rng(SEED)
    windows = list[Array]()
    for source in SOURCES:
        documents = read(source, data).train
        most = DOCUMENTS * (20 if source == "tatoeba" else 1)
        drawn = random.choice(len(documents), size=min(most, len(documents)), replace=False)
        stream = Stream.of([documents[place] for place in drawn], model.tokenizer)
        windows.append(text_windows(stream, WINDOWS, WINDOW, random))
    maps = np.ascontiguousarray(fit(model.transformer, np.concatenate(windows)), dtype=np.float16)
    save_file({"maps": maps}, MODELS / NAME / AFFINE, {"weights_sha256": weights_sha256(MODELS / NAME)})
    print(f"{maps.shape} from {sum(map(len, windows))} windows")


if __name__ == "__main__":
    main()
