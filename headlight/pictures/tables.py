"""The numbers of a picture as a table, in Python and as CSV; `browser/shared/tables.js` reads the same in the browser.

A picture says in its `Table` where titles, labels and numbers are. Both readers go by that alone and know no picture.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import product, takewhile
from typing import Any, Literal, NamedTuple, NotRequired, TypedDict

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

Cell = str | int | float | None  # None: there is nothing
_FORMULA = tuple("=+-@\t\r")  # what a spreadsheet would calculate begins so
ATTENDING = ("query \\ key", "key \\ query")  # who attends, in the corner of weights, and where they are transposed
ZERO = 2**15  # the step of an effect of 0
Coding = Literal["hundredths", "steps"]


class Field(TypedDict):
    """Words or numbers of the header at a path: "tokens", or "bars.*.label", where * is each of a list.

    Where there is none at a place, that of the path `otherwise` is there; a `number` is written there as text.
    """

    of: str
    otherwise: NotRequired[str]
    number: NotRequired[bool]


class Count(TypedDict):
    """Whole numbers one after another."""

    count: int
    first: int


Cells = list[str | int | float | None] | Field | Count
Titles = Sequence[str | Field | Count]
Labels = Sequence[Cell] | Field | Count  # as a picture gives them


class Section(TypedDict):
    """Rows: one for each combination of `labels`, [axis][column], whose last axis changes first, then its numbers.

    Without an axis there are as many as there are numbers. So many labels at the left are `joined` to one. Numbers
    follow those of the section before, or begin at `start`; in a `blank` section there are none.
    """

    labels: list[list[Cells]]
    joined: NotRequired[int]
    start: NotRequired[int]
    blank: NotRequired[bool]


class Table(TypedDict):
    """Where the titles, labels and numbers of a picture are.

    So many columns at the left are `labels`. Numbers lie row by row, or column by column in `down`, and may be `coded`
    in a byte or two, see `decoded`. A number that is `missing` is written so; an `optional` column without a cell is
    left out.
    """

    titles: list[str | Field | Count]
    labels: int
    sections: list[Section]
    down: NotRequired[bool]
    coded: NotRequired[Coding]
    missing: NotRequired[str]
    optional: NotRequired[list[int]]


def of(titles: Titles, *axes: Sequence[Labels], labels: int = 1, **more: Any) -> Table:
    """The table of one section, whose rows are labelled by the combinations of these axes."""
    return Table(titles=list(titles), labels=labels, sections=[section(*axes)], **more)


def section(*axes: Sequence[Labels], **more: Any) -> Section:
    """The rows of a table that are labelled by the combinations of these axes."""
    read: list[Any] = [[cells if isinstance(cells, dict) else list(cells) for cells in axis] for axis in axes]
    return Section(labels=read, **more)


def field(of: str, **more: Any) -> Field:
    """Words or numbers of the header, see `Field`."""
    return Field(of=of, **more)


def count(count: int, first: int = 0) -> Count:
    """Whole numbers from the first one up."""
    return Count(count=count, first=first)


class Rows(NamedTuple):
    """A table: what stands above its columns, its rows, and how many columns at the left are labels of a row."""

    titles: list[Cell]
    cells: list[list[Cell]]  # [row][column]
    labels: int = 1

    @property
    def numbers(self) -> Float[Array, "row column"]:
        """Its columns of numbers, without the labels; NaN where a cell has none."""
        values = [
            [cell if isinstance(cell, int | float) else math.nan for cell in row[self.labels :]] for row in self.cells
        ]
        array = np.array(values, dtype=float).reshape(len(self.cells), len(self.titles) - self.labels)
        return array[:, ~np.isnan(array).all(axis=0)]

    def csv(self) -> str:
        """As CSV: texts are quoted, and none is a formula to a spreadsheet; what is not there stays empty."""
        return "".join(",".join(map(_written, row)) + "\n" for row in [self.titles, *self.cells])


def rows(table: Table, header: Mapping[str, Any], values: np.ndarray) -> Rows:
    """Read the table of a picture from its header and its numbers."""
    titles: list[Cell] = [
        title for each in table["titles"] for title in ([each] if isinstance(each, str) else _cells(each, header))
    ]
    numbers = decoded(values, table.get("coded"), header.get("extent")).ravel().tolist()
    lines, start = list[list[Cell]](), 0
    for section in table["sections"]:
        start = section.get("start", start)
        labels = list(_labels(section, header, len(numbers) // len(titles)))
        wide = len(titles) - len(labels[0]) if labels else 0
        if section.get("blank"):
            lines += [[*row, *[None] * wide] for row in labels]
            continue
        own = numbers[start : start + len(labels) * wide]
        start += len(own)
        for place, row in enumerate(labels):
            of_row = own[place :: len(labels)] if table.get("down") else own[place * wide : (place + 1) * wide]
            lines.append([*row, *of_row])
    if (missing := table.get("missing")) is not None:
        lines = [[missing if cell != cell else cell for cell in row] for row in lines]
    for column in table.get("optional", ()):
        if all(row[column] is None for row in lines):
            titles, *lines = [row[:column] + row[column + 1 :] for row in (titles, *lines)]
    return Rows(titles, lines, table["labels"])


def decoded(values: np.ndarray, coded: str | None, extent: float | None = None) -> np.ndarray:
    """Numbers as the picture writes them.

    Args:
        values: as they travel.
        coded: None if they are as they are; "hundredths", which are in the upper byte of two; or "steps", 65,535 from
            -extent to it, which are written in ten-thousandths.
        extent: of steps.

    Returns:
        The numbers, of the same shape.
    """
    if coded == "hundredths":
        return (values >> 8) / 100
    if coded == "steps" and extent is not None:
        return np.floor((values.astype(np.float64) - ZERO) / (ZERO - 1) * extent * 10000 + 0.5) / 10000
    return values


def aligned(before: Sequence[str], now: Sequence[str]) -> list[str]:
    """Return the labels of the places that are compared: all where both have as many, else those with which both begin.

    A place whose label has changed has both.
    """
    pairs = list(zip(before, now, strict=False))
    if len(before) != len(now):
        pairs = list(takewhile(lambda pair: pair[0] == pair[1], pairs))
    return [later if then == later else f"{then} → {later}" for then, later in pairs]


def _labels(section: Section, header: Mapping[str, Any], without: int) -> Iterator[list[Cell]]:
    """The labels of each row; of a section `without` an axis there are so many rows."""
    if not section["labels"]:
        yield from ([] for _ in range(without))
        return
    axes = [list(zip(*(_cells(cells, header) for cells in axis), strict=True)) for axis in section["labels"]]
    for places in product(*axes):
        row = [cell for place in places for cell in place]
        joined = section.get("joined", 0)
        yield ["".join(map(str, row[:joined])), *row[joined:]] if joined else row


def _cells(cells: Any, header: Mapping[str, Any]) -> list[Cell]:
    """The cells of a column."""
    if isinstance(cells, list):
        return cells
    if "of" not in cells:
        return list(range(cells["first"], cells["first"] + cells["count"]))
    found = _at(header, cells["of"].split("."))
    if "otherwise" in cells:
        others = _at(header, cells["otherwise"].split("."))
        found = [other if cell is None else cell for cell, other in zip(found, others, strict=True)]
    return [*map(_number, found)] if cells.get("number") else found


def _at(value: Any, path: Sequence[str]) -> Any:
    """Whatever is at a path in the header."""
    if not path:
        return value
    name, *rest = path
    if name == "*":
        return [_at(each, rest) for each in value]
    return _at(value[int(name) if isinstance(value, Sequence) else name], rest)


def _number(text: str) -> Cell:
    """The number that a text writes; the text where it is none."""
    try:
        return float(text.replace("−", "-"))
    except ValueError:
        return text


def _written(cell: Cell) -> str:
    if isinstance(cell, str):
        text = f"'{cell}" if cell[:1] in _FORMULA else cell
        return f'"{text.replace(chr(34), 2 * chr(34))}"' if cell else ""
    if cell is None or math.isnan(cell):
        return ""
    return f"{'-' if cell < 0 else ''}Infinity" if math.isinf(cell) else repr(cell).removesuffix(".0")
