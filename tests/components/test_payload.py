"""The header of a payload is JSON that a browser can read, whatever numbers are in it."""

import json
import math

import numpy as np

from components.payload import pack


def header(data: bytes) -> dict:
    """The header, read as strictly as a browser does."""
    length = int.from_bytes(data[:4], "little")

    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is no JSON")

    return json.loads(data[4 : 4 + length], parse_constant=refuse)


def test_numbers_that_are_none_are_null() -> None:
    given = {"extent": math.nan, "rows": [1.5, math.inf, {"value": (-math.inf, 2)}], "bars": [np.float64("nan")]}
    found = header(pack(given))
    assert (found["extent"], found["rows"], found["bars"]) == (None, [1.5, None, {"value": [None, 2]}], [None])


def test_other_headers_and_the_numbers_themselves_stay() -> None:
    values = np.array([1.0, np.nan, -np.inf], dtype=np.float32)
    data = pack({"rows": ["a", "b"], "extent": 0.25}, values)
    found = header(data)
    assert (found["rows"], found["extent"], found["dtype"]) == (["a", "b"], 0.25, "float32")
    assert data.endswith(values.tobytes())
