"""Pictures as still SVG, beside what is written down of each sample: what rounds to nothing, and who has none."""

from xml.etree import ElementTree

import numpy as np
import pytest

from headlight.pictures import Labels, Screen, Style, svg_cells
from headlight.pictures.design_tokens import palettes
from headlight.pictures.svg import svg

SVG = "{http://www.w3.org/2000/svg}"


def test_a_number_that_rounds_to_nothing_is_not_written() -> None:
    board, names = Screen(), ["a", "b", "c"]
    small = np.array([[0.004, -0.004, 0.006], [-0.006, 0.0, 1.0], [0.0049, 0.005, -0.0049]])
    board.matrix(small, Labels(names, names, "weight"), alt="A.", key="k", style=Style("diverging"))
    texts = ["".join(text.itertext()) for text in ElementTree.fromstring(svg(board.pictures()["k"])).iter(f"{SVG}text")]
    assert texts[1:4] == ["", "", "0.01"] and texts[5:8] == ["−0.01", "", "1.00"]


def test_a_head_of_few_queries_and_many_keys_has_the_room_of_a_square_one_either_way_round() -> None:
    palette = palettes()["light"]
    for transposed, size in ((False, 'width="84" height="33.6"'), (True, 'width="33.6" height="84"')):
        shown = [((0, 0), "1.1", np.ones((2, 5)))]
        still = svg_cells.heads(shown, palette["sequential"], palette, transposed=transposed)
        assert size in still.parts[1]


def test_a_picture_without_a_still_one_says_where_its_file_is() -> None:
    board = Screen()
    board.token_chips(["a"], notes=["0"], key="k")
    picture = board.drawn("k")
    assert picture and not picture.picture.draw_still
    with pytest.raises(ValueError, match=r"A picture of token chips cannot be .* The page has a menu"):
        svg(picture)
