"""Measure a model on texts longer than any it was trained on: python -m training.long_texts NAME --data FOLDER.

Writes assets/models/NAME/long_texts.json: the loss by place, in nats a token, averaged over SPAN places at a time. A
model with learned positions has rows for the places of its training alone, and stops there.
"""

import argparse
import dataclasses
from pathlib import Path

import numpy as np
import torch
from jaxtyping import Float, Int
from numpy import ndarray as Array
from torch.nn.functional import cross_entropy

from training.data import held_out_streams
from training.head_roles import text_windows, write_measured
from transformer.bundled.folders import MODELS
from transformer.bundled.load import load
from transformer.model import Transformer

LONG_TEXTS = "long_texts.json"
SOURCES = ("tinystories", "standardebooks", "fairytales")
WINDOWS = 120  # of each source
LENGTH = 192  # tokens: three times as long as in training
SPAN = 8
SEED = 2026


def lengthened(transformer: Transformer, max_tokens: int) -> Transformer:
    """Give a model room for longer texts: no weight depends on the length, but for learned positions.

    Raises:
        ValueError: if the positions are learned, so that there are no rows for the added places.
    """
    if transformer.config.positions == "learned":
        raise ValueError(f"there are {transformer.config.max_tokens} learned positions, and no row for a later one")
    longer = Transformer(dataclasses.replace(transformer.config, max_tokens=max_tokens))
    longer.load_state_dict(transformer.state_dict())
    return longer.eval()


@torch.inference_mode()
def loss_by_place(transformer: Transformer, windows: Int[Array, "window pos"]) -> Float[Array, " pos"]:
    """Mean nats of the token after each place, over all windows."""
    losses = []
    for batch in torch.from_numpy(windows).split(16):
        logits = transformer(batch[:, :-1])
        losses.append(cross_entropy(logits.transpose(1, 2), batch[:, 1:], reduction="none"))
    return torch.cat(losses).mean(0).double().numpy()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", help="a folder of assets/models")
    parser.add_argument("--data", type=Path, required=True, help="folder of the en_*.txt.gz files")
    options = parser.parse_args()
    model, random = load(options.name), np.random.default_rng(SEED)
    streams = held_out_streams(SOURCES, options.data, model.tokenizer).values()
    windows = np.concatenate([text_windows(stream, WINDOWS, LENGTH + 1, random) for stream in streams])
    if model.config.positions == "learned":
        losses = loss_by_place(model.transformer, windows[:, : model.config.max_tokens + 1])
    else:
        losses = loss_by_place(lengthened(model.transformer, LENGTH), windows)
    measured = {
        "sources": list(SOURCES),
        "windows": len(windows),
        "tokens": LENGTH,
        "span": SPAN,
        "seed": SEED,
        "losses": [round(float(loss), 4) for loss in losses.reshape(-1, SPAN).mean(-1)],
    }
    write_measured(MODELS / options.name, LONG_TEXTS, measured)
    print(options.name, measured["losses"])


if __name__ == "__main__":
    main()
