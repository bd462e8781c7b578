"""What was measured of each translator, read from the files of its folder; a damaged one is said in a sentence."""

import json
from collections.abc import Callable
from functools import cache
from numbers import Real
from pathlib import Path
from typing import NamedTuple, TypeVar

from headlight.frame.log import log
from transformer import ModelFolderError
from transformer.bundled.folders import MODELS, read
from transformer.bundled.translator_folder import LENGTHS, SCORES

TRAINING = "training.json"
Content = TypeVar("Content")


class Training(NamedTuple):
    """How a translator was trained."""

    rounds: float  # how often it went through the training pairs
    minutes: float  # other work and pauses on the same machine included
    losses: dict[int, float]  # on held-out pairs, in nats a piece, by step


@cache
def scores(name: str) -> dict:
    """BLEU and loss on the test split; empty where nothing was measured.

    Raises:
        ModelFolderError: if the file is damaged, as in all that are read here.
    """
    return _if_there(MODELS / name / SCORES, _scores)


@cache
def lengths(name: str) -> dict:
    """Quality by the length of the English; empty where nothing was measured."""
    return _if_there(MODELS / name / LENGTHS, _lengths)


@cache
def training(name: str) -> Training:
    """How it was trained. A missing file is an error too."""
    return read(MODELS / name / TRAINING, _training)


def damaged_text(error: ModelFolderError) -> str:
    """The sentence in the place of what was measured; the log has the rest."""
    log("measured", error)
    return f"What was measured cannot be shown just now. {error}"


def _if_there(path: Path, reader: Callable[[Path], dict]) -> dict:
    return read(path, reader) if path.exists() else {}


def _scores(path: Path) -> dict:
    return _numbers(json.loads(path.read_text("utf-8")), "sentences", "loss", "bleu_beam_1", "bleu_beam_4")


def _lengths(path: Path) -> dict:
    found = json.loads(path.read_text("utf-8"))
    fewest, most = found["short_words"]
    return {
        "short_words": [int(fewest), int(most)],
        "joined": [_numbers(row, "texts", "in_a_row", "words", "bleu", "loss") for row in found["joined"]],
        "by_words": [_numbers(row, "least", "most", "sentences", "bleu", "loss") for row in found["by_words"]],
    }


def _training(path: Path) -> Training:
    found = json.loads(path.read_text("utf-8"))
    settings = _numbers(found["settings"], "steps_done", "steps_per_round")
    return Training(
        settings["steps_done"] / settings["steps_per_round"],
        _numbers(found["log"][-1], "seconds")["seconds"] / 60,
        {
            _numbers(entry, "step")["step"]: _numbers(entry["validation"], "tatoeba")["tatoeba"]
            for entry in found["log"]
        },
    )


def _numbers(found: dict, *keys: str) -> dict:
    """The numbers by these keys. ValueError if one is none."""
    numbers = {key: found[key] for key in keys}
    for key, value in numbers.items():
        if not isinstance(value, Real):
            raise ValueError(f"{key} is no number")
    return numbers
