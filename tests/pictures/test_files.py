"""Every file of a picture, either way round and with the signs that end things: parsed, and compared cell by cell."""

import csv
import io
import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest

from headlight.pictures import Drawn, Labels, Screen, Style
from headlight.pictures.board import Board
from headlight.pictures.design_tokens import palettes
from headlight.pictures.standalone import Contents, standalone
from headlight.pictures.svg import svg
from headlight.reading.reader import CannotShow
from headlight.state.registry import views
from headlight.state.state import State
from tests.pictures.samples import SAMPLES
from tests.sampled import sampled

SVG = "{http://www.w3.org/2000/svg}"
SIGNS = """=<b>&"' ]]> & 'x' </script> -->"""
TEXT = f"The {SIGNS} bear"
SHOWN = [name for name, view in views().items() if view.draw and view.box and view.box.key == "text"]


@cache
def boards(name: str, orientation: str) -> list[Board]:
    """A view of the text with the signs; of a view that cannot read it, its example."""
    for text in ({"text": TEXT}, {}):
        state = State.of(views()[name], orientation=orientation, **text)
        try:
            return list(state.view.boards(state, deeper=state.view.arithmetic is not None))
        except CannotShow:
            continue
    return []


def pictures(name: str) -> Iterator[tuple[str, Drawn]]:
    for orientation in ("rows", "columns"):
        for board in boards(name, orientation):
            yield from board.pictures().items()


def samples() -> Iterator[Drawn]:
    """One of each picture, with the signs in its description."""
    for sample in SAMPLES:
        screen = Screen(TEXT)
        sample(screen)
        (drawn,) = screen.pictures().values()
        drawn.header["alt"] = SIGNS
        yield drawn


def texts(image: ElementTree.Element) -> list[str]:
    return ["".join(text.itertext()) for text in image.iter(f"{SVG}text")]


def is_a_file(drawn: Drawn) -> None:
    """Its SVG is one whatever it says, names what it shows, and everything drawn lies inside it."""
    written = svg(drawn, SIGNS * 3)
    assert not re.search(r"var\(|foreignObject|currentColor|color-mix|class=|style=", written), (
        "not every viewer knows it"
    )
    image = ElementTree.fromstring(written)
    assert image.findtext(f"{SVG}title") == drawn.header["alt"] and texts(image)[-1] == SIGNS * 3
    width, height = (float(image.attrib[side]) for side in ("width", "height"))
    assert width >= 0.5 * 14 * len(SIGNS * 3)
    for text in image.iter(f"{SVG}text"):
        assert -1 <= float(text.attrib["x"]) <= width + 1 or "transform" in text.attrib
    for cell in list(image.iter(f"{SVG}rect"))[1:]:
        x, y, wide, high = (float(cell.attrib[side]) for side in ("x", "y", "width", "height"))
        inside = image.find(f".//{SVG}g") is not None  # moved down with its group
        assert x >= 0 and x + wide <= width + 1 and (inside or y + high <= height + 1)


@pytest.mark.parametrize("name", sampled(SHOWN, SHOWN[::3]))
def test_each_picture_of_a_view_is_a_file_and_a_table(name: str) -> None:
    for _, drawn in pictures(name):
        if drawn.picture.draw_still:
            is_a_file(drawn)
        is_a_table(drawn)


def test_each_kind_of_picture_is_a_file_and_a_table_with_any_description() -> None:
    for drawn in samples():
        if drawn.picture.draw_still:
            is_a_file(drawn)
        is_a_table(drawn)


def is_a_table(drawn: Drawn) -> None:
    """What a spreadsheet reads of its CSV: as many cells in each row, no formula, and the numbers of the table."""
    if (table := drawn.rows) is None:
        return
    found = list(csv.reader(io.StringIO(table.csv()), strict=True))
    assert {len(row) for row in found} == {len(table.titles)}
    for row, cells in zip(found, [table.titles, *table.cells], strict=True):
        for text, cell in zip(row, cells, strict=True):
            if isinstance(cell, str):
                assert text == (f"'{cell}" if cell[:1] in (*"=+-@\t\r",) and cell else cell)
            elif cell is not None:
                assert text == "" if np.isnan(cell) else float(text) == cell


class Tags(HTMLParser):
    """The tags and the addresses of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(tag)


@pytest.mark.parametrize("name", ["attention", "tokens", "next_word"])
def test_a_page_has_the_same_tags_whatever_is_typed(name: str) -> None:
    pages = [
        standalone(Contents([board.message() for board in each]), title)
        for each, title in (
            (boards(name, "rows"), TEXT),
            (State.of(views()[name]).view.boards(State.of(views()[name])), "A bear"),
        )
    ]
    signed, plain = (Tags(page if isinstance(page, str) else page.decode()) for page in pages)
    assert {*signed.found} == {*plain.found} and signed.found.count("script") == plain.found.count("script")


# A matrix that is not as high as it is wide and not symmetric, with hidden cells that are not either.
ROWS, COLUMNS = ["a", "<b>"], ["x", "&y", '"z"']
HIDDEN = np.array([[False, True, False], [False, False, False]])
SCALES = {
    "sequential": np.array([[0.25, 0.5, 1.0], [0.0, 0.125, 0.75]]),
    "diverging": np.array([[0.5, -1.0, 0.25], [-0.25, 1.0, -0.75]]),
    "scores": np.array([[1.0, 2.0, -1.0], [0.5, -np.inf, 3.0]]),
}


def share(scale: str, row: np.ndarray, hidden: np.ndarray, value: float) -> float:
    """Where a value of a row stands on its scale."""
    if scale == "scores":
        return float(np.exp((value - row[~hidden & np.isfinite(row)].max()) / 2))
    return value if scale == "sequential" else 0.5 - value / 2


def colour(scale: str, at: float) -> str:
    stops = palettes()["light"]["diverging" if scale == "diverging" else "sequential"]
    low, high = [*pairwise(stops)][at >= 0.5]
    along = 2 * at - (at >= 0.5)
    return f"rgb({','.join(str(round(one + (other - one) * along)) for one, other in zip(low, high, strict=True))})"


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("scale", SCALES)
def test_a_cell_has_its_number_and_its_colour_where_its_row_and_column_meet(scale: str, transposed: bool) -> None:
    screen, values = Screen(), SCALES[scale]
    named = {"alt": "A.", "key": "k", "style": Style(scale, 1.0, zeros=True), "transposed": transposed}
    screen.matrix(values, Labels(ROWS, COLUMNS, "n"), hidden=HIDDEN, **named)
    drawn = screen.drawn("k")
    assert drawn
    image = ElementTree.fromstring(svg(drawn))
    words = [(element, "".join(element.itertext())) for element in image.iter(f"{SVG}text")]
    at = {text: (float(element.attrib["x"]), float(element.attrib["y"])) for element, text in words}
    cells = list(image.iter(f"{SVG}rect"))[1:]
    assert len(cells) == values.size
    for row, column in np.ndindex(values.shape):
        down, across = (COLUMNS[column], ROWS[row]) if transposed else (ROWS[row], COLUMNS[column])
        x, y = at[across][0], at[down][1]

        def holds(cell: ElementTree.Element, x: float = x, y: float = y) -> bool:
            left, top = float(cell.attrib["x"]), float(cell.attrib["y"])
            return left < x < left + float(cell.attrib["width"]) and top < y < top + float(cell.attrib["height"])

        (cell,) = filter(holds, cells)
        (number,) = (
            text for element, text in words if (float(element.attrib["x"]), float(element.attrib["y"])) == (x, y)
        )
        value, closed = float(values[row, column]), bool(HIDDEN[row, column]) or not np.isfinite(values[row, column])
        expected = "url(#hidden)" if closed else colour(scale, share(scale, values[row], HIDDEN[row], value))
        assert cell.attrib["fill"] == expected, (row, column)
        written = "−∞" if value == -np.inf else "0" if value == 0 else f"{value:.2f}".replace("-", "−")
        assert number == written, (row, column)


@pytest.mark.parametrize(("value", "before"), [(0.2, 4.0), (4.0, 0.2), (-3.0, 1.0), (1.0, -3.0)])
def test_bars_and_outlines_stay_on_their_track_whichever_is_larger(value: float, before: float) -> None:
    screen = Screen()
    screen.bars([value, 1.0], before=[before, 1.0], labels=["a", "b"], alt="B.", key="k", scale=None)
    drawn = screen.drawn("k")
    assert drawn
    _, track, *bars = ElementTree.fromstring(svg(drawn)).iter(f"{SVG}rect")
    left, right = float(track.attrib["x"]), float(track.attrib["x"]) + float(track.attrib["width"])
    for bar in bars:
        assert left - 1 <= float(bar.attrib["x"]) and float(bar.attrib["x"]) + float(bar.attrib["width"]) <= right + 1
    assert len({bar.attrib["x"] for bar in bars}) <= 1 + (min(value, before) < 0) * 2
