"""What each picture's function sends: every field of its header, its numbers, and whether a choice is listened to."""

import json
from pathlib import Path

import numpy as np
import pytest

from headlight.pictures.alignment import alignment
from headlight.pictures.board import collecting
from headlight.pictures.columns import columns
from headlight.pictures.curves import curves
from headlight.pictures.head_grid import head_grid
from headlight.pictures.hidden import hidden_bits
from headlight.pictures.layer_heads import layer_heads
from headlight.pictures.lines import lines
from headlight.pictures.matrix import matrix
from headlight.pictures.paths import paths
from headlight.pictures.plane import Group, plane
from headlight.pictures.sentence import sentence
from headlight.pictures.strips import strips
from tests.pictures.caught import KEY, Caught, caught, header_of, listen

VALUES = np.arange(6, dtype=float).reshape(2, 3) / 4


def test_the_message_says_what_its_pictures_share_once() -> None:
    with collecting("ant <b>", "story") as board:
        sentence([("one", True)], key="one")
        strips({"x": VALUES}, tokens=["a", "b"], alt="X.", key="two")
    sent = Caught(board.message())
    assert set(sent.shared) == {"text", "model", "palettes", "pins", "rows"} and sent.shared["model"] == "story"
    assert sent.shared["text"] == "ant <b>"
    assert sent.shared["palettes"] == json.loads(Path("headlight/pictures/palette.json").read_text("utf-8"))
    assert [item["name"] for item in sent.items] == ["sentence", "strips"]
    assert all("palettes" not in item["header"] and "text" not in item["header"] for item in sent.items)
    assert sent.message.count(b'"sequential"') == 2  # one for each ground


def test_matrix() -> None:
    given = {"rows": ["a", "b"], "columns": ["x", "y", "z"], "noun": "weight", "alt": "A."}
    plain = caught(matrix, VALUES, key=KEY, **given)
    assert header_of(plain, "matrix") == given | {
        "scale": "sequential",
        "extent": 1.0,
        "factor": 1.0,
        "decimals": 2,
        "hidden": "",
        "says": [],
        "selected": None,
        "transposed": False,
        "above": None,
    }
    assert plain.values.dtype == np.float32
    np.testing.assert_array_equal(plain.values.reshape(2, 3), VALUES)
    masked = np.where(VALUES > 1, -np.inf, VALUES)
    full = caught(
        matrix,
        masked,
        key=KEY,
        scale="diverging",
        decimals=1,
        hidden=VALUES > 1,
        says=[("a", True)],
        selected=(1, 0),
        on_cell=listen,
        transposed=True,
        **given,
    )
    assert header_of(full, "matrix", choosable=True) == given | {
        "scale": "diverging",
        "extent": 1.0,
        "factor": 1.0,
        "decimals": 1,
        "hidden": hidden_bits(VALUES > 1),
        "says": [["a", True]],
        "selected": [1, 0],
        "transposed": True,
        "above": None,
    }
    assert caught(matrix, 3 * VALUES, key=KEY, extent=9.0, **given).header["extent"] == 9.0
    scores = caught(matrix, 3 * VALUES, key=KEY, scale="scores", factor=0.25, **given).header
    assert (scores["scale"], scores["factor"]) == ("scores", 0.25)
    assert caught(matrix, 0 * VALUES, key=KEY, scale="diverging", **given).header["extent"] > 0  # never a division by 0


def test_hidden_cells_travel_as_bits() -> None:
    assert (hidden_bits(None), hidden_bits(np.zeros((0, 0), dtype=bool))) == ("", "")
    assert hidden_bits(np.array([[1, 0, 0], [0, 0, 0], [0, 1, 1]], dtype=bool)) == "gYA="  # 10000001 1.......


def test_head_grid() -> None:
    patterns = np.array([0.0, 0.004, 0.005, 0.125, 0.5, 1.0, 0.995, 0.29]).astype(np.float32).reshape(2, 1, 2, 2)
    sent = caught(
        head_grid,
        patterns,
        hidden=np.array([[False, True], [False, False]]),
        tokens=["a", "b"],
        selected=(1, 0),
        names=[["x"], [""]],
        key=KEY,
        on_head=listen,
        transposed=True,
    )
    alt = "Attention patterns of 2 layers with 1 heads each over 2 tokens. Chosen: layer 2, head 1."
    assert header_of(sent, "head_grid", choosable=True) == {
        "layers": 2,
        "heads": 1,
        "tokens": ["a", "b"],
        "looked_at": [],
        "hidden": "QA==",  # 01000000
        "selected": [1, 0],
        "names": [["x"], [""]],
        "transposed": True,
        "across": False,
        "order": [],
        "faded": [],
        "group": 1,
        "largest": 130,
        "tallest": 0,
        "alt": alt,
    }
    assert (sent.values >> 8).tolist() == [
        0,
        0,
        0,
        13,
        50,
        100,
        100,
        29,
    ]  # of float32: 0.005 is a little less, 0.995 a little more
    assert (sent.values & 255).tolist() == [0, 1, 1, 32, 128, 255, 254, 74]


def test_layer_heads() -> None:
    patterns = np.random.default_rng(0).random((2, 3, 3))
    hidden = np.broadcast_to(np.triu(np.ones((3, 3), dtype=bool), 1), (2, 3, 3))
    sent = caught(
        layer_heads,
        patterns,
        hidden=hidden,
        tokens=list("abc"),
        names=["x", ""],
        silenced={1},
        alt="A.",
        key=KEY,
        on_head=listen,
    )
    assert header_of(sent, "layer_heads", choosable=True) == {
        "tokens": ["a", "b", "c"],
        "names": ["x", ""],
        "name_lines": 3,
        "label_room": 96,
        "silenced": [1],
        "hidden": hidden_bits(hidden),
        "transposed": False,
        "above": None,
        "alt": "A. Enter enlarges a head, S silences it or turns it on.",
    }
    np.testing.assert_array_equal(sent.values, patterns.astype(np.float32).ravel())


def test_alignment() -> None:
    sent = caught(
        alignment,
        VALUES,
        source=["a", "b", "c"],
        target=["d", "e"],
        alt="A.",
        key=KEY,
        joined_source={1},
        joined_target={1},
        translation="d e",
        says=[("s", False)],
    )
    assert header_of(sent, "alignment") == {
        "source": [
            {"text": "a", "joined": False, "mark": False},
            {"text": "b", "joined": True, "mark": False},
            {"text": "c", "joined": False, "mark": True},
        ],
        "target": [{"text": "d", "joined": False, "mark": False}, {"text": "e", "joined": True, "mark": True}],
        "translation": "d e",
        "says": [["s", False]],
        "alt": "A.",
    }
    np.testing.assert_array_equal(sent.values.reshape(2, 3), VALUES)


def test_columns() -> None:
    named = {"one": VALUES[0], "two": VALUES[1]}
    sent = caught(
        columns,
        named,
        labels=list("abc"),
        x_title="x",
        y_title="y",
        alt="A.",
        key=KEY,
        first=4,
        notes=["n"] * 3,
        running_sum=True,
        height=99,
    )
    assert header_of(sent, "columns") == {
        "names": ["one", "two"],
        "labels": ["a", "b", "c"],
        "first": 4,
        "notes": ["n", "n", "n"],
        "sum": True,
        "x_title": "x",
        "y_title": "y",
        "height": 99,
        "alt": "A.",
    }
    np.testing.assert_array_equal(sent.values.reshape(2, 3), VALUES)


def test_curves() -> None:
    named = {"one": VALUES[0], "two": np.array([np.nan, -2.0, np.inf]), "three": VALUES[1]}
    sent = caught(
        curves,
        named,
        over=np.array([1.0, 10, 100]),
        x_title="x",
        y_title="y",
        alt="A.",
        key=KEY,
        at=10.0,
        points=["two"],
        dashed=["three"],
        logarithmic="x",
        x_ticks=[1, 10],
        y_ticks=[0],
    )
    assert header_of(sent, "curves") == {
        "names": ["one", "two", "three"],
        "kinds": ["line", "points", "dashed"],
        "x_range": None,
        "marks": None,
        "offer": "",
        "x_title": "x",
        "y_title": "y",
        "at": 10.0,
        "logarithmic": "x",
        "x_ticks": [1, 10],
        "y_ticks": [0],
        "y_range": [-2.0, 1.25],
        "height": 260,
        "above": None,
        "alt": "A.",
    }
    np.testing.assert_array_equal(sent.values.reshape(4, 3)[0], [1, 10, 100])
    np.testing.assert_array_equal(sent.values.reshape(4, 3)[3], VALUES[1])
    empty = caught(
        curves, {"none": np.full(3, np.nan)}, over=np.arange(3.0), x_title="x", y_title="y", alt="A.", key=KEY
    )
    assert empty.header["y_range"] == [0.0, 1.0]
    chosen = caught(
        curves,
        {"one": VALUES[0]},
        over=np.arange(3.0),
        x_range=(0.0, 9.0),
        marks={"guess": 5.0},
        offer="Click",
        on_place=listen,
        x_title="x",
        y_title="y",
        alt="A.",
        key=KEY,
    )
    header = header_of(chosen, "curves", choosable=True)
    assert (header["x_range"], header["marks"], header["offer"]) == ([0.0, 9.0], {"guess": 5.0}, "Click")
    assert header["alt"] == "A."


def test_lines() -> None:
    sent = caught(lines, VALUES[:, :2], tokens=["a", "b"], alt="A.", key=KEY)
    assert header_of(sent, "lines") == {"tokens": ["a", "b"], "alt": "A."}
    np.testing.assert_array_equal(sent.values.reshape(2, 2), VALUES[:, :2])


def test_paths() -> None:
    given = {
        "levels": ["l"],
        "edges": [((0, 3), (1, 2)), ((0, 1), (1, 4))],
        "lit": [(0, 1), (1, 4)],
        "shares": np.array([0.5] * 5),
        "notes": list("vwxyz"),
        "alt": "A.",
    }
    sent = caught(paths, list("abcde"), key=KEY, on_ends=listen, **given)
    assert header_of(sent, "paths", choosable=True) == {
        "words": ["a", "b", "c", "d", "e"],
        "levels": ["l"],
        "lit": [[0, 1], [1, 4]],
        "shares": [0.5] * 5,
        "notes": ["v", "w", "x", "y", "z"],
        "alt": "A.",
    }
    assert sent.values.reshape(-1, 4).tolist() == [[0, 3, 1, 2], [0, 1, 1, 4]]
    assert sent.values.nbytes == 8, "a thousand arrows are sent with each key: a byte for each number"


def test_plane() -> None:
    one = Group(
        np.array([[0.0, 5], [2, -1]]), ["a", "b"], "accent", name="g", notes=["n", "m"], size=5, path=True, dashed=True
    )
    other = Group(np.array([[9.0, 9]]), ["c"], "soft", named=False, hollow=True)
    sent = caught(plane, [one, other], alt="A.", key=KEY, x_title="x", y_title="y", framed=[0], height=77)
    looks = {
        "name": "",
        "labels": ["c"],
        "notes": [],
        "colour": "soft",
        "size": 4.0,
        "named": False,
        "path": False,
        "dashed": False,
        "hollow": True,
    }
    assert header_of(sent, "plane") == {
        "groups": [
            looks
            | {
                "name": "g",
                "labels": ["a", "b"],
                "notes": ["n", "m"],
                "colour": "accent",
                "size": 5,
                "named": True,
                "path": True,
                "dashed": True,
                "hollow": False,
            },
            looks,
        ],
        "x_title": "x",
        "y_title": "y",
        "low": [0, -1],
        "high": [2, 5],
        "height": 77,
        "above": None,
        "alt": "A.",
    }
    assert sent.values.tolist() == [0, 5, 2, -1, 9, 9]


def test_strips() -> None:
    named = {"one": VALUES, "two": 2 * VALUES}
    sent = caught(strips, named, tokens=["a", "b"], alt="A.", key=KEY, height=50, first=3)
    extent = 2 * np.sqrt(np.mean(np.stack([VALUES, 2 * VALUES]) ** 2))
    header = header_of(sent, "strips")
    assert header.pop("extent") == pytest.approx(extent, rel=1e-6)
    assert header == {
        "strips": ["one", "two"],
        "tokens": ["a", "b"],
        "width": 3,
        "height": 50,
        "first": 3,
        "alt": "A.",
    }
    np.testing.assert_array_equal(sent.values.reshape(2, 2, 3)[1], 2 * VALUES)
    assert caught(strips, {"zero": 0 * VALUES}, tokens=["a", "b"], alt="A.", key=KEY).header["extent"] == 1.0
