"""Alternative texts name the layer and the head that the dials name."""

import re

import pytest

from headlight.state.registry import views
from tests.draw import draw

HEADS = [name for name, view in views().items() if view.draw and "layer" in {dial.key for dial in view.controls}]


@pytest.mark.parametrize("name", HEADS)
def test_an_alternative_text_names_the_layer_and_the_head_that_are_chosen(name: str) -> None:
    has_head = "head" in {dial.key for dial in views()[name].controls}
    before = {"steps_taken": 0} if name == "one_step" else {}  # after a step no head is drawn
    for layer, head in ((1, 2), (2, 1)):
        drawn = draw(name, deeper=True, layer=layer, **({"head": head} if has_head else {}), **before)
        alts = " ".join(drawn.payload(key).get("alt") or "" for key in drawn.keys)
        assert set(re.findall(r"\blayer (\d+)", alts)) <= {str(layer)}, alts
        assert set(re.findall(r"\bhead (\d+)", alts)) <= {str(head)}, alts
