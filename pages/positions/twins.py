"""The four twins: small models trained alike but for their positions, and what their folders say of them."""

import json
from itertools import zip_longest

import numpy as np

from headlight.parts.nouns import cached, readable
from transformer import LanguageModel, load
from transformer.bundled.folders import MODELS, read
from transformer.config import Config

KINDS = ("none", "sinusoidal", "learned", "rotary")  # written in the address as they are
TOKENS = 64
HOW = {
    "none": "nothing shows the position",
    "sinusoidal": "waves are added to the embeddings",
    "learned": "each position has a trained row",
    "rotary": "positions turn queries and keys",
}


@cached
def _measured(kind: str, file: str) -> dict:
    return read(MODELS / f"twin-{kind}" / file, lambda path: json.loads(path.read_text("utf-8")))


@cached
def models() -> dict[str, LanguageModel]:
    """The twins by their kind of positions, for all visitors. CannotShow where a folder cannot be read."""
    with readable("The twin models"):
        for kind in KINDS:
            for file in ("training.json", "long_texts.json"):
                _measured(kind, file)
        return {kind: load(f"twin-{kind}") for kind in KINDS}


def config() -> Config:
    """The sizes that all twins have."""
    return models()["none"].config


def by_length() -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Loss by place in texts longer than those of the training: places, and the losses of each twin.

    NaN where a twin has no positions.
    """
    measured = {kind: _measured(kind, "long_texts.json") for kind in KINDS}
    losses = np.array(list(zip_longest(*(twin["losses"] for twin in measured.values()), fillvalue=np.nan))).T
    return (np.arange(losses.shape[1]) + 0.5) * measured["none"]["span"], dict(zip(KINDS, losses, strict=True))
