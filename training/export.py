"""Turn a training run's checkpoint into a bundled model: python -m training.export RUN NAME."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path

import torch
from torch import nn

from transformer.bundled.folders import MODELS
from transformer.bundled.load import save
from transformer.bundled.translator_folder import save_translator
from transformer.config import Config
from transformer.model import Transformer
from transformer.recurrent import RecurrentConfig, RecurrentTranslator
from transformer.seq2seq import Seq2Seq
from transformer.tokenizer import Tokenizer


def model_of(settings: dict) -> tuple[nn.Module, Callable[..., None]]:
    """An untrained model of a run's sizes, and what writes its folder."""
    match settings.get("model"):
        case None:
            return Transformer(Config(**settings["config"])), save
        case "translate":
            return Seq2Seq(Config(**settings["config"])), save_translator
        case _:
            return RecurrentTranslator(RecurrentConfig(**settings["config"])), save_translator


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", type=Path)
    parser.add_argument("name")
    parser.add_argument("--tokenizer-of", help="a bundled model whose tokenizer the run had: no copy is written")
    options = parser.parse_args()
    settings = json.loads((options.run / "settings.json").read_text())
    saved = torch.load(options.run / "checkpoint.pt", map_location="cpu", weights_only=True)
    model, write = model_of(settings)
    model.load_state_dict(saved["model"])
    home = MODELS / options.name
    write(model, Tokenizer.load(options.run / "tokenizer.json"), home, options.tokenizer_of)
    log = [json.loads(line) for line in (options.run / "log.jsonl").read_text().splitlines()]
    settings["steps_done"] = saved["step"]
    (home / "training.json").write_text(json.dumps({"settings": settings, "log": log}, indent=1) + "\n")
    print(f"{home}: step {saved['step']}, {sum(path.stat().st_size for path in home.iterdir()) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
