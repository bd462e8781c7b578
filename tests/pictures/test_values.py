"""The numbers that each picture sends: those it was given, in their order, or as hundredths, bytes and bits."""

import numpy as np

from headlight.pictures import Screen
from headlight.pictures.board import hidden_bits
from headlight.pictures.design_tokens import palettes
from tests.pictures.caught import KEY, Caught, caught, in_values, listen
from tests.pictures.sample import CELLS, VALUES

AXES = {"axes": ("x", "y"), "alt": "A."}
HUNDREDTHS = np.array([0.0, 0.004, 0.005, 0.125, 0.5, 1.0, 0.995, 0.29]).astype(np.float32).reshape(2, 1, 2, 2)


def test_the_deepest_colour_is_never_zero_and_can_be_given() -> None:
    assert caught(Screen.matrix, 3 * VALUES, key=KEY, extent=9.0, **CELLS).header["extent"] == 9.0
    assert caught(Screen.matrix, 0 * VALUES, key=KEY, scale="diverging", **CELLS).header["extent"] > 0
    assert caught(Screen.strips, {"zero": 0 * VALUES}, tokens=["a", "b"], alt="A.", key=KEY).header["extent"] == 1.0


def test_hidden_cells_travel_as_bits() -> None:
    assert (hidden_bits(None), hidden_bits(np.zeros((0, 0), dtype=bool))) == ("", "")
    assert hidden_bits(np.array([[1, 0, 0], [0, 0, 0], [0, 1, 1]], dtype=bool)) == "gYA="  # 10000001 1.......


def test_weights_of_all_heads_travel_as_hundredths_and_colours() -> None:
    named = {"hidden": np.zeros((2, 2), dtype=bool), "tokens": ["a", "b"], "selected": (0, 0), "names": [[""]] * 2}
    sent = caught(Screen.head_grid, HUNDREDTHS, key=KEY, on_head=listen, **named).values
    assert (sent >> 8).tolist() == [0, 0, 0, 13, 50, 100, 100, 29]  # of float32: 0.005 is less, 0.995 a little more
    assert (sent & 255).tolist() == [0, 1, 1, 32, 128, 255, 254, 74]


def test_where_numbers_open_is_said_of_each_array_of_a_picture() -> None:
    door, board = {"stage": "pattern", "at": [3, 1, [0, 0], [1, 0]]}, Screen()
    board.matrix(VALUES, **in_values(Screen.matrix, CELLS), key="matrix", shows=door)
    board.bars([1.0], labels=["a"], alt="A.", key="bars", shows=door)
    board.strips({"x": VALUES, "y": VALUES}, tokens=["a", "b"], alt="A.", key="strips", shows={"y": door})
    board.column_chart({"x": VALUES[0], "y": VALUES[1]}, labels=["a", "b", "c"], **AXES, key="both", shows={"x": door})
    assert board.leads
    board.matrix(VALUES, **in_values(Screen.matrix, CELLS), key="closed")
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
