"""The space of the embedding is W_E, and its projection is the principal components of all its rows."""

import numpy as np
import pytest

from transformer import load
from ui.follow import embedding_space


@pytest.fixture(scope="module")
def model():
    return load("story")


def test_embedded_is_the_row_times_the_root_of_d_model(model):
    trace = model.trace("The cat sat on the mat.")
    rows = embedding_space.of(model).rows[[token.id for token in trace.tokens]]
    np.testing.assert_allclose(trace.embedded, rows * np.sqrt(192), atol=1e-6)


def test_the_projection_is_along_the_directions_of_most_variance(model):
    space = embedding_space.of(model)
    centred = space.rows.astype(np.float64) - space.rows.mean(axis=0, dtype=np.float64)
    variances = np.linalg.svd(centred, compute_uv=False) ** 2
    np.testing.assert_allclose(space.shares, variances[:3] / variances.sum(), rtol=1e-3)
    np.testing.assert_allclose((space.projected**2).sum(axis=0), variances[:3], rtol=1e-3)


def test_a_projection_never_lengthens_a_distance(model):
    space = embedding_space.of(model)
    full = np.linalg.norm(space.rows[:50, None] - space.rows[None, :50], axis=-1)
    flat = np.linalg.norm(space.projected[:50, None] - space.projected[None, :50], axis=-1)
    assert (flat <= full + 1e-4).all()


def test_a_repeated_token_is_one_point(model):
    ids, labels = embedding_space._of_sentence(model.trace("the bear the bear sat"))
    assert list(labels) == ["the", "bear", "sat"] and len(set(ids)) == 3
