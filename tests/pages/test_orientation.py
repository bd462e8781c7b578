"""The switch that draws queries as columns turns the pictures and their words, never the numbers."""

import numpy as np
import pytest

from tests.draw import draw
from tests.pages.screen import captions, headings, notes, numbers, opened, payload

MATRICES = {"attention": "pattern"}
# Views that say it in fewer words.
SHORT = {
    "heads": "layer_heads",
    "all_heads": "head_grid",
    "position_twins": "pattern_none",
    "masking": "masked",
    "scaling": "pattern_scaled",
}


def words(page) -> list[str]:
    """All small type of the page: captions, and what boards say."""
    return [*captions(page), *notes(page), *headings(page)]


@pytest.mark.parametrize(("name", "key"), MATRICES.items())
def test_queries_as_columns_turn_the_drawing_and_the_words(name: str, key: str) -> None:
    rows = opened(name, text="bear country")
    columns = opened(name, text="bear country", orientation="columns")
    assert not payload(rows, key)["transposed"] and payload(columns, key)["transposed"]
    np.testing.assert_array_equal(numbers(rows, key), numbers(columns, key))
    said = [" ".join(words(page)).lower() for page in (rows, columns)]
    assert "each row sums to 1" in said[0] and "each column sums to 1" in said[1]
    assert "each row sums" not in said[1] and "rows sum" not in said[1]


def test_the_pattern_says_which_way_its_softmax_ran() -> None:
    at = opened("attention", orientation="columns")
    assert any("Columns attend, rows are attended to. Each column sums to 1." in caption for caption in words(at))
    assert "columns attend, rows are attended to" in payload(at, "pattern")["alt"]


@pytest.mark.parametrize(("name", "key"), SHORT.items())
def test_the_other_matrices_turn_too(name: str, key: str) -> None:
    at = draw(name, text="bear country", orientation="columns")
    assert at.payload(key)["transposed"]
    np.testing.assert_array_equal(at.numbers(key), draw(name, text="bear country").numbers(key))
