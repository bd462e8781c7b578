"""Put a model's snapshots into the app and measure each: python -m training.growth RUN --data FOLDER.

Writes assets/models/growing with its measured.json, where for each snapshot stand

    whole     the loss on held-out text in nats a token, each token given all that stands before it
    exact     the same before the weights were rounded to 8 bits
    alone     the same given the token before it and nothing else
    repeats   the share of tokens that the model finds the likeliest to come again at once
    grammar   for each kind of transformer/experiments/minimal_pairs.py, ln p(right) - ln p(wrong) of each pair
    heads     what training/head_roles.py says of each head, and the best head for each role
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch
from jaxtyping import Int
from numpy import ndarray as Array
from torch.nn.functional import cross_entropy

from training.data import Stream, held_out_streams
from training.head_roles import SEED, SOURCES, WINDOW, WINDOWS, measure_heads, text_windows
from transformer.bundled.folders import MODELS, sha256
from transformer.bundled.growing import MEASURED, NAME, SNAPSHOTS, load_growing, save_growing
from transformer.bundled.load import LanguageModel
from transformer.config import Config
from transformer.experiments import minimal_pairs
from transformer.model import Transformer

TOKENIZER_OF = "story"  # the bundled model whose tokenizer the run had


@torch.inference_mode()
def on_text(transformer: Transformer, windows: Int[Array, "window pos"]) -> tuple[float, float]:
    """The loss in nats a token, and the share of tokens that are the likeliest to come again at once."""
    total, again = 0.0, 0
    for rows in torch.from_numpy(windows).split(16):
        before, after = rows[:, :-1], rows[:, 1:].flatten()
        logits = transformer(before)
        total += cross_entropy(logits.flatten(0, 1), after, reduction="sum").item()
        again += int((logits.argmax(-1) == before).sum())
    return total / windows[:, 1:].size, again / windows[:, 1:].size


@torch.inference_mode()
def given_one_token(transformer: Transformer, windows: Int[Array, "window pos"]) -> float:
    """The loss in nats a token where each token is given the one before it and nothing else."""
    total, before, after = 0.0, torch.from_numpy(windows[:, :-1].ravel()), torch.from_numpy(windows[:, 1:].ravel())
    different, which = before.unique(return_inverse=True)
    for first in range(0, len(different), 512):
        logits = transformer(different[first : first + 512, None])[:, 0].log_softmax(-1)
        here = (which >= first) & (which < first + 512)
        total -= logits[which[here] - first, after[here]].sum().item()
    return total / len(after)


def snapshot(
    step: int, model: LanguageModel, exact: Transformer, held_out: dict[str, Stream], windows: Int[Array, "window pos"]
) -> dict:
    """Measure one step for measured.json; `exact` has the weights before they were rounded."""
    grammar = {kind: [round(each, 3) for each in pairs] for kind, pairs in minimal_pairs.measure(model).items()}
    (whole, again), (unrounded, _) = on_text(model.transformer, windows), on_text(exact, windows)
    roles = measure_heads(model, held_out)
    return {
        "step": step,
        "whole": round(whole, 4),
        "exact": round(unrounded, 4),
        "alone": round(given_one_token(model.transformer, windows), 4),
        "repeats": round(again, 4),
        "grammar": grammar,
        "heads": roles["heads"],
        "best": roles["best"],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Put a model's snapshots into the app and measure each.")
    parser.add_argument("run", type=Path, help="folder of a run of training.train with --snapshots")
    parser.add_argument("--data", type=Path, required=True, help="folder of the en_*.txt.gz files")
    options = parser.parse_args()
    settings = json.loads((options.run / "settings.json").read_text(encoding="utf-8"))
    log = [json.loads(line) for line in (options.run / "log.jsonl").read_text(encoding="utf-8").splitlines()]
    config, home = Config(**settings["config"]), MODELS / NAME
    kept = {step: torch.load(options.run / f"step-{step}.pt", weights_only=True) for step in settings["snapshots"]}
    save_growing(kept, config, home, TOKENIZER_OF)
    settings["steps_done"] = log[-1]["step"]
    (home / "training.json").write_text(json.dumps({"settings": settings, "log": log}, indent=1) + "\n")
    (home / MEASURED).write_text(json.dumps({"snapshots": [{"step": step} for step in kept]}))

    growing = load_growing()
    held_out = held_out_streams(SOURCES, options.data, growing.tokenizer)
    random = np.random.default_rng(SEED)
    windows = np.concatenate([text_windows(stream, WINDOWS, WINDOW, random) for stream in held_out.values()])
    found = []
    for step, weights in kept.items():
        exact = Transformer(config)
        exact.load_state_dict(weights)
        found.append(snapshot(step, growing.at(step), exact.eval(), held_out, windows))
        print({name: found[-1][name] for name in ("step", "whole", "exact", "alone", "repeats")})
    about = {
        "split": "validation",
        "sources": list(held_out),
        "windows": len(windows),
        "tokens_per_window": WINDOW,
        "seed": SEED,
    }
    measured = {"weights_sha256": sha256(home / SNAPSHOTS), "text": about, "snapshots": found}
    (home / MEASURED).write_text(json.dumps(measured, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
