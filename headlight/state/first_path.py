"""The first path: its ten stops, each a question that the model itself answers."""

import tomllib
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from headlight.reading import assets
from headlight.state import address
from headlight.state.address import Key
from headlight.state.holds import OneOf


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


FILE = "path.toml"
STEPS: list[Step] = assets.read(FILE, lambda written: [Step(**step) for step in tomllib.loads(written)["step"]], [])
address.declare(
    *(
        Key(f"guess_{number}", OneOf(tuple(step.options)), f"the guess at stop {number} of the first path")
        for number, step in enumerate(STEPS, 1)
    )
)
