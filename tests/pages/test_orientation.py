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


def test_the_words_say_which_way_the_softmax_ran() -> None:
    for line, across in (("row", "column"), ("column", "row")):
        drawn = draw("attention", orientation=f"{line}s")
        said = " ".join((*drawn.headings, *drawn.notes))
        assert f"{line.capitalize()}s attend, {across}s are attended to. Each {line} sums to 1." in said
        assert f"{line}s attend, {across}s are attended to" in drawn.payload("pattern")["alt"]
