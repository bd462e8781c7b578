"""Every dial and click of every view moves what is written down, and words, columns and numbers follow it."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from headlight.state.places import PAGES, page_of
from tests.draw import Drawing
from tests.pages import moves
from tests.pages.moves import Turned, near
from tests.sampled import sampled
from tests.wording import broken
from tests.worked_out import worked_out

EACH_VIEW = pytest.mark.parametrize(
    "name", sampled(moves.VIEWS, [view for view in moves.VIEWS if view not in moves.SLOW])
)
WRITTEN = moves.read()
OUTLINED = re.compile("ashed|utline")
NUMBER = re.compile(r"(?<![\w.])[−-]?\d+\.\d+(?![\w.])")
# Of a formula, before what is remarked of it; no power of ten, nor what is expected (≈) beside what was measured.
RESULT = re.compile(r"(?:^|\n)[^≈\n]*=[-−]?(\d+\.\d{2,})(?:  .*)?$")
NO_NUMBER = re.compile(r"\b(nan|inf|None|True|False)\b")
# Dials that move only a model with measured heads, or a sentence that two beams end; or Plotly's chart, which stands
# beside the board.
STILL = {("real", "heads_that_look"), ("translate", "beams"), ("embeddings", "map_dimensions")}


@cache
def turned(name: str) -> tuple[Turned, list[str]]:
    """A view in all its settings, and what each moves."""
    view = Turned(name)
    return view, view.lines()


def drawings(name: str) -> Iterator[Drawing]:
    return filter(None, turned(name)[0].drawn.values())


def pictures(drawing: Drawing) -> list[dict[str, Any]]:
    return [item for item in drawing.items if item["kind"] == "picture"]


@EACH_VIEW
def test_each_setting_moves_what_is_written_down(name: str) -> None:
    """Where this fails and the view is right, `python -m tests.pages.moves VIEW` writes it down: read what differs."""
    lines = turned(name)[1]
    assert [kept if near(kept, now) else now for kept, now in zip(WRITTEN[name], lines, strict=True)] == WRITTEN[name]


@EACH_VIEW
def test_each_dial_moves_something(name: str) -> None:
    view, lines = turned(name)
    dials = {dial.key for dial in view.view.controls if moves.values(dial)}
    assert {(name, key) for key in dials - {line.partition("=")[0] for line in lines}} <= STILL


def compares(picture: dict[str, Any]) -> bool:
    """Whether it has numbers of before a change, dashed or in grey."""
    header = picture["header"]
    match picture["name"]:
        case "bars":
            return any(bar["before"] is not None for bar in header["bars"])
        case "looks" | "film":
            return bool(header.get("before") or header.get("ghost"))
        case "curves":
            return "dashed" in header["kinds"]
        case "plane":
            return any(group["dashed"] for group in header["groups"])
        case "training_examples":
            return any(row["before"] is not None for row in header["rows"])
        case "column_chart":
            return len(header["names"]) > 1
    return False


@EACH_VIEW
def test_words_speak_of_an_outline_where_there_is_one_and_only_there(name: str) -> None:
    for drawing in drawings(name):
        comparing = [picture for picture in pictures(drawing) if compares(picture)]
        alts = [picture["header"].get("alt", "") for picture in pictures(drawing)]
        if not comparing:
            said = [*drawing.titles, *drawing.headings, *drawing.notes, *alts]
            assert not [words for words in said if OUTLINED.search(words)], drawing.state.items
        for picture in comparing:
            if picture["name"] == "bars":
                assert OUTLINED.search(picture["header"]["alt"]), (picture["key"], drawing.state.items)


@EACH_VIEW
def test_a_page_has_one_heading_of_its_name(name: str) -> None:
    assert not any(PAGES[page_of(name)].title in drawing.titles for drawing in drawings(name))


@EACH_VIEW
def test_every_board_keeps_the_rules_of_words_in_every_setting(name: str) -> None:
    """At every depth: at most 120 words a board, and the others of docs/style.md; `said_on` says what counts."""
    assert not [
        (depth, said, drawing.state.items)
        for drawing in drawings(name)
        for depth, board in zip(drawing.state.view.depths, drawing.boards, strict=True)
        for said in broken(board)
    ]


def columns(drawing: Drawing, picture: dict[str, Any]) -> dict[str, Any]:
    """The columns of numbers of a table, the curves or strips of a picture, by name."""
    header = picture["header"]
    match picture["name"]:
        case "table":
            return {each["name"]: [cell[0] for cell in each["cells"]] for each in header["columns"]}
        case "word_grid":
            return {each: [row["cells"][at] for row in header["rows"]] for at, each in enumerate(header["columns"])}
        case "curves":
            every = drawing.numbers(picture["key"]).reshape(len(header["names"]) + 1, -1)[1:]
            return dict(zip(header["names"], every.tolist(), strict=True))
        case "column_chart":
            every = drawing.numbers(picture["key"]).reshape(len(header["names"]), -1)
            return dict(zip(header["names"], every.tolist(), strict=True))
        case "strips":
            every = drawing.numbers(picture["key"]).reshape(len(header["strips"]), -1)
            return dict(zip(header["strips"], every.tolist(), strict=True))
    return {}


@EACH_VIEW
def test_no_column_repeats_another_in_every_state(name: str) -> None:
    equal: dict[tuple[str, str, str], list[bool]] = {}
    tables: dict[str, set[str]] = {}
    for drawing in drawings(name):
        for picture in pictures(drawing):
            found = columns(drawing, picture)
            tables.setdefault(picture["key"], set()).add(str(found))
            for one in found:
                for other in [column for column in found if column < one]:
                    equal.setdefault((picture["key"], other, one), []).append(str(found[one]) == str(found[other]))
    assert not [pair for pair, states in equal.items() if len(tables[pair[0]]) > 2 and len(states) > 2 and all(states)]


def shown(drawing: Drawing) -> np.ndarray:
    """All numbers of the pictures of a view."""

    def within(value: Any) -> Iterator[float]:
        if isinstance(value, int | float) and not isinstance(value, bool):
            yield float(value)
        for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            yield from within(inner)

    every = [*within([picture["header"] for picture in pictures(drawing)])]
    arrays = [drawing.numbers(picture["key"]) for picture in pictures(drawing)]
    return np.concatenate(
        [np.array(every), *(each.astype(float).ravel() for each in arrays if each.dtype == np.float32)]
    )


def formulas(drawing: Drawing) -> list[dict[str, Any]]:
    return [picture for picture in pictures(drawing) if picture["name"] == "formula"]


@EACH_VIEW
def test_what_a_formula_says_to_be_equal_is_under_every_dial(name: str) -> None:
    for drawing in drawings(name):
        for picture in formulas(drawing):
            assert worked_out(picture["header"]["rows"])[1] == [], (picture["key"], drawing.state.items)


def named(drawing: Drawing) -> Iterator[tuple[str, str, list[str]]]:
    """Each title, hint and note by its place and its wording, with the numbers in it."""
    for place, words in moves.parts(drawing).items():
        if isinstance(words, str):
            yield place, NUMBER.sub("#", words), NUMBER.findall(words)


@EACH_VIEW
def test_a_number_in_words_that_a_picture_shows_is_shown_in_every_state(name: str) -> None:
    found: dict[tuple[str, str, int], list[tuple[bool, Any]]] = {}
    for drawing in drawings(name):
        numbers = np.abs(shown(drawing))
        for place, wording, texts in named(drawing):
            assert not NO_NUMBER.search(wording), wording
            for at, text in enumerate(texts):
                value, digits = abs(float(text.replace("−", "-"))), len(text.partition(".")[2])
                near = np.abs(numbers - value) <= 0.5001 * 10.0**-digits
                if len(numbers) < 10**digits:  # among more one is as near by chance
                    found.setdefault((place, wording, at), []).append((bool(near.any()), (text, drawing.state.items)))
    for where, states in found.items():
        there = [is_there for is_there, _ in states]
        if len(there) > 2 and sum(there) > 0.8 * len(there):  # in one or two it may be near by chance
            assert all(there), (where, [about for is_there, about in states if not is_there])


@EACH_VIEW
def test_the_result_of_a_formula_that_a_picture_shows_is_shown_under_every_dial(name: str) -> None:
    """In words or, where their weights are added, in tokens."""
    opens: dict[str, bool] = {}
    for drawing in drawings(name):
        of_tokens = drawing.state.moved(labels="tokens") if "labels" in drawing.state.view.keys else drawing.state
        for picture in formulas(drawing):
            if result := RESULT.search(drawing.formula(picture["key"])):
                half = 0.51 * 10.0 ** -len(result[1].partition(".")[2])
                states = (drawing, *([Drawing(of_tokens, deeper=True)] if of_tokens != drawing.state else []))
                is_there = any((abs(abs(shown(each)) - float(result[1])) <= half).any() for each in states)
                assert opens.setdefault(picture["key"], is_there) <= is_there, (picture["key"], drawing.state.items)
