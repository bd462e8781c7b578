"""Fit the additive scorer that the app opens with to a head of the bundled model, and write it into assets.

python -m training.additive_scorer
"""

from pathlib import Path

import numpy as np
from safetensors.numpy import save_file

from transformer import load
from transformer.experiments.additive import Additive, drawn, fitted

ASSETS = Path(__file__).parent.parent / "assets"
HEAD, SEED, WIDTH = (2, 0), 0, 32  # layer and head, from 0: the head that is open at first


def fit() -> tuple[Additive, float, float]:
    """Train a scorer on the sentences that the app fits others on.

    Returns:
        The scorer, and its Kullback-Leibler divergence from the head before and after, in nats.
    """
    model = load("story")
    traces = [model.trace(text) for text in (ASSETS / "mixing_sentences.txt").read_text("utf-8").splitlines()]
    return fitted(drawn(SEED, model.config.d_head, WIDTH), traces, *HEAD)


def write(path: Path = ASSETS / "additive_scorer.safetensors") -> None:
    """Write the scorer with what it was fitted to and how well."""
    scorer, before, after = fit()
    parts = {"w_s": scorer.w_s, "w_h": scorer.w_h, "v": scorer.v}
    numbers = dict(zip(("layer", "head"), HEAD, strict=True)) | {"seed": SEED, "width": WIDTH}
    told = {name: str(value) for name, value in (numbers | {"before": before, "after": after}).items()}
    save_file({name: part.astype(np.float32) for name, part in parts.items()}, path, metadata=told)


if __name__ == "__main__":
    write()
