"""The box of numbers takes what is a number and counts what is not."""

import numpy as np
import pytest

from headlight.frame.reading import EXAMPLE as EXAMPLE_SENTENCE
from headlight.views.scaling.numbers import EXAMPLE, GAUSSIAN, parsed
from transformer.softmax import softmax


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        (EXAMPLE, ([2.0, 4.0, 5.0], 0, 0)),
        ("", ([], 0, 0)),
        (" ,; ", ([], 0, 0)),
        ("1 2;3,\t−4 1e2", ([1.0, 2.0, 3.0, -4.0, 100.0], 0, 0)),
        ("2, bear, 5, <b>", ([2.0, 5.0], 2, 0)),
        ("nan inf -inf 1e300 7", ([7.0], 4, 0)),
        (" ".join(str(n) for n in range(15)), ([float(n) for n in range(12)], 0, 3)),
    ],
)
def test_numbers_are_read_calmly(typed, found) -> None:
    assert parsed(typed) == found


def test_eight_gaussian_numbers_times_100_are_nearly_one_hot() -> None:
    values = np.array(parsed(GAUSSIAN)[0])
    assert len(values) == EXAMPLE_SENTENCE.count(" ") + 1 == 8
    assert softmax(values).max() < 0.5
    assert softmax(100 * values).max() > 0.99
