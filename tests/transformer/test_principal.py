"""Principal components against a singular value decomposition of the centred points."""

import numpy as np
import pytest

from transformer.principal import principal_components

SHAPES = [(5, 3), (97, 7), (7, 11), (3, 3)]  # more points than dimensions, and fewer


def points_of(shape):
    """Points about a centre far from zero, stretched by another factor in each of their dimensions."""
    random = np.random.default_rng(0)
    return (random.standard_normal(shape) * np.arange(1, shape[1] + 1) + 20).astype(np.float32)


@pytest.mark.parametrize("shape", SHAPES)
def test_directions_and_shares_are_those_of_the_singular_values(shape):
    points = points_of(shape)
    _, lengths, vectors = np.linalg.svd(points - points.mean(axis=0, dtype=np.float64), full_matrices=False)
    found = principal_components(points, 2)
    np.testing.assert_allclose(found.shares, lengths[:2] ** 2 / (lengths**2).sum(), rtol=1e-9)
    for direction, expected in zip(found.directions, vectors[:2], strict=True):
        assert abs(direction @ expected) == pytest.approx(1)


@pytest.mark.parametrize("shape", SHAPES)
def test_places_are_the_centred_points_along_the_directions(shape):
    points = points_of(shape)
    found = principal_components(points, 2)
    np.testing.assert_allclose(found.places, (points - points.mean(axis=0)) @ found.directions.T, atol=1e-4)
    np.testing.assert_allclose(found.places.mean(axis=0), 0, atol=1e-9)
    np.testing.assert_allclose(found.directions @ found.directions.T, np.eye(2), atol=1e-12)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_picture_is_never_mirrored(shape):
    points = points_of(shape)
    found = principal_components(points, 2)
    largest = np.abs(found.directions).argmax(axis=1)
    assert (found.directions[[0, 1], largest] > 0).all()
    turned = principal_components(points[::-1], 2)
    np.testing.assert_allclose(turned.places[::-1], found.places, atol=1e-6)


def test_as_many_directions_as_there_are_hold_all_of_the_variance():
    for shape in SHAPES:
        most = min(shape)
        found = principal_components(points_of(shape), most)
        assert found.directions.shape == (most, shape[1]) and found.shares.sum() == pytest.approx(1)
        np.testing.assert_allclose(principal_components(points_of(shape), 1).places, found.places[:, :1], atol=1e-9)


def test_points_that_are_all_the_same_have_no_variance_to_share():
    assert principal_components(np.full((4, 3), 2.0), 2).shares.tolist() == [0, 0]


@pytest.mark.parametrize("count", [0, 4])
def test_more_directions_than_dimensions_or_none_are_refused(count):
    with pytest.raises(ValueError, match="directions"):
        principal_components(points_of((5, 3)), count)
