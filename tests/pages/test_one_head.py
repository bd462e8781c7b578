"""Wherever one head is shown of a text and nobody has chosen one, it is the same: of both kinds of models."""

import numpy as np
import pytest

import headlight
from headlight.parts import dials
from headlight.parts.stream import stream
from headlight.reading import reader
from headlight.state.registry import find
from headlight.state.state import State
from tests.draw import Drawing
from tests.real_models import NAME

TEXTS = [
    reader.EXAMPLE,
    "Tom and Lisa went to the park. Tom gave the ball to",
    "She was sad because her cat was",
    "The fisherman caught a big",
    "lol what is this",
]
HEROES = ("start", "attention", "all_heads", "masking", "scaling", "next_word")


def shown(text: str, model: str) -> dict[str, list[int]]:
    """The head that each place shows, as [layer, head] from 0."""

    def state(view: str) -> State:
        return State.of(find(view), text=text, **({} if model == "story" else {"model": model}))

    found = {}
    for view in HEROES if model == "story" else ("real", *HEROES[1:]):
        drawn = Drawing(state(view))
        found[view] = drawn.payload("looks" if view == "start" else "hero")["head"]
        for key in {"head_grid", "wall"} & {*drawn.keys}:
            found[f"{view}: {key}"] = drawn.payload(key)["selected"]
    found |= {f"strip of {view}": stream(state(view))["at"] for view in ("attention", "scaling")}
    attention = state("attention")
    rows = headlight.view("attention", **dict(attention.items)).numbers("pattern")
    patterns = np.stack([layer.pattern for layer in attention.trace().layers])
    layer, head, *_ = np.argwhere((np.abs(patterns - rows.reshape(patterns.shape[2:])) < 1e-6).all(axis=(2, 3)))[0]
    return found | {"library": [int(layer), int(head)]}


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("model", ["story", NAME])
def test_it_is_the_head_that_decides(text: str, model: str) -> None:
    text = text if model == "story" else text[:12].strip()  # of the tiny one each letter is a token
    keys = {} if model == "story" else {"model": model}
    decides = reader.deciding_head(reader.model(model), text)
    expected = decides or State.of(find("attention"), text=text, **keys)[dials.BRINGING]
    assert {place for place, head in shown(text, model).items() if tuple(head) != expected} == set()
