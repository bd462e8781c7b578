"""What each picture's function sends: every field of its header, its numbers, and whether a choice is listened to."""

import inspect
import json
from collections.abc import Callable, Collection, Mapping
from typing import Any

import numpy as np
import pytest

from headlight import pictures
from headlight.pictures import Branch, Screen
from headlight.pictures.bars import Cut
from headlight.pictures.board import hidden_bits
from headlight.pictures.design_tokens import palettes
from headlight.pictures.merge_tree import Block
from tests.pictures.caught import KEY, Caught, caught, header_of, listen

VALUES = np.arange(6, dtype=float).reshape(2, 3) / 4
SAYS = [("s", True)]
TERM = pictures.Term("t", [2.0, 0.5], [True, False])
CELLS = {"rows": ["a", "b"], "columns": ["x", "y", "z"], "noun": "weight", "alt": "A."}
AXES = {"axes": ("x", "y"), "alt": "A."}
FUTURE = np.triu(np.ones((3, 3), dtype=bool), 1)
HUNDREDTHS = np.array([0.0, 0.004, 0.005, 0.125, 0.5, 1.0, 0.995, 0.29]).astype(np.float32).reshape(2, 1, 2, 2)
GROUPS = [
    pictures.Group(
        np.array([[0.0, 5], [2, -1]]), ["a", "b"], "accent", name="g", notes=["n", "m"], size=5, path=True, dashed=True
    ),
    pictures.Group(np.array([[9.0, 9]]), ["c"], "soft", named=False, hollow=True),
]


def words(joined: Collection[str], mark: str, *texts: str) -> list[dict[str, object]]:
    return [{"text": text, "joined": text in joined, "mark": text == mark} for text in texts]


# A picture: what it is given, the fields of its header that are not what was given under the same name, and what of
# that is in no field of its own.
Sent = tuple[Callable[..., None], tuple[Any, ...], Mapping[str, Any], Mapping[str, Any], set[str]]
PICTURES: list[Sent] = [
    (Screen.matrix, (VALUES,), CELLS, {"extent": 1.0, "hidden": ""}, set()),
    (
        Screen.matrix,
        (np.where(VALUES > 1, -np.inf, VALUES),),
        CELLS
        | {"scale": "diverging", "decimals": 1, "hidden": VALUES > 1, "says": SAYS, "selected": (1, 0)}
        | {"on_cell": listen, "transposed": True, "plug": pictures.Plug(["a"], ["b"], [0], "c")},
        {"extent": 1.0, "hidden": hidden_bits(VALUES > 1)}
        | {"plug": {"above": ["a"], "below": ["b"], "columns": [0], "name": "c"}},
        set(),
    ),
    (
        Screen.head_grid,
        (HUNDREDTHS,),
        {"hidden": np.array([[False, True], [False, False]]), "tokens": ["a", "b"], "selected": (1, 0)}
        | {"names": [["x"], [""]], "on_head": listen, "transposed": True},
        {"layers": 2, "heads": 1, "hidden": "QA==", "extent": None}  # 01000000
        | {"alt": "Attention patterns of 2 layers with 1 heads each over 2 tokens. Chosen: layer 2, head 1."},
        {"n_tokens"},
    ),
    (
        Screen.layer_heads,
        (np.random.default_rng(0).random((2, 3, 3)),),
        {"hidden": np.stack([FUTURE] * 2), "tokens": list("abc"), "names": ["x", ""], "silenced": {1}, "alt": "A."}
        | {"on_head": listen},
        {"hidden": hidden_bits(np.stack([FUTURE] * 2))} | {"alt": "A. Enter enlarges a head, S switches it off or on."},
        set(),
    ),
    (
        Screen.alignment,
        (VALUES,),
        {"source": ["a", "b", "c"], "target": ["d", "e"], "joined_source": {1}, "joined_target": {1}, "alt": "A."}
        | {"translation": "d e", "says": SAYS},
        {"source": words("b", "c", "a", "b", "c"), "target": words("e", "e", "d", "e")},
        {"marks", "joined_source", "joined_target"},
    ),
    (
        Screen.alignment,
        (VALUES,),
        {"source": ["a", "b", "c"], "target": ["d", "e"], "alt": "A.", "marks": False},
        {"source": words("", "", "a", "b", "c"), "target": words("", "", "d", "e")},
        {"marks", "joined_source", "joined_target"},
    ),
    (
        Screen.column_chart,
        ({"one": VALUES[0], "two": VALUES[1]},),
        AXES | {"labels": list("abc"), "first": 4, "notes": ["n"] * 3, "running_sum": True, "height": 99},
        {"names": ["one", "two"], "sum": True, "colours": ["soft", "soft"], "ends": ""},
        {"running_sum", "quantity"},
    ),
    (
        Screen.curves,
        ({"one": VALUES[0], "two": np.array([np.nan, -2.0, np.inf]), "three": VALUES[1]},),
        AXES
        | {"over": np.array([1.0, 10, 100]), "at": 10.0, "points": ["two"], "dashed": ["three"], "logarithmic": "x"}
        | {"x_ticks": [1, 10], "y_ticks": [0]},
        {"names": ["one", "two", "three"], "kinds": ["line", "points", "dashed"], "y_range": [-2.0, 1.25]}
        | {"colours": [], "ends": ""},
        {"over", "points", "dashed", "quantity"},
    ),
    (
        Screen.curves,
        ({"none": np.full(3, np.nan)},),
        AXES
        | {
            "over": np.arange(3.0),
            "x_range": (0.0, 9.0),
            "marks": {"guess": 5.0},
            "offer": "Click",
            "on_place": listen,
        },
        {"names": ["none"], "kinds": ["line"], "y_range": [0.0, 1.0], "colours": [], "ends": ""},
        {"over", "points", "dashed", "quantity"},
    ),
    (
        Screen.lines,
        (VALUES[None],),
        {"tokens": ["a", "b"], "looked_at": list("cde"), "alt": "A.", "on_choice": listen},
        {"heads": None, "chosen": None},
        set(),
    ),
    (
        Screen.paths,
        (list("abcde"),),
        {"levels": ["l"], "edges": [((0, 3), (1, 2)), ((0, 1), (1, 4))], "lit": [(0, 1), (1, 4)], "alt": "A."}
        | {"shares": np.array([0.5] * 5), "notes": list("vwxyz"), "on_ends": listen},
        {"words": list("abcde")},
        {"edges"},
    ),
    (
        Screen.wires,
        ([pictures.Wire(1, 0, 1, False), pictures.Wire(0, 2, 0, True)], np.array([0.5, -0.25])),
        {"words": list("ab"), "n_layers": 2, "answer": "c", "alt": "A.", "on_wire": listen},
        {"wires": [[1, 0, 1, False], [0, 2, 0, True]], "layers": 2, "says": []},
        {"n_layers"},
    ),
    (
        Screen.shuffles,
        (VALUES,),
        {"names": ["m", "n"], "notes": ["", "o"], "words": list("abc"), "order": (2, 0, 1), "extent": 2.0, "alt": "A."},
        {},
        set(),
    ),
    (
        Screen.plane,
        (GROUPS,),
        AXES | {"framed": [0], "height": 77},
        {
            "groups": [
                {
                    name: list(value) if name in ("asides", "notes") else value
                    for name, value in vars(group).items()
                    if name != "points"
                }
                for group in GROUPS
            ],
            "low": [0, -1],
            "high": [2, 5],
        },
        {"framed"},
    ),
    (
        Screen.strips,
        ({"one": VALUES, "two": 2 * VALUES},),
        {"tokens": ["a", "b"], "alt": "A.", "height": 50, "places": [3, 7]},
        {"strips": ["one", "two"], "hues": ["", ""], "width": 3}
        | {"extent": pytest.approx(2 * np.sqrt(np.mean(np.stack([VALUES, 2 * VALUES]) ** 2)), rel=1e-6)},
        set(),
    ),
    (
        Screen.bars,
        ([0.5, 0.25],),
        {"labels": ["a", "b"], "before": [0.125, 0.75], "faded": [1], "says": SAYS, "alt": "A.", "asks": "Cut {}"}
        | {"rest": ("c", 0.0, 0.25), "cuts": [Cut("top-k", [("1", 1.0), ("off", 3.0)], 1)]},
        {
            "bars": [
                {"label": "a", "value": 0.5, "before": 0.125, "note": "0.125 → 0.500", "faded": False},
                {"label": "b", "value": 0.25, "before": 0.75, "note": "0.750 → 0.250", "faded": True},
                {"label": "c", "value": 0.0, "before": 0.25, "note": "0.250 → 0.000", "faded": True, "rest": True},
            ],
            "cuts": [{"name": "top-k", "steps": [["1", 1.0], ["off", 3.0]], "at": 1}],
            "scale": 1.0,
            **{"colours": ["soft", "soft"], "ends": ""},
        },
        {"labels", "before", "faded", "notes", "quantity", "rest"},
    ),
    (
        Screen.merge_tree,
        ([Block("ab", "no. 2", 0, 1, 1, True)],),
        {"alt": "A.", "says": SAYS},
        {"blocks": [{"text": "ab", "note": "no. 2", "first": 0, "last": 1, "row": 1, "token": True}]},
        set(),
    ),
    (
        Screen.beam_tree,
        ([Branch(None, "a", 0.5, -1.5), Branch(0, "b", 0.25, -3.0), Branch(0, "c", 0.125, -4.0, "dead")],),
        {"alt": "A.", "shown": 2},
        {
            "branches": [
                {"parent": None, "token": "a", "probability": 0.5, "log_probability": -1.5, "fate": "alive"}
                | {"step": 0, "row": 0},
                {"parent": 0, "token": "b", "probability": 0.25, "log_probability": -3.0, "fate": "alive"}
                | {"step": 1, "row": 0},
            ],
            "steps": 2,
            "rows": 2,
        },
        {"shown"},
    ),
    (Screen.sentence, ([("<a>", True)],), {}, {"pieces": [["<a>", True]]}, set()),
    (Screen.listing, (["# <a>"],), {}, {"lines": ["# <a>"]}, set()),
    (
        Screen.word_grid,
        ([[pictures.Cell("a", "n", 0.123456, True, 0.5)]],),
        {"names": ["r"], "columns": ["c"], "alt": "A.", "quantities": ["signed"], "says": SAYS},
        {"rows": [{"name": "r", "cells": [["a", "n", 0.1235, True, 0.5]]}], "colours": [["positive", "negative"]]},
        {"names", "quantities"},
    ),
    (
        Screen.table,
        ({"p": [0.5]},),
        {"formats": {"p": "{:.1f}"}, "alt": "A."},
        {"columns": [{"name": "p", "left": False, "cells": [["0.5", "0.5"]]}]},
        {"formats", "numbers"},
    ),
    (
        Screen.stacks,
        ([("a", "A", "1")], [("x cross", "X", "2")]),
        {"source": ["s"], "read": ["r"], "written": ["w"], "selected": "a", "on_box": listen, "alt": "A."},
        {"encoder": [["a", "A", "1"]], "decoder": [["x cross", "X", "2"]]},
        set(),
    ),
    (
        Screen.token_chips,
        (["a", "b"],),
        {
            "notes": ["1", "2"],
            "joined": {1},
            "strong": (0,),
            "shares": [0.25, 1],
            "numbers": [None, 3],
            "large": True,
            "on_place": listen,
        },
        {
            "tokens": [
                {"text": "a", "note": "1", "joined": False, "strong": True, "share": 0.25, "number": None},
                {"text": "b", "note": "2", "joined": True, "strong": False, "share": 1.0, "number": 3},
            ],
            "alt": "2 tokens in the order of the text",
        },
        {"notes", "joined", "strong", "shares", "numbers"},
    ),
    (
        Screen.term_tree,
        (
            [
                pictures.Level("A", "of x", 0.5, ["p", "q"], [TERM], 3, 1.5, SAYS, (0, 0)),
                pictures.Level("B", "", 2.0, (), [pictures.Term("u", [2.0], [False])], 1, 2.0, (), None),
            ],
        ),
        {"before": [("Z", "0.1")], "chosen": 1, "alt": "A.", "on_level": lambda at: {}, "on_term": lambda *at: {}},
        {
            "before": [["Z", "0.1"]],
            "levels": [
                {"name": "A", "place": "of x", "value": 0.5, "factors": ["p", "q"], "n_terms": 3, "total": 1.5}
                | {"terms": [{"name": "t", "opens": [True, False]}], "opened": [0, 0], "says": [["s", True]]},
                {"name": "B", "place": "", "value": 2.0, "factors": [], "n_terms": 1, "total": 2.0}
                | {"terms": [{"name": "u", "opens": [False]}], "opened": None, "says": []},
            ],
        },
        set(),
    ),
    (
        Screen.tinted_sentences,
        ([pictures.Sentences("Sharp", "0.9", [pictures.Tinted([" a", " b"], [0.25, 0.75], 1, 0)])],),
        {"alt": "S.", "on_sentence": lambda at: {}},
        {
            "groups": [
                {
                    "name": "Sharp",
                    "note": "0.9",
                    "sentences": [{"tokens": [" a", " b"], "shares": [0.25, 0.75], "looks": 1, "looked_at": 0}],
                }
            ],
        },
        {"sentences"},
    ),
    (
        Screen.training_examples,
        (["a", "b", "c"], ~FUTURE),
        {"chances": np.array([0.5, 0.25]), "losses": np.array([1.0, 2.0]), "before": np.array([3.0, 4.0]), "alt": "A."},
        {
            "words": ["a", "b", "c"],
            "rest": "",
            "rows": [
                {"seen": [True, False, False], "answer": "b", "chance": 0.5, "loss": 1.0, "before": 3.0},
                {"seen": [True, True, False], "answer": "c", "chance": 0.25, "loss": 2.0, "before": 4.0},
            ],
        },
        {"chances", "losses", "before"},
    ),
]


@pytest.mark.parametrize(
    ("function", "given", "named", "own", "unsaid"), PICTURES, ids=lambda each: getattr(each, "__name__", "")
)
def test_what_a_picture_is_given_arrives_in_its_header_under_the_same_name(
    function: Callable[..., None], given: Any, named: Any, own: Any, unsaid: set[str]
) -> None:
    sent = caught(function, *given, **named, key=KEY)
    listens = any(name.startswith("on_") for name in named)
    parameters = inspect.signature(function).parameters.values()
    defaults = {each.name: each.default for each in parameters if each.kind is each.KEYWORD_ONLY}
    said = {
        name: named.get(name, default)
        for name, default in defaults.items()
        if name not in {"key", "shows", *own, *unsaid} and not name.startswith("on_")
    }
    if "axes" in said:
        said["x_title"], said["y_title"] = said.pop("axes")
    expected = json.loads(json.dumps(said, default=list)) | own
    assert header_of(sent, function.__name__, choosable=listens) == expected


def test_where_numbers_open_is_said_of_each_array_of_a_picture() -> None:
    door, board = {"stage": "pattern", "at": [3, 1, [0, 0], [1, 0]]}, Screen()
    board.matrix(VALUES, **CELLS, key="matrix", shows=door)
    board.bars([1.0], labels=["a"], alt="A.", key="bars", shows=door)
    board.strips({"x": VALUES, "y": VALUES}, tokens=["a", "b"], alt="A.", key="strips", shows={"y": door})
    board.column_chart({"x": VALUES[0], "y": VALUES[1]}, labels=["a", "b", "c"], **AXES, key="both", shows={"x": door})
    assert board.leads
    board.matrix(VALUES, **CELLS, key="closed")
    doors = {item["key"]: item.get("doors") for item in board.items()}
    assert doors == {
        "matrix": [door],
        "bars": [door],
        "strips": [None, door],
        "both": [door, None],
        "closed": None,
    }


def test_the_message_says_what_its_pictures_share_once() -> None:
    board = Screen("ant <b>", "story")
    board.sentence([("one", True)], key="one")
    board.strips({"x": VALUES}, tokens=["a", "b"], alt="X.", key="two")
    sent = Caught(board.message())
    assert (
        set(sent.shared) == {"text", "model", "palettes", "pins", "reveal", "rows"} and sent.shared["model"] == "story"
    )
    assert sent.shared["text"] == "ant <b>"
    assert sent.shared["palettes"] == palettes()
    assert [item["name"] for item in sent.items] == ["sentence", "strips"]
    assert all("palettes" not in item["header"] and "text" not in item["header"] for item in sent.items)
    assert sent.message.count(b'"sequential"') == 2  # one for each ground


def test_a_bar_has_one_label_and_a_chip_need_have_no_share() -> None:
    assert caught(Screen.bars, [0.5], labels=["a"], alt="A.", key=KEY).header["bars"][0]["note"] == "0.500"
    with pytest.raises(ValueError, match=r"shorter|longer"):
        caught(Screen.bars, [0.5], labels=["a", "b"], alt="A.", key=KEY)
    assert caught(Screen.token_chips, ["a"], notes=["1"], key=KEY).header["tokens"][0]["share"] is None
