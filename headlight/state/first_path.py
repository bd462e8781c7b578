"""The first path: its ten stops, each a question that the model itself answers."""

import tomllib
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from headlight.reading import assets


class Step(NamedTuple):
    """One stop of the path; `answer` names the function of `answers` that answers, `state` is what its link sets."""

    answer: str
    title: str
    page: str
    before: str
    question: str
    options: list[str]
    why: str
    state: Mapping[str, str] = MappingProxyType({})


VIEW, FILE = "path", "path.toml"
RECAP, BEGINNINGS = "recap", "beginnings"
STOPS = (*range(1, 11), BEGINNINGS, RECAP)  # as the address names what is open
STEPS: list[Step] = assets.read(FILE, lambda written: [Step(**step) for step in tomllib.loads(written)["step"]], [])
