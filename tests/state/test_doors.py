"""A number of a picture leads to where it opens: to the same number, in the same text, whatever view shows it."""

from functools import cache

import numpy as np
import pytest

from headlight.pictures.tables import decoded
from headlight.state import doors
from headlight.state.registry import views
from headlight.state.state import State
from tests.draw import Drawing, draw
from tests.real_models import NAME
from transformer import Trace, load
from transformer.readings.opened import Place, opened

GIRL = "The girl stepped into bear country and helped the"
SPOTS = 6  # of each array of a picture that are opened


def labels(door: dict, shown: np.ndarray) -> list[tuple[tuple[int, ...], str]]:
    """Some drawn spots of an array with the labels that the browser makes of them."""
    if not shown.ndim:
        return []  # of a sentence
    found = []
    for spot in map(tuple, np.random.default_rng(0).choice(np.argwhere(~np.isnan(shown)), SPOTS).tolist()):
        at = [
            each
            if isinstance(each, int)
            else (each[1][spot[each[0]]] if isinstance(each[1], list) else each[1] + spot[each[0]])
            for each in door["at"]
        ]
        found.append((spot, ".".join([door["stage"], *map(str, at)])))
    return found


def in_words(pieces: list) -> list[np.ndarray]:
    """As many as open in a sentence; tests/parts/test_why.py asks which they are."""
    return [np.array(0.0)] * sum(strong for _, strong in pieces)


def arrays(item: dict, values: np.ndarray) -> list[np.ndarray]:
    """The numbers that a picture shows, array by array as it was given them; of bars what opens."""
    header = item["header"]
    match item["name"]:
        case "looks":
            bars = np.array([chance for _, chance in header["following"]])
            return [bars, *in_words(header["why"])]
        case "sentence":
            return in_words(header["pieces"])
        case "bars":
            return [np.array([bar["value"] if bar["before"] is None else bar["before"] for bar in header["bars"]])]
        case "matrix":
            return [values.reshape(len(header["rows"]), len(header["columns"]))]
        case "strips":
            return list(values.reshape(len(header["strips"]), -1, header["width"]))
        case "head_grid":
            layers, heads, n = header["layers"], header["heads"], len(header["tokens"])
            coding = "hundredths" if header["extent"] is None else "steps"
            every = np.full((layers, heads, n, n), np.nan)
            drawn = header["order"] if header["chosen_of"] else np.ndindex(layers, heads)
            every[tuple(zip(*drawn, strict=True))] = decoded(values, coding, header["extent"]).reshape(-1, n, n)
            return [every]
        case "column_chart":
            return list(values.reshape(len(header["names"]), -1))
    raise AssertionError(item["name"])


SHOW_TEXT = [n for n, each in views().items() if each.draw and each.bundled and each.box and each.box.key == "text"]


@cache
def drawn(name: str) -> Drawing:
    """A view of the sentence, with its arithmetic if it has one."""
    return Drawing(State.of(views()[name], text=GIRL), deeper=views()[name].arithmetic is not None)


def opened_as_shown(drawing: Drawing, trace: Trace, *, but: tuple[str, ...] = ()) -> set[str]:
    """Open some numbers of each picture, but for those of these kinds, and return of which stages they were."""
    model, stages = drawing.state.model, set[str]()
    for item in drawing.items:
        if "doors" not in item or item["name"] in but:
            continue
        for door, shown in zip(item["doors"], arrays(item, drawing.numbers(item["key"])), strict=True):
            for spot, label in labels(door, shown) if door else ():
                place = Place.parse(label)
                if door.get("causal") and place.at[-1] > place.at[-2]:
                    continue
                number = opened(model.transformer, trace, place).value
                if not any(isinstance(each, list) for each in door["at"]):
                    assert number == pytest.approx(shown.sum(), abs=1e-4), item["key"]  # they are its terms
                    continue
                if item["key"] == "embedding_rows":  # a factor of what opens
                    number /= model.config.d_model**0.5
                near = 0.005 if item["name"] == "head_grid" else 1e-5  # in hundredths; the rest are single floats
                assert number == pytest.approx(float(shown[spot]), abs=near + 1e-5, rel=1e-5), (item["key"], label)
                stages.add(place.stage)
    return stages


@pytest.mark.parametrize("name", SHOW_TEXT)
def test_what_opens_is_the_number_that_is_shown(name: str) -> None:
    assert opened_as_shown(drawn(name), load("story").trace(GIRL)) or name not in LEADING


# What each of these leads to, at least.
LEADING = {
    "attention": {"pattern", "value", "context", "query", "key", "score", "scaled", "attended"},
    "attributed": {"probability", "logit", "look"},
    "next_word": {"probability", "pattern"},
    "block": {"mlp_norm"},
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
        ("attention", {"text": GIRL, "edited": "6.5.8.4.x", "layer": 6, "head": 5}),  # another pass
        ("masking", {"text": GIRL, "mask": "none"}),
    ],
)
def test_numbers_of_another_pass_open_nowhere(name: str, address: dict) -> None:
    found = [door["stage"] for item in draw(name, **address).items for door in item.get("doors", ()) if door]
    assert set(found) <= {"probability"}, found  # of which there is what it was before the change


@pytest.mark.parametrize(("name", "key"), [("all_heads", "head_grid"), ("all_heads", "wall")])
def test_a_cell_of_a_small_pattern_opens_unless_it_stands_for_several(name: str, key: str) -> None:
    address = {"text": GIRL} if key == "head_grid" else {"text": GIRL, "model": NAME}
    doors = [item["doors"] for item in draw(name, **address).items if item.get("key") == key]
    assert doors and doors[0][0]["stage"] == "pattern"
    for changed in ({"without_first": True}, {"whole_words": True}):
        items = draw(name, **address, **changed).items
        assert all("doors" not in item for item in items if item.get("key") == key)


def test_beside_its_effects_the_weights_of_a_head_open() -> None:
    items = draw("all_heads", text=GIRL, by_effect=True, layer=6, head=5, deeper=True).items
    doors = {item["key"]: item.get("doors") for item in items if item.get("key") in ("effects", "weights", "lengths")}
    assert doors["weights"] == [{"stage": "pattern", "at": [6, 5, [0, 0], [1, 0]], "causal": True}]
    assert doors["effects"] is doors["lengths"] is None


@pytest.mark.parametrize(
    ("model", "names", "stages"),
    [
        (NAME, ("attention", "attributed", "block"), {"pattern", "value", "mlp_norm"}),
        (
            "MiniLM",
            ("attention", "real"),
            {"pattern", "query", "key", "score", "scaled", "value", "context", "attended"},
        ),
    ],
)
def test_numbers_of_a_real_model_open_to_what_is_shown(model: str, names: tuple[str, ...], stages: set[str]) -> None:
    """Those of an encoder before and after the token that looks, for nothing is masked."""
    found = set[str]()
    for name in names:
        drawing = draw(name, text=GIRL, model=model, deeper=name == "attention")
        assert model == NAME or not any(
            "causal" in each for item in drawing.items for each in item.get("doors", ()) if each
        )
        found |= opened_as_shown(drawing, drawing.state.trace(), but=("bars", "looks"))
    assert found >= stages


def test_where_no_token_looks_ahead_the_browser_is_told_so() -> None:
    doors = [door for item in drawn("attention").items for door in item.get("doors", ()) if door]
    assert {door["stage"] for door in doors if door.get("causal")} == {"pattern", "scaled", "score"}


def test_a_view_says_what_its_numbers_are_of_and_only_those_of_the_text_in_the_box_open() -> None:
    state = State.of(views()["attention"], text=GIRL)
    trace = state.trace()
    every, of_row = [0, 0], [0, [5, 8]]
    assert doors.shows(state, trace, "pattern", 2, 0) == {
        "stage": "pattern",
        "at": [3, 1, every, [1, 0]],
        "causal": True,
    }
    assert doors.shows(state, trace, "pattern", 2, 0, (5, 8)) == {
        "stage": "pattern",
        "at": [3, 1, of_row, [1, 0]],
        "causal": True,
    }
    assert doors.shows(state, trace, "probability", (7,)) == {"stage": "probability", "at": [[0, 7]]}
    assert doors.shows(state, trace, "score", 2, 0, 5, 4) == {"stage": "score", "at": [3, 1, 5, 4], "causal": True}
    for other, stage in ((state.trace(text="bear"), "pattern"), (trace, "score_tanh")):
        assert doors.shows(state, other, stage, 2, 0) is None
