"""A number of a view leads to where it opens: to the same number, in the same text."""

import pytest

from headlight.frame.registry import find
from headlight.frame.state import State
from tests.draw import draw
from tests.real_models import NAME
from transformer import load

GIRL = "The girl stepped into bear country and helped the"


def followed(name: str, **address):
    """The link of a view that opens a number, and what stands there."""
    view = find(name)
    assert callable(view.ways)
    (way,) = view.ways(State.of(view, **address))
    assert way.to == "opened"
    return way.label, draw("opened", **way.state)


def test_a_weight_and_a_logit_open_as_they_are_in_their_views() -> None:
    trace = load("story").trace(GIRL)
    label, drawn = followed("attention", text=GIRL, layer=6, head=5, query=8, key_position=4)
    assert label == "Open this weight: all the numbers behind “the” looking at “bear” →"
    assert drawn.payload("crumbs")["tokens"][-1]["note"] == f"{trace.layers[5].pattern[4, 8, 4]:.4f}"
    _, drawn = followed("attributed", text=GIRL)
    assert drawn.payload("crumbs")["tokens"][-1]["note"] == f"{trace.next_logits.max():.4f}"


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("attention", {"text": GIRL, "query": 2, "key_position": 5}),  # hidden
        ("attention", {"model": NAME}),
        ("attributed", {"text": GIRL, "for_word": "bear", "against_word": "boy"}),
    ],
)
def test_what_cannot_open_has_no_link(name: str, address: dict) -> None:
    view = find(name)
    assert callable(view.ways) and not view.ways(State.of(view, **address))
