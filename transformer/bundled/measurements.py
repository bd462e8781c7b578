"""Measurements of each bundled translator, read from the files of its folder."""

import json
from functools import cache
from numbers import Real
from pathlib import Path
from typing import NamedTuple

from transformer.bundled.folders import MODELS, read
from transformer.bundled.translator_folder import LENGTHS, SCORES

TRAINING = "training.json"


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
    path = MODELS / name / SCORES
    numbers = (
        "sentences",
        "near_duplicates",
        "loss",
        *(f"bleu_beam_{beams}{subset}" for beams in (1, 4) for subset in ("", "_apart")),
    )
    return read(path, lambda path: _numbers(_json(path), *numbers)) if path.exists() else {}


@cache
def lengths(name: str) -> dict:
    """Quality by the length of the English; empty where nothing was measured."""
    path = MODELS / name / LENGTHS

    def checked(path: Path) -> dict:
        measured = _json(path)
        fewest, most = measured["short_words"]
        return {
            "short_words": [int(fewest), int(most)],
            "joined": [_numbers(row, "texts", "in_a_row", "words", "bleu", "loss") for row in measured["joined"]],
            "by_words": [_numbers(row, "least", "most", "sentences", "bleu", "loss") for row in measured["by_words"]],
        }

    return read(path, checked) if path.exists() else {}


@cache
def training(name: str) -> Training:
    """How it was trained. A missing file is an error too."""

    def checked(path: Path) -> Training:
        measured = _json(path)
        steps_done, steps_per_round = _numbers(measured["settings"], "steps_done", "steps_per_round").values()
        seconds = _numbers(measured["log"][-1], "seconds")["seconds"]
        entries = [_numbers(entry | entry["validation"], "step", "tatoeba") for entry in measured["log"]]
        return Training(
            steps_done / steps_per_round, seconds / 60, {entry["step"]: entry["tatoeba"] for entry in entries}
        )

    return read(MODELS / name / TRAINING, checked)


def _json(path: Path) -> dict:
    return json.loads(path.read_text("utf-8"))


def _numbers(measured: dict, *keys: str) -> dict:
    """The numbers by these keys. ValueError if one is none."""
    numbers = {key: measured[key] for key in keys}
    for key, value in numbers.items():
        if not isinstance(value, Real):
            raise ValueError(f"{key} is no number")
    return numbers
