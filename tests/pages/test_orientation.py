"""The switch that draws queries as columns turns every picture and its words, never the numbers."""

import numpy as np
import pytest

from headlight.state.registry import views
from tests.draw import draw

TURNED = [name for name, view in views().items() if view.draw and "orientation" in {dial.key for dial in view.controls}]
_UNSTEPPED = ("one_step", {"steps_taken": 0}, True)  # after a step nothing is drawn of queries and keys


@pytest.mark.parametrize(("name", "keys", "turns"), [*((name, {}, name != "one_step") for name in TURNED), _UNSTEPPED])
def test_queries_as_columns_turn_each_picture_and_no_number(name: str, keys: dict, turns: bool) -> None:
    rows, columns = (draw(name, deeper=True, orientation=each, **keys) for each in ("rows", "columns"))
    turned = [key for key in rows.keys if rows.payload(key).get("transposed") != columns.payload(key).get("transposed")]
    there = {dial.key for dial in rows.state.view.controls if dial.when(rows.state)}
    assert bool(turned) == ("orientation" in there) == turns and rows.keys == columns.keys
    for key in rows.keys:
        np.testing.assert_array_equal(rows.numbers(key), columns.numbers(key))
