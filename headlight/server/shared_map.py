"""A head that a class draws together: each phone has a row, the wall fills, and it is compared with all heads."""

import base64
from collections.abc import Callable
from typing import Any

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.parts import class_map
from headlight.parts.class_map import Row
from headlight.pictures import Screen
from headlight.reading.reader import CannotShow
from headlight.rooms.room import Given, Room
from transformer import Trace

_ROW = "answer:0:"  # and the number of a phone: which row it was given to draw


def given(room: Room, browser: str, choice: Any, turn: Callable[[], int]) -> Given:
    """Return the field of a row that a phone has drawn, or where it has drawn none, which row it is to draw.

    Each phone takes the next row, in the order of its `turn`, so they differ while there are enough.

    Raises:
        ValueError: it is no row of this sentence.
    """
    question = room.json("question")
    words, causal = len(question["options"]), question["causal"]
    if choice is not None:
        row = Row.read(choice, words, causal=causal)
        return Given({f"answer:{question['round']}:{browser}": row.field})
    rows, before = class_map.offered(words, causal=causal), room.fields.get(own := f"{_ROW}{browser}")
    number = rows[turn() % len(rows)] if before is None else int(before)
    return Given({own: b"%d" % number}, {"row": number})


def filling(room: Room) -> dict[str, str]:
    """Return the board of the class's matrix as far as it is drawn, for the teacher; none of another question."""
    question = room.json("question")
    if not question or question["kind"] != "map":
        return {}
    class_map.fill(screen := Screen(), question["options"], _drawn(room), causal=question["causal"])
    return {"board": base64.b64encode(screen.message()).decode()}


def results(room: Room, trace: Trace) -> bytes:
    """Return the board of the whole matrix beside the heads of a trace of its sentence.

    Raises:
        CannotShow: nobody has drawn a row.
    """
    if np.isnan(drawn := _drawn(room)).all():
        raise CannotShow("Nobody has drawn a row yet.")
    class_map.compare(screen := Screen(), trace, drawn)
    return base64.b64encode(screen.message())


def _drawn(room: Room) -> Float[Array, "query key"]:
    question = room.json("question")
    mark = f"answer:{question['round']}:"
    rows = [Row.kept(value) for name, value in room.fields.items() if name.startswith(mark)]
    return class_map.averaged(rows, len(question["options"]))
