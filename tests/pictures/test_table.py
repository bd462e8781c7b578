"""A table says its numbers in short, and every digit to who points at a cell."""

import math

import numpy as np
import pytest

from headlight.pictures import Labels, Screen
from headlight.pictures.matrix import difference
from headlight.pictures.tables import Rows, aligned
from tests.pictures.caught import caught


def drawn(columns, formats, faded=()) -> dict:
    return caught(Screen.table, columns, formats=formats, alt="A table.", key="t", faded=faded).header


def test_a_table_without_rows_is_empty() -> None:
    assert drawn({"a": [], "b": []}, {})["columns"][0]["cells"] == []


def test_no_label_of_a_file_is_a_formula_to_a_spreadsheet() -> None:
    rows = Rows(["", "=1", 'say "x"'], [["@x", -1.5, 0.0], ["-a", 2, None], ["a=1", math.inf, 1e-12]])
    assert rows.csv() == ',"\'=1","say ""x"""\n"\'@x",-1.5,0\n"\'-a",2,\n"a=1",Infinity,1e-12\n'


@pytest.mark.parametrize(("transposed", "corner"), [(False, "query \\ key"), (True, "key \\ query")])
def test_the_corner_of_weights_and_of_what_changed_in_them_says_which_side_attends(transposed, corner) -> None:
    for attends, expected in ((True, corner), (False, "")):
        screen = Screen()
        screen.matrix(
            np.eye(2), Labels(["a", "b"], ["x", "y"], "n", attends=attends), transposed=transposed, alt="A.", key="k"
        )
        drawn = screen.pictures()["k"]
        for each in (drawn, difference(drawn, drawn, "d")):
            assert each and each.rows and each.rows.titles[0] == expected


@pytest.mark.parametrize(
    ("before", "now", "labels"),
    [
        (["a", "b", "c"], ["a", "x", "c"], ["a", "b → x", "c"]),
        (["a", "b", "c"], ["a", "b"], ["a", "b"]),
        (["a", "b"], ["a", "b", "c"], ["a", "b"]),
        (["a", "b", "c"], ["a", "x"], ["a"]),
        (["a", "x"], ["a", "b", "c"], ["a"]),
        ([], ["a"], []),
    ],
)
def test_places_are_compared_where_both_texts_have_them(before: list[str], now: list[str], labels: list[str]) -> None:
    assert aligned(before, now) == labels
