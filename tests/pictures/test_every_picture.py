"""Each picture, found by its file: it has a sample, tells what is written down, and has a text beside what is seen."""

import inspect
import json
from typing import get_args, get_type_hints

import numpy as np
import pytest

from headlight.pictures import Group, Screen, contract
from headlight.pictures.quantities import Quantity
from tests.in_turn import in_turn
from tests.pictures.samples import NAMED, SAMPLES, Sample
from tests.pictures.told import drawn, read, told

PICTURES = contract.pictures()
WRITTEN = read()


@pytest.mark.parametrize("name", NAMED)
def test_it_tells_what_is_written_down(name: str) -> None:
    """Where this fails and the picture is right, `python -m tests.pictures.told` writes it down."""
    assert told(NAMED[name]) == WRITTEN.get(name, [])


def test_each_picture_has_a_sample_and_nothing_else_is_written_down() -> None:
    assert {*WRITTEN} == {*NAMED}
    assert {sample.name for sample in SAMPLES} == {*PICTURES}, "add it to tests/pictures/samples.py"


@in_turn("sample", SAMPLES)
def test_it_has_an_alternative_text_and_a_table_or_says_why_not(sample: Sample) -> None:
    picture, kind = drawn(sample), contract.header(PICTURES[sample.name])
    assert bool(picture.header.get("alt")) != bool(picture.picture.no_alt), "give it an alt, or say no_alt"
    assert bool(picture.table) != bool(picture.picture.no_table), "give it a table, or say no_table"
    assert kind.__required_keys__ <= {*picture.header} <= {*get_type_hints(kind)}


COLOURED = [sample for sample in SAMPLES if "quantity" in inspect.signature(getattr(Screen, sample.name)).parameters]


@in_turn("sample", COLOURED)
def test_a_quantity_picks_colours_and_what_was_not_given_alone(sample: Sample) -> None:
    for quantity in get_args(Quantity):
        board = Screen("bear", "story")
        sample(board, quantity=quantity)
        (picture,) = board.pictures().values()
        header = drawn(sample).header
        given = {name for name in sample.named if name in picture.header and name != "quantity"}
        assert [name for name in given if picture.header[name] != header[name]] == []


@in_turn("sample", SAMPLES)
def test_nothing_is_outlined_where_nothing_changed(sample: Sample) -> None:
    now, before = (Screen("bear", "story") for _ in range(2))
    for board in (now, before):
        sample(board)
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
