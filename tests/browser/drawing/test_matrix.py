"""The matrix: a zero by rounding, and its height; other tests find its cells by what stands here."""

import numpy as np
import pytest

from headlight.pictures import Screen

ROWS, COLUMNS = ["ant", "bee", "cat"], ["u", "v", "w", "x", "y"]
WEIGHTS = np.array([[0.0, 0.11, 0.23, 0.31, 0.97], [0.41, 0.53, 0.07, 0.61, 0.37], [1.0, 0.71, 0.83, 0.19, 0.67]])
SIGNED = np.array([[-3.5, 1.25, 0.0, 2.75, -0.5], [7.0, -1.5, 0.75, -6.25, 4.5], [-2.0, 3.25, -5.75, 6.0, 0.25]])
LABELS = {"rows": ROWS, "columns": COLUMNS, "noun": "weight", "alt": "The weights."}


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
