"""Numbers that are cells, in each picture that has them so: the colour, the number, the card and the line of the file.

A cell is found by the names above and beside it, so that a picture that swaps rows, columns, heads or strips fails.
"""

import csv
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

from tests.browser.drawing import test_head_grid as grid
from tests.browser.drawing import test_layer_heads as layer
from tests.browser.drawing import test_matrix as matrix
from tests.browser.drawing import test_strips as strips
from tests.browser.drawing.colours import assert_colour, diverging, sequential
from tests.browser.drawing.glass import Glass
from tests.sampled import sampled

Shades = Callable[[np.ndarray, str], np.ndarray]


class Cells(NamedTuple):
    """A picture of cells, and what is known of it without its script."""

    draw: Callable[..., Glass]
    values: np.ndarray  # its last two axes are rows and columns of the file
    places: Callable[[Glass, bool], dict[tuple[int, ...], tuple[float, float]]]
    shades: Shades  # of the values, on a ground
    card: Callable[[tuple[int, ...], str], list[str]]  # of a cell, with its number
    digits: int = 4  # of the number on the card
    inside: int = 9  # pixels around its middle that a cell has at least
    away: tuple[int, int] = (0, 0)  # from the middle, right and down, where no number stands
    hidden: Any = False
    written: Callable[[float], str] | None = None  # the number in a cell that is not hidden, if it is known
    turns: bool = True  # whether rows and columns can change places
    width: int = 900
    file: bool = True  # whether its file is read too


def two_digits(value: float) -> str:
    return f"{value:.2f}".replace("-", "−") if value else ""


def each(shade: Callable[..., np.ndarray], *more: Any) -> Shades:
    return lambda values, ground: np.array([shade(value, *more, ground) for value in values.flat]).reshape(
        *values.shape, 3
    )


def near_the_largest(values: np.ndarray, ground: str) -> np.ndarray:
    """The root of a weight, as the softmax makes it of half of each score, as a share of the largest of its row."""
    weights = np.exp(values / 2)
    return each(sequential)(np.sqrt(weights / weights.max(axis=1, keepdims=True)), ground)


def of_roots(values: np.ndarray, ground: str) -> np.ndarray:
    return each(diverging, 1)(np.sign(values) * np.sqrt(np.abs(values) / 2.5), ground)


def of_matrix(values: np.ndarray, shades: Shades, noun: str = "weight", **named: Any) -> Cells:
    def places(glass: Glass, transposed: bool) -> dict[tuple[int, ...], tuple[float, float]]:
        return {cell: matrix.place(glass, cell, transposed) for cell in np.ndindex(3, 5)}

    def card(cell: tuple[int, ...], number: str) -> list[str]:
        return [f"{matrix.ROWS[cell[0]]} → {matrix.COLUMNS[cell[1]]}", f"{noun} {number}"]

    def draw(draw: Callable[..., Glass], **more: Any) -> Glass:
        return draw(matrix.Screen.matrix, values, **{**matrix.LABELS, "noun": noun, **named, **more})

    about = {"hidden": named.get("hidden", np.isneginf(values)), "away": (-20, 12), "inside": 2, "width": 700}
    zero = "0" if "zeros" in named else ""
    if "extent" not in named and noun != "masked score":
        about["written"] = lambda value: two_digits(value) or zero
    return Cells(draw, values, places, shades, card, file=noun != "score", **about)


def of_grid(values: np.ndarray, shades: Shades, keys: list[str] = grid.TOKENS, **named: Any) -> Cells:
    def places(glass: Glass, transposed: bool) -> dict[tuple[int, ...], tuple[float, float]]:
        found = {}
        for head in np.ndindex(values.shape[:2]):
            x, y = grid.middle(glass, *head)
            for query, key in np.ndindex(values.shape[2:]):
                down, right = (query - 2) * grid.SIDE / 5, (key - (len(keys) - 1) / 2) * grid.SIDE / len(keys)
                found[*head, query, key] = (x + down, y + right) if transposed else (x + right, y + down)
        return found

    def card(cell: tuple[int, ...], number: str) -> list[str]:
        (level, head, query, key), sign = cell, "+" if "extent" in named and values[cell] > 0 else ""
        about = [name] if (name := grid.NAMES[level][head]) else []
        return [f"Layer {level + 1}, head {head + 1}", *about, f"{grid.TOKENS[query]} → {keys[key]}: {sign}{number}"]

    def draw(draw: Callable[..., Glass], **more: Any) -> Glass:
        return grid.grid(draw, values, **named, **more)

    given = {"hidden": named.get("hidden", grid.HIDDEN), "digits": 4 if "extent" in named else 2}
    return Cells(draw, values, places, shades, card, width=700, **given)


def of_strips(width: int, **named: Any) -> Cells:
    values = np.stack([strips.FIRST, strips.SECOND])

    def draw(draw: Callable[..., Glass], **more: Any) -> Glass:
        return strips.two(draw, **named, **more)

    names = ["embedding", "+ position, ±5" if named else "+ position"]

    def places(glass: Glass, _: bool) -> dict[tuple[int, ...], tuple[float, float]]:
        return {cell: strips.cell(glass, names[cell[0]], *cell[1:], width) for cell in np.ndindex(values.shape)}

    def card(cell: tuple[int, ...], number: str) -> list[str]:
        name = ("embedding", "+ position")[cell[0]]
        return [f"{strips.TOKENS[cell[1]]}, position {11 + cell[1]}", f"{name}, dimension {cell[2]}", number]

    def shades(values: np.ndarray, ground: str) -> np.ndarray:
        return np.stack([each(diverging, extent)(values[at], ground) for at, extent in enumerate(extents)])

    extents = [2.5, named.get("extents", {}).get("+ position", 2.5)]
    return Cells(draw, values, places, shades, card, turns=False, width=width, file=width == 700 and not named)


def of_layer() -> Cells:
    def card(cell: tuple[int, ...], number: str) -> list[str]:
        head, query, key = cell
        about = [layer.NAMES[head]] if layer.NAMES[head] else []
        title = f"Head {head + 1}: {layer.TOKENS[query]} → {layer.TOKENS[key]}"
        return [title, f"weight {number}", *about, "Click: enlarge"]

    def draw(draw: Callable[..., Glass], **more: Any) -> Glass:
        return layer.heads(draw, silenced=[], **more)

    look = {"away": (0, -15), "inside": 2, "hidden": layer.HIDDEN, "written": two_digits}
    return Cells(draw, layer.WEIGHTS, layer.places, each(sequential), card, **look)


SOME = np.array([[1, 0, 0, 1, 0], [0, 0, 1, 0, 0], [0, 1, 0, 0, 1]], dtype=bool)
MASKED = np.where(np.eye(3, 5, 2, dtype=bool), -np.inf, matrix.SIGNED)
EFFECTS = np.where(grid.HIDDEN, 0, np.round(4 * grid.PATTERNS - 1.7, 2))
EFFECTS[0, 1, 4, 1] = -2.5
FEWER = grid.PATTERNS[..., :3]
OTHERS = {"hidden": np.zeros((5, 3), dtype=bool), "looked_at": ["un", "deux", "trois"]}
PICTURES = {
    "weights": of_matrix(matrix.WEIGHTS, each(sequential), zeros=True),
    "mask": of_matrix(np.where(SOME, 0, np.maximum(matrix.WEIGHTS, 0.01)), each(sequential), hidden=SOME),
    "signed": of_matrix(matrix.SIGNED, each(diverging, 7.0), scale="diverging", decimals=2),
    "half as deep": of_matrix(matrix.SIGNED, each(diverging, 14.0), "score", scale="diverging", extent=14.0),
    "masked scores": of_matrix(MASKED, each(diverging, 7.0), "masked score", scale="diverging"),
    "scores": of_matrix(MASKED, near_the_largest, "score", scale="scores", factor=0.5),
    "no scores": of_matrix(
        matrix.SIGNED, lambda values, ground: each(sequential)(values**0, ground), "score", scale="scores", factor=0.0
    ),
    "all heads": of_grid(grid.PATTERNS, each(sequential)),
    "other keys": of_grid(FEWER, each(sequential), ["un", "deux", "trois"], **OTHERS),
    "effects": of_grid(EFFECTS, of_roots, extent=2.5),
    "a layer": of_layer(),
    "strips": of_strips(700),
    "strips of two scales": of_strips(700, extents={"+ position": 5.0}),
    "strips on a phone": of_strips(390),
}
WAYS = [(name, turned) for name, cells in PICTURES.items() for turned in (False, True)[: 1 + cells.turns]]


@pytest.mark.parametrize("ground", sampled(["light", "dark"], ["dark"]))
@pytest.mark.parametrize(("name", "transposed"), WAYS, ids=lambda part: str(part))
def test_each_cell_has_its_colour_its_card_and_its_line_in_the_file(draw, name, transposed, ground) -> None:
    cells = PICTURES[name]
    turned = {"transposed": transposed} if cells.turns else {}
    glass = cells.draw(draw, width=cells.width, ground=ground, **turned)
    image, places = glass.image(), cells.places(glass, transposed)
    shades, hidden = cells.shades(cells.values, ground), np.broadcast_to(cells.hidden, cells.values.shape)
    for cell, (x, y) in places.items():
        right, down = round(x) + cells.away[0], round(y) + cells.away[1]
        inside = image[down - cells.inside : down + cells.inside + 1, right - cells.inside : right + cells.inside + 1]
        hatched = (inside[..., 3] == 0).any()
        assert hatched == hidden[cell] and (not hatched or (inside[..., 3] > 0).any()), cell
        if not hatched:
            assert_colour(image[down, right], shades[cell], cell)
            assert (np.abs(inside - inside[0, 0]) <= 1).all() or cells.inside == 2, cell
        if cells.written:
            number = [text["text"] for text in glass.texts if abs(text["x"] - x) < 1 and abs(text["y"] - y) < 1]
            assert number == ([] if hidden[cell] else [each for each in [cells.written(cells.values[cell])] if each]), (
                cell
            )
    told = [written(value, cells.digits, hidden[cell]) for cell, value in np.ndenumerate(cells.values)]
    wanted = [cells.card(cell, number) for cell, number in zip(np.ndindex(cells.values.shape), told, strict=True)]
    assert glass.cards(places[cell] for cell in np.ndindex(cells.values.shape)) == wanted
    assert glass.cards([(2, 2)]) == [[]], "beside the cells"
    if cells.file:
        in_file(glass, cells, transposed and cells.values.ndim == 2)
        in_png(glass, cells, places)


def written(value: float, digits: int, hidden: bool) -> str:
    number = "−∞" if np.isneginf(value) else f"{value:.{digits}f}".replace("-", "−")
    return f"{number if value else '0'} (masked)" if hidden else number


def in_file(glass: Glass, cells: Cells, transposed: bool) -> None:
    rows = list(csv.reader(glass.download("CSV")[1].decode("utf-8-sig").splitlines()))
    numbers = np.array([row[-cells.values.shape[-1] :] if not transposed else row[1:] for row in rows[1:]], dtype=float)
    wanted = cells.values.T if transposed else cells.values.reshape(-1, cells.values.shape[-1])
    exact = cells.digits == 4 and cells.values is not EFFECTS
    np.testing.assert_allclose(numbers, wanted, rtol=1e-6, atol=0 if exact else 0.006)


def in_png(glass: Glass, cells: Cells, places: dict[tuple[int, ...], tuple[float, float]]) -> None:
    """The file is light, and has each colour where it is on the screen, under its title."""
    image, shades = Glass.read(glass.download("PNG")[1]), cells.shades(cells.values, "light")
    hidden = np.broadcast_to(cells.hidden, cells.values.shape)
    for cell, (x, y) in places.items():
        right, down = 2 * (24 + x + cells.away[0]), 2 * (24 + 1.35 * 20 + 12 + y + cells.away[1])
        if not hidden[cell]:
            assert_colour(image[round(down), round(right)], shades[cell], cell)
