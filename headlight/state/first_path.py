"""The first path: its five stops, each a question that the model itself answers, and then the game."""

import tomllib
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from headlight.reading import assets
from headlight.state.story import Again


class Stop(NamedTuple):
    """One stop of the path.

    `answer` names the function of `answers` that answers, `sketches` are its options drawn, `state` is what its
    link sets.
    """

    answer: str
    title: str
    page: str
    before: str
    question: str
    options: list[str]
    why: str
    again: Again
    sketches: Sequence[str] = ()
    state: Mapping[str, str] = MappingProxyType({})


def _steps(written: str) -> list[Stop]:
    return [_step(**step) for step in tomllib.loads(written)["step"]]


def _step(again: dict[str, Any], **step: Any) -> Stop:
    return Stop(again=Again(**again), **step)


VIEW, FILE = "path", "path.toml"
RECAP, BEGINNINGS = "recap", "beginnings"
STOPS = (*range(1, 6), BEGINNINGS, RECAP)  # as the address names what is open
STEPS: list[Stop] = assets.read(FILE, _steps, [])
