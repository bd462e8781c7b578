"""A board's message: JSON that a browser can read, whatever numbers are in it, and the numbers of its pictures."""

import json
import math

import numpy as np
import pytest

from headlight.pictures import Board, Screen
from headlight.pictures.bars import bars
from headlight.pictures.picture import Drawn, Picture
from headlight.pictures.strips import strips
from headlight.pictures.table import table


def header(message: bytes) -> dict:
    """The header, read as strictly as a browser does."""
    length = int.from_bytes(message[:4], "little")

    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is no JSON")

    return json.loads(message[4 : 4 + length], parse_constant=refuse)


def of(picture: Picture, header: dict, *values: np.ndarray, **more) -> Drawn:
    """Return a picture with any header."""
    return Drawn(header, *values, picture=picture, **more)


def first(board: Board) -> dict:
    """The first thing on the board."""
    return header(board.message())["rows"][0][0]["items"][0]


def test_numbers_that_are_none_are_null() -> None:
    given = {"extent": math.nan, "rows": [1.5, math.inf, {"value": (-math.inf, 2)}], "bars": [np.float64("nan")]}
    board = Screen()
    board.put(of(table, given, key="t"))
    found = first(board)["header"]
    assert (found["extent"], found["rows"], found["bars"]) == (None, [1.5, None, {"value": [None, 2]}], [None])


def test_other_headers_and_the_numbers_themselves_stay() -> None:
    values = np.array([1.0, np.nan, -np.inf], dtype=np.float32)
    board = Screen()
    board.put(of(strips, {"rows": ["a", "b"], "extent": 0.25}, values, key="m"))
    found = first(board)
    assert (found["header"], found["dtype"], found["choosable"]) == (
        {"rows": ["a", "b"], "extent": 0.25},
        "float32",
        False,
    )
    assert board.message().endswith(values.tobytes())


def test_what_the_pictures_share_is_said_once_and_each_finds_its_own_numbers() -> None:
    board = Screen("bear country")
    for key, values in (("one", np.arange(3, dtype=np.uint8)), ("other", np.arange(4, dtype=np.float32))):
        board.put(of(strips, {}, values, key=key, on_choice=print))
    message = board.message()
    found = header(message)
    assert found["text"] == "bear country" and set(found["palettes"]) == {"light", "dark"}
    body = message[4 + int.from_bytes(message[:4], "little") :]
    for item, expected in zip(found["rows"][0][0]["items"], ([0, 1, 2], [0, 1, 2, 3]), strict=True):
        own = np.frombuffer(body[item["start"] :][: item["length"]], dtype=item["dtype"])
        assert own.tolist() == expected and item["choosable"] and item["header"] == {}


def test_what_is_added_in_a_column_stands_in_it_and_the_rest_across_the_page() -> None:
    board = Screen()
    board.note("above")
    wide, narrow = board.columns(2, 1)
    with narrow:
        board.note("right")
    with wide.headed("A title", "What to look for."):
        board.put(of(bars, {}, key="left"))
    board.note("below")
    board.columns(1, 1)  # nothing stands in it, so it takes no room
    rows = header(board.message())["rows"]
    assert [[(column["weight"], len(column["items"])) for column in row] for row in rows] == [
        [(1, 1)],
        [(2, 2), (1, 1)],
        [(1, 1)],
    ]
    heading, left = rows[1][0]["items"]
    assert heading == {"kind": "heading", "title": "A title", "words": "What to look for."} and left["key"] == "left"
    assert rows[1][1]["items"][0]["words"] == "right"


def test_columns_are_not_nested() -> None:
    board = Screen()
    (column,) = board.columns(1)
    with column, pytest.raises(RuntimeError):
        board.columns(1, 1)


def test_a_picture_is_put_on_the_board_that_it_is_called_on() -> None:
    one, other = Screen(), Screen()
    one.sentence([("one", True)], key="first")
    other.sentence([("other", True)], key="second")
    one.sentence([("one again", True)], key="third")
    assert (list(one.pictures()), list(other.pictures())) == (["first", "third"], ["second"])


def test_what_is_asked_again_says_after_how_long() -> None:
    for pause, sent in ((0.0, [3, 0]), (0.4, [3, 400])):
        board = Screen()
        board.again, board.pause = 3, pause
        assert header(board.message())["again"] == sent
