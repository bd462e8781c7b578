"""The matrix: each number and colour in its own cell, both ways round, on both grounds; hover, keys, clicks, files."""

import csv

import numpy as np
import pytest

from headlight.pictures import Screen
from tests.browser.drawing.colours import PALETTES, luminance, rgb, sequential
from tests.browser.drawing.glass import BOTH_GROUNDS

ROWS, COLUMNS = ["ant", "bee", "cat"], ["u", "v", "w", "x", "y"]
WEIGHTS = np.array([[0.0, 0.11, 0.23, 0.31, 0.97], [0.41, 0.53, 0.07, 0.61, 0.37], [1.0, 0.71, 0.83, 0.19, 0.67]])
SIGNED = np.array([[-3.5, 1.25, 0.0, 2.75, -0.5], [7.0, -1.5, 0.75, -6.25, 4.5], [-2.0, 3.25, -5.75, 6.0, 0.25]])
LABELS = {"rows": ROWS, "columns": COLUMNS, "noun": "weight", "alt": "The weights."}
BOTH_WAYS = pytest.mark.parametrize("transposed", [False, True])


def label_of(cell: tuple[int, int], transposed: bool) -> tuple[str, str]:
    """The labels above and beside a cell [row, column] of the data."""
    row, column = ROWS[cell[0]], COLUMNS[cell[1]]
    return (row, column) if transposed else (column, row)


def place(glass, cell, transposed=False) -> tuple[float, float]:
    """The middle of a cell, found by its labels."""
    above, beside = label_of(cell, transposed)
    return glass.text(above)["x"], glass.text(beside)["y"]


def test_a_zero_by_rounding_is_printed_only_where_zeros_are_the_message(draw) -> None:
    rounded = np.where(WEIGHTS == 1, 2e-6, WEIGHTS)
    assert draw(Screen.matrix, rounded, **LABELS).words().count("0") == 0
    assert draw(Screen.matrix, rounded, **LABELS, zeros=True).words().count("0") == 2


def test_a_plain_one_has_the_number_of_the_chosen_cell_alone(draw) -> None:
    numbers = {f"{weight:.2f}" for weight in WEIGHTS.ravel() if weight}
    for selected, written in (((2, 1), [f"{WEIGHTS[2, 1]:.2f}"]), (None, [])):
        words = draw(Screen.matrix, WEIGHTS, **LABELS, plain=True, selected=selected).words()
        assert [word for word in words if word in numbers] == written


@BOTH_GROUNDS
def test_numbers_can_be_read_on_their_colour(draw, ground: str) -> None:
    glass = draw(Screen.matrix, WEIGHTS, **LABELS, zeros=True, ground=ground)

    for weight in WEIGHTS.flat:
        number = glass.text(f"{weight:.2f}" if weight else "0")
        ink, behind = luminance(rgb(number["ink"])), luminance(sequential(weight, ground))
        assert (max(ink, behind) + 0.05) / (min(ink, behind) + 0.05) > 4, weight


def test_what_the_colour_of_a_score_means_is_said(draw) -> None:
    for transposed, line in ((False, "row"), (True, "column")):
        glass = draw(Screen.matrix, SIGNED, **LABELS, scale="scores", factor=0.5, transposed=transposed)
        assert glass.page.locator(".scheme").inner_text() == f"Stronger colour: closer to the maximum of its {line}."
    assert not draw(Screen.matrix, WEIGHTS, **LABELS).page.locator(".scheme").is_visible()


def test_where_zero_is_the_message_what_a_mask_leaves_is_written(draw) -> None:
    hidden = np.eye(3, 5, dtype=bool)
    for values, left in ((np.where(hidden, 0, 0.5), "0"), (np.where(hidden, -np.inf, 0.5), "−∞")):
        look = {"hidden": hidden, "scale": "scores" if left == "−∞" else "sequential"}
        assert left not in draw(Screen.matrix, values, **LABELS, **look).words()
        assert draw(Screen.matrix, values, **LABELS, **look, zeros=True).words().count(left) == hidden.sum()


def hatched(image: np.ndarray, x: float, y: float) -> bool:
    """Is the cell's ground drawn in lines, with gaps between them?"""
    corner = image[round(y) - 14 : round(y) - 8, round(x) - 24 : round(x) - 14]
    return bool((corner[..., 3] == 0).any() and (corner[..., 3] > 0).any())


@BOTH_WAYS
def test_rows_that_are_still_to_come_say_so_and_hold_no_number(draw, transposed: bool) -> None:
    values = np.maximum(WEIGHTS, 0.01)
    values[1:] = np.nan
    glass = draw(Screen.matrix, values, **LABELS, transposed=transposed)
    says = glass.text("not written yet")
    corners = [place(glass, cell, transposed) for cell in ((1, 0), (2, 4))]
    assert says["x"] == pytest.approx(np.mean([x for x, _ in corners]), abs=1)
    assert says["y"] == pytest.approx(np.mean([y for _, y in corners]), abs=1)
    assert len(glass.words()) == 5 + 1 + len(ROWS) + len(COLUMNS)
    assert glass.hover(*place(glass, (2, 1), transposed)) == ["cat → v", "not written yet"]
    image = glass.image()
    assert hatched(image, *place(glass, (2, 4), transposed)) and not hatched(image, *place(glass, (0, 4), transposed))
    rows = list(csv.reader(glass.download("CSV")[1].decode("utf-8-sig").splitlines()))
    cells = np.array([row[1:] for row in rows[1:]])
    assert ((cells.T if transposed else cells)[1:] == "not written yet").all()


@BOTH_WAYS
@BOTH_GROUNDS
def test_the_selected_cell_has_a_frame_that_stands_out_from_every_colour(draw, transposed: bool, ground: str) -> None:
    glass = draw(Screen.matrix, WEIGHTS, **LABELS, transposed=transposed, selected=(2, 1), ground=ground)
    image = glass.image()
    framed = []
    half = abs(np.subtract(place(glass, (0, 0), transposed), place(glass, (1, 1), transposed))[0]) / 2  # of a cell
    for cell in np.ndindex(3, 5):
        x, y = place(glass, cell, transposed)
        edge = image[round(y) + 2, round(x - half) + 1 : round(x - half) + 7]
        if (np.abs(edge[:, :3] - rgb(PALETTES[ground]["accent"])).max(axis=1) <= 3).any():
            framed.append(cell)
    assert framed == [(2, 1)]
    behind = [255, 255, 255] if ground == "light" else rgb("#14161d")
    x, y = place(glass, (2, 1), transposed)
    inner = image[round(y) + 2, round(x - half) : round(x - half) + 8, :3]
    assert (np.abs(inner - behind).max(axis=1) <= 3).any(), "a line of the ground parts the frame from the cell"


def of_tokens(count: int) -> tuple[np.ndarray, dict]:
    """A pattern of so many tokens, and its labels."""
    names = [f"t{place}" for place in range(count)]
    return np.full((count, count), 0.21), LABELS | {"rows": names, "columns": names}


@pytest.mark.parametrize("width", [358, 520, 760])
def test_a_pattern_keeps_its_height_while_its_text_grows(draw, width: int) -> None:
    sizes = []
    for count in (1, 2, 7, 18, 64):
        weights, labels = of_tokens(count)
        glass = draw(Screen.matrix, weights, **labels, width=width)
        sizes.append(glass.size[1])
        assert glass.size[0] <= width
    assert len(set(sizes)) == 1 and sizes[0] <= max(0.66 * width, 340) + 1
