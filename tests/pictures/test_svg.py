"""A matrix as SVG: its numbers, labels and colours are those of the picture, and hidden cells are hatched."""

from xml.etree import ElementTree

import numpy as np
import pytest

from headlight.pictures import bars, collecting, matrix
from headlight.pictures.colours import palettes
from headlight.pictures.svg import svg

SVG = "{http://www.w3.org/2000/svg}"
VALUES = np.array([[1.0, 0.0, 0.0], [0.25, 0.75, 0.0], [0.5, 0.125, 0.375]])
TOKENS = ["ant", "<b>", "cat & \x00dog"]


def drawn(values: np.ndarray = VALUES, says: str = "", **named) -> ElementTree.Element:
    with collecting() as board:
        matrix(values, rows=TOKENS, columns=TOKENS, noun="weight", alt="A <matrix>.", key="k", **named)
    picture = board.drawn("k")
    assert picture
    return ElementTree.fromstring(svg(picture, says))


def texts(image: ElementTree.Element) -> list[str]:
    return ["".join(text.itertext()) for text in image.iter(f"{SVG}text")]


def fills(image: ElementTree.Element) -> list[str]:
    """Of the cells, without the ground."""
    return [cell.attrib["fill"] for cell in image.iter(f"{SVG}rect")][1:]


def test_it_has_the_numbers_the_labels_and_the_sentence() -> None:
    image = drawn(says="It looks back.", hidden=np.triu(np.ones((3, 3), dtype=bool), 1))
    shown = texts(image)
    assert shown[:4] == ["ant", "1.00", "0", "0"]
    assert shown[4:8] == ["<b>", "0.25", "0.75", "0"]
    assert shown[12:] == ["ant", "<b>", "cat & �dog", "It looks back."]
    assert image.findtext(f"{SVG}title") == "A <matrix>."


def test_colours_are_those_of_the_scale_and_hidden_cells_are_hatched() -> None:
    low, middle, high = palettes()["light"]["sequential"]
    hidden = np.triu(np.ones((3, 3), dtype=bool), 1)
    shown = fills(drawn(hidden=hidden))
    assert np.array_equal(np.array(shown).reshape(3, 3) == "url(#hidden)", hidden)
    assert shown[0] == f"rgb({','.join(map(str, high))})" and shown[6] == f"rgb({','.join(map(str, middle))})"
    assert fills(drawn())[1] == f"rgb({','.join(map(str, low))})"


def test_scores_go_by_their_row_and_what_is_masked_or_unwritten_by_none() -> None:
    scores = np.array([[2.0, -np.inf, -np.inf], [-30.0, -28.0, -np.inf], [1.0, np.nan, 1.0]])
    image = drawn(scores, scale="scores")
    assert [number for number in texts(image)[:12] if number in ("−∞", "", "−30.00")] == [
        "−∞",
        "−∞",
        "−30.00",
        "−∞",
        "",
    ]
    shown = fills(image)
    assert shown[0] == shown[4] == shown[6] == shown[8] != shown[3]
    assert fills(drawn(np.array([[-1.0, 0, 1]] * 3), scale="diverging"))[:3] == [
        f"rgb({','.join(map(str, stop))})" for stop in reversed(palettes()["light"]["diverging"])
    ]


def test_transposed_it_is_drawn_the_other_way_round() -> None:
    assert texts(drawn(transposed=True))[:4] == ["ant", "1.00", "0.25", "0.50"]


def test_another_picture_says_where_its_file_is() -> None:
    with collecting() as board:
        bars([0.5], labels=["a"], alt="B.", key="k")
    picture = board.drawn("k")
    assert picture
    with pytest.raises(ValueError, match="The page has a menu"):
        svg(picture)
