"""Strips of vectors: each number's colour at its array, token and dimension."""

import numpy as np
import pytest

from components.strips import strips
from tests.browser.drawing.colours import assert_colour, diverging

TOKENS = ["ant", "bee", "<cat>"]
FIRST, SECOND = np.random.default_rng(8).standard_normal((2, 3, 7))


def two(draw, **named):
    given = {"tokens": TOKENS, "alt": "Two arrays.", "row": 20, "extent": 2.5, "first": 11}
    return draw(strips, {"embedding": FIRST, "+ position": SECOND}, **{**given, **named})


def cell(glass, name: str, token: int, dimension: int) -> tuple[float, float]:
    label = glass.text(name)
    return 96 + (dimension + 0.5) * (700 - 96) / 7, label["y"] + (token - 1) * 20


@pytest.mark.parametrize("ground", ["light", "dark"])
def test_each_number_has_its_colour_in_its_strip_row_and_column(draw, ground: str) -> None:
    glass = two(draw, ground=ground)
    image = glass.image()
    for name, values in (("embedding", FIRST), ("+ position", SECOND)):
        for (token, dimension), value in np.ndenumerate(values):
            x, y = cell(glass, name, token, dimension)
            assert_colour(image[round(y), round(x)], diverging(value, 2.5, ground), (name, token, dimension))


def test_hover_names_the_token_its_place_the_dimension_and_the_number(draw) -> None:
    glass = two(draw)
    places = {
        name: cell(glass, name, token, dimension)
        for name, token, dimension in [("embedding", 2, 5), ("+ position", 0, 6)]
    }
    minus = f"{FIRST[2, 5]:.4f}".replace("-", "−")
    assert glass.hover(*places["embedding"]) == ["<cat>, position 13", "embedding, dimension 5", minus]
    minus = f"{SECOND[0, 6]:.4f}".replace("-", "−")
    assert glass.hover(*places["+ position"]) == ["ant, position 11", "+ position, dimension 6", minus]
    assert glass.hover(300, 63) == []  # between the strips


def test_the_deepest_colour_is_twice_the_usual_size_of_a_number(draw) -> None:
    glass = two(draw, extent=None)
    size = 2 * np.sqrt(np.mean(np.stack([FIRST, SECOND]) ** 2))
    x, y = cell(glass, "embedding", 0, 3)
    assert_colour(glass.image()[round(y), round(x)], diverging(FIRST[0, 3], size, "light"))


def test_many_tokens_stay_under_the_tallest_and_a_phone_has_names_above(draw) -> None:
    many = np.random.default_rng(1).standard_normal((41, 7))
    assert draw(strips, {"memory": many}, tokens=["a"] * 41, alt="Tall.", row=20, tallest=130).size[1] == pytest.approx(
        130, abs=1
    )
    glass = two(draw, width=390)
    assert glass.text("embedding")["y"] < 20
    image = glass.image()
    for (token, dimension), value in np.ndenumerate(FIRST):
        x, y = (dimension + 0.5) * 390 / 7, 20 + 20 * (token + 0.5)
        assert_colour(image[round(y), round(x)], diverging(value, 2.5, "light"), (token, dimension))
