"""Train the two tiny models of *A model that cheats* and write them to assets/peeking.safetensors.

python -m training.peeking
"""

import torch
from safetensors.torch import save_file

from headlight.reading.assets import FOLDER
from transformer.experiments.peeking import MASKS, learn, written

SEED = 0

if __name__ == "__main__":
    torch.set_num_threads(1)
    save_file(written({mask: learn(mask, seed=SEED) for mask in MASKS}), FOLDER / "peeking.safetensors")
