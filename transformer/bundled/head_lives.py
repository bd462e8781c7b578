"""The whole life of each head of a bundled or installed model, as training/ measured it on held-out text."""

import gzip
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from transformer.bundled.folders import MODELS, read

LIVES = "head_lives.json.gz"
LAST = 9  # the decile of the weakest looks, from 0


class HeadExample(NamedTuple):
    """One look of a head in a held-out text: places of tokens, and the weights in hundredths up to the query."""

    text: str
    query: int
    key: int
    weights: tuple[int, ...]


class Right(NamedTuple):
    """How often a head's first choice is where a role looks, of the looks that have such a place."""

    times: int
    of: int
    sharpest: int  # the same among the tenth of its looks with the largest weights
    sharpest_of: int


@dataclass(frozen=True)
class Life:
    """One head as it was measured."""

    layer: int
    head: int
    effect: tuple[float, ...]  # nats a token that the loss rises without it, and the standard error; or not measured
    sharpness: float  # mean of the largest weight
    distance: float  # mean, in tokens
    # The share of looks at the first token, which nothing below counts; None: all are counted.
    rests: float | None
    by: tuple[float, ...]  # R squared of its scores within a row: by tokens, by distance, by both; or not measured
    edges: tuple[float, ...]  # the largest weight at the edges of the deciles, from 1st to last
    looked_at: tuple[tuple[str, float], ...]  # the tokens with most of its weight, and their shares
    sharpest: Mapping[str, int]  # how many of its sharpest looks go where
    right: Mapping[str, Right]  # by role
    qk: tuple[tuple[str, str], ...]
    ov: tuple[tuple[str, str], ...]
    copies: float | None  # the share of common tokens that are among the five that they make likelier
    best: tuple[HeadExample, ...]
    deciles: tuple[tuple[HeadExample, ...], ...]

    def meets(self, word: str) -> bool:
        """Whether a word is in its pairs, is among what it looks at most, or looks or is looked at in an example."""
        searched = word.strip().casefold()
        words = [
            *(word_of_pair for pair in (*self.qk, *self.ov) for word_of_pair in pair),
            *(word_of_pair for word_of_pair, _ in self.looked_at),
        ]
        return any(searched == known_word.casefold() for known_word in words)


@dataclass(frozen=True)
class Lives:
    """The heads of a model, and on how much they were measured."""

    about: Mapping[str, Any]
    loss: tuple[float, ...]  # its mean and standard error, if it was measured
    heads: tuple[tuple[Life, ...], ...]  # [layer][head]

    def measured(self, name: str) -> Float[Array, "layer head"]:
        """One number of each head: its effect, sharpness or distance, or how often it rests."""
        return np.array([[_number(life, name) for life in layer] for layer in self.heads])


def _number(life: Life, name: str) -> float:
    if name == "effect":
        return life.effect[0]
    return getattr(life, {"rest": "rests"}.get(name, name))


def file_of(name: str) -> Path:
    """Where the lives of a model's heads are: in its folder, or beside the code that opens what comes as a package."""
    home = MODELS / name
    return home / LIVES if home.is_dir() else Path(__file__).parents[1] / "real" / f"{name}_{LIVES}"


@cache
def lives(name: str) -> Lives | None:
    """The heads of a model; None where they were not measured.

    Raises:
        ModelFolderError: if the file is damaged.
    """
    path = file_of(name)
    return read(path, _lives) if path.exists() else None


def _lives(path: Path) -> Lives:
    measured = json.loads(gzip.decompress(path.read_bytes()))
    heads: dict[int, list[Life]] = {}
    for entry in measured["heads"]:
        heads.setdefault(entry["layer"], []).append(_life(entry, measured["texts"]))
    return Lives(measured["text"], tuple(measured["loss"]), tuple(map(tuple, heads.values())))


def _life(entry: dict[str, Any], texts: list[str]) -> Life:
    groups = [
        tuple(
            HeadExample(texts[text], query, key, tuple(weights))
            for (text, query, key), weights in zip(group, rows, strict=True)
        )
        for group, rows in zip(entry["looks"], entry["weights"], strict=True)
    ]
    pairs = {name: tuple(map(tuple, entry.get(name, ()))) for name in ("qk", "ov", "looked_at")}
    numbers = {name: tuple(entry.get(name, ())) for name in ("effect", "by", "edges")}
    single = {name: entry[name] for name in ("layer", "head", "sharpness")}
    single |= {name: entry.get(name) for name in ("distance", "copies", "rests")}
    fields: dict[str, Any] = {**single, **pairs, **numbers}
    right = {role: Right(*counts) for role, counts in entry.get("right", {}).items()}
    return Life(**fields, sharpest=entry.get("sharpest", {}), right=right, best=groups[0], deciles=tuple(groups[1:]))
