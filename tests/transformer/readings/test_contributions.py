"""What the heads of a layer add, each by itself, is together what attention adds."""

import numpy as np
import pytest

from transformer.readings.contributions import contributions, lengths

TEXT = "The cat sat on the mat."


def test_lengths_are_those_of_the_vectors_at_the_position():
    written = np.zeros((2, 3, 4), dtype=np.float32)
    written[0, 2] = (3, 0, 4, 0)
    written[1, 0] = (0, 2, 0, 0)
    np.testing.assert_array_equal(lengths(written), [5, 0])
    np.testing.assert_array_equal(lengths(written, 0), [0, 2])


def test_a_layer_that_does_not_exist_is_refused(make_language_model):
    model = make_language_model()
    with pytest.raises(IndexError):
        contributions(model.transformer, model.trace(TEXT), 2)
