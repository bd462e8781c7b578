"""The picture of one score shows the products it was given, and a line that ends at their sum."""

import numpy as np
import pytest

from figures.attention import products_bar
from figures.theme import palette


@pytest.mark.parametrize("ground", ["light", "dark"])
def test_bars_are_the_products_and_the_line_ends_at_the_score(ground) -> None:
    query, key = np.random.default_rng(0).standard_normal((2, 7)).astype(np.float32)
    bars, line = products_bar(query, key, query * key, palette(ground)).data
    np.testing.assert_array_equal(bars.y, query * key)
    np.testing.assert_array_equal(bars.customdata, np.column_stack([query, key]))
    assert line.y[-1] == pytest.approx(query @ key, rel=1e-5)
