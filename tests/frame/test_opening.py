"""A number of a picture leads to where it opens: to the same number, in the same text, whatever view shows it."""

from functools import cache

import numpy as np
import pytest

from headlight.frame.registry import views
from headlight.frame.state import State
from tests.draw import Drawing, draw
from tests.real_models import NAME
from transformer import load
from transformer.readings.opened import Place, opened

GIRL = "The girl stepped into bear country and helped the"
SPOTS = 6  # of each array of a picture that are opened


def labels(door: dict, shape: tuple[int, ...]) -> list[tuple[tuple[int, ...], str]]:
    """Some spots of an array with the labels that the browser makes of them."""
    chance, found = np.random.default_rng(0), []
    for spot in zip(*(chance.integers(size, size=SPOTS) for size in shape), strict=True):
        at = [
            each
            if isinstance(each, int)
            else (each[1][spot[each[0]]] if isinstance(each[1], list) else each[1] + spot[each[0]])
            for each in door["at"]
        ]
        found.append((spot, ".".join([door["stage"], *map(str, at)])))
    return found


def arrays(item: dict, values: np.ndarray) -> list[np.ndarray]:
    """The numbers that a picture shows, array by array as it was given them; of bars what opens."""
    header = item["header"]
    match item["name"]:
        case "bars":
            return [np.array([bar["value"] if bar["before"] is None else bar["before"] for bar in header["bars"]])]
        case "matrix":
            return [values.reshape(len(header["rows"]), len(header["columns"]))]
        case "strips":
            return list(values.reshape(len(header["strips"]), -1, header["width"]))
        case "columns":
            return list(values.reshape(len(header["names"]), -1))
    raise AssertionError(item["name"])


SHOW_TEXT = [n for n, each in views().items() if each.draw and each.bundled and each.box and each.box.key == "text"]


@cache
def drawn(name: str) -> Drawing:
    """A view of the sentence, with its arithmetic if it has one."""
    return Drawing(State.of(views()[name], text=GIRL), deeper=views()[name].arithmetic is not None)


@pytest.mark.parametrize("name", SHOW_TEXT)
def test_what_opens_is_the_number_that_is_shown(name: str) -> None:
    drawing = drawn(name)
    model = load("story")
    trace, passed = model.trace(GIRL), 0
    for item in drawing.items:
        if "doors" not in item:
            continue
        for door, shown in zip(item["doors"], arrays(item, drawing.numbers(item["key"])), strict=True):
            for spot, label in labels(door, shown.shape) if door else ():
                place = Place.parse(label)
                if place.stage in ("pattern", "scaled", "score") and place.at[-1] > place.at[-2]:
                    continue
                number = opened(model.transformer, trace, place).value
                if not any(isinstance(each, list) for each in door["at"]):
                    assert number == pytest.approx(shown.sum(), abs=1e-4), item["key"]  # they are its terms
                    number = float(shown[spot])
                elif item["key"] == "embedding_rows":  # a factor of what opens
                    number /= model.config.d_model**0.5
                # a bar is written as a double, the rest as single floats
                assert number == pytest.approx(float(shown[spot]), abs=2e-5, rel=1e-5), (item["key"], label)
                passed += 1
    assert passed or name not in LEADING


# What each of these leads to, at least.
LEADING = {
    "attention": {"pattern", "value", "context", "query", "key", "score", "scaled", "attended"},
    "attributed": {"probability", "logit"},
    "embeddings": {"embedded"},
    "next_word": {"probability", "pattern"},
    "feed_forward": {"hidden"},
    "layer_norm": {"residual_out", "attention_norm"},  # what layer 6 reads is what layer 5 leaves
    "lens": {"final", "logit"},
    "masking": {"pattern", "scaled"},
    "positions": {"embedded", "position", "residual_in"},
    "scaling": {"pattern", "probability"},
    "all_heads": {"pattern", "probability"},
}


@pytest.mark.parametrize("name", LEADING)
def test_views_lead_to_the_stages_that_they_show(name: str) -> None:
    drawing = drawn(name)
    found = {door["stage"] for item in drawing.items for door in item.get("doors", ()) if door}
    assert found >= LEADING[name], found


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("attention", {"model": NAME}),
        ("attention", {"text": GIRL, "editing": True, "edited": "6.5.8.4=0.00"}),  # another pass
        ("masking", {"text": GIRL, "mask": "none"}),
    ],
)
def test_numbers_of_another_model_or_pass_open_nowhere(name: str, address: dict) -> None:
    found = [door["stage"] for item in draw(name, **address).items for door in item.get("doors", ()) if door]
    assert set(found) <= {"probability"}, found  # of which there is what it was before the change
