"""Each picture, found by its file: it has a sample, says what it is given, and has an alternative text and a table."""

import csv
import inspect
import json
from typing import get_args, get_type_hints

import numpy as np
import pytest

from headlight.pictures import Group, Screen, contract
from headlight.pictures.quantities import Quantity
from tests.in_turn import in_turn
from tests.pictures.caught import Caught, values_of
from tests.pictures.samples import SAMPLES, Sample

PICTURES = contract.pictures()


def drawn(sample: Sample) -> Screen:
    """Return a board with the sample alone."""
    board = Screen("bear", "story")
    sample(board)
    return board


@in_turn("name", sorted(PICTURES))
def test_it_has_a_sample_and_an_alternative_text_or_says_why_not(name: str) -> None:
    samples = [sample for sample in SAMPLES if sample.name == name]
    assert samples, f"add a Sample of {name} to tests/pictures/samples.py: it is drawn, saved and compared then"
    for sample in samples:
        (picture,) = drawn(sample).pictures().values()
        assert sample.said, f"say which words are in the sample of {name}"
        assert bool(picture.header.get("alt")) != bool(picture.picture.no_alt), f"{name}: give it an alt, or say no_alt"
        assert bool(picture.table) != bool(picture.picture.no_table), f"{name}: give it a table, or say no_table"
        assert bool(picture.rows) == bool(sample.rows), f"say the first rows of the table of {name}"


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_what_it_is_given_arrives_in_its_header_under_the_same_name(sample: Sample) -> None:
    sent = Caught(drawn(sample).message()).picture
    method = getattr(Screen, sample.name)
    parameters, values = inspect.signature(method).parameters.values(), values_of(method)
    defaults = {each.name: each.default for each in parameters if each.kind is each.KEYWORD_ONLY or each.name in values}
    for name, kind in values.items():
        del defaults[name]
        defaults |= dict.fromkeys(kind._fields) | kind._field_defaults
    said = {
        name: sample.named.get(name, default)
        for name, default in defaults.items()
        if name not in {"key", "attends", "shows", "why_shows", *sample.own, *sample.unsaid}
        and not name.startswith("on_")
    }
    if "axes" in said:
        said["x_title"], said["y_title"] = said.pop("axes")
    expected = json.loads(json.dumps(said, default=list)) | sample.own
    assert sent["header"] == expected
    assert (sent["name"], sent["choosable"]) == (sample.name, any(name.startswith("on_") for name in sample.named))
    kind = contract.header(PICTURES[sample.name])
    assert kind.__required_keys__ <= {*sent["header"]} <= {*get_type_hints(kind)}


@in_turn("sample", [sample for sample in SAMPLES if sample.rows])
def test_its_table_has_these_titles_and_first_numbers(sample: Sample) -> None:
    (picture,) = drawn(sample).pictures().values()
    titles, first, *others = csv.reader(picture.rows.csv().splitlines())
    assert titles == sample.rows[0] and {len(row) for row in (first, *others)} == {len(titles)}
    for cell, expected in zip(first, sample.rows[1], strict=True):
        assert cell == expected or float(cell) == pytest.approx(float(expected), rel=1e-6)


COLOURED = [sample for sample in SAMPLES if "quantity" in inspect.signature(getattr(Screen, sample.name)).parameters]


@in_turn("sample", COLOURED)
def test_a_quantity_picks_colours_and_what_was_not_given_alone(sample: Sample) -> None:
    for quantity in get_args(Quantity):
        board = Screen("bear", "story")
        sample(board, quantity=quantity)
        (picture,) = board.pictures().values()
        (first,) = drawn(sample).pictures().values()
        given = {name for name in sample.named if name in picture.header and name != "quantity"}
        assert [name for name in given if picture.header[name] != first.header[name]] == []


@in_turn("sample", SAMPLES)
def test_nothing_is_outlined_where_nothing_changed(sample: Sample) -> None:
    now, before = drawn(sample), drawn(sample)
    (picture,) = now.pictures().values()
    header = json.dumps(picture.header, default=list)
    now.outline(before)
    assert json.dumps(picture.header, default=list) == header


def test_a_point_that_is_not_there_is_not_dragged() -> None:
    board, told = Screen("bear", "story"), list[int]()
    group = Group(np.zeros((2, 2)), ["a", "b"], "soft", step=0.5)
    board.plane([group], alt="P.", key="p", on_drag=lambda number, x, y: told.append(number) or {})
    choice = board.listeners["p"]
    for number in (0, 1, 2, 1000):
        choice([number, 0.5, 0.5])
    assert told == [0, 1]
