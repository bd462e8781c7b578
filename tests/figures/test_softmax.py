"""The curves of softmax show the arrays they were given, and a marker at the present setting."""

import numpy as np
import pytest

from figures.softmax import saturation_curve, variance_curve
from figures.theme import palette


def test_two_curves_with_a_marker_on_each() -> None:
    factors, largest, evenness = np.array([0.01, 1.0, 100.0]), np.array([0.3, 0.7, 1.0]), np.array([1.0, 0.6, 0.0])
    figure = saturation_curve(factors, largest, evenness, at=(1.0, 0.7, 0.6), colours=palette("light"))
    lines = [trace for trace in figure.data if trace.mode == "lines"]
    markers = [trace for trace in figure.data if trace.mode == "markers"]
    for line, values in zip(lines, (largest, evenness), strict=True):
        np.testing.assert_array_equal(line.x, factors)
        np.testing.assert_array_equal(line.y, values)
    assert [(marker.x[0], marker.y[0]) for marker in markers] == [(1.0, 0.7), (1.0, 0.6)]


@pytest.mark.parametrize("now", [0.0025, 1.0, 1000.0])
def test_the_marker_is_always_within_the_axis(now) -> None:
    ones = np.ones(3)
    figure = saturation_curve(np.array([0.01, 1, 100]), ones, ones, at=(now, 1.0, 1.0), colours=palette("dark"))
    low, high = figure.layout.xaxis.range
    assert low < np.log10(now) < high


def test_measured_variances_stand_beside_the_line() -> None:
    sizes, measured = np.array([2, 4]), np.array([2.1, 3.9])
    line, points = variance_curve(sizes, measured, colours=palette("light")).data
    np.testing.assert_array_equal(line.y, sizes)
    np.testing.assert_array_equal(points.y, measured)
