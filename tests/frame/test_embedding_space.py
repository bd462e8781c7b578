"""The space of the embedding is W_E, and its projection is the principal components of all its rows."""

import numpy as np
import pytest

from headlight.frame import vocabulary
from headlight.pictures.board import collecting
from headlight.views.embeddings import embedding_space
from tests.drawn import drawn
from transformer import load


@pytest.fixture(scope="module")
def model():
    return load("story")


def rows_of(model, text: str) -> embedding_space.Rows:
    return embedding_space._rows(model, embedding_space.of(model), model.trace(text))


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


def test_the_nearest_tokens_are_those_of_the_largest_cosines(model):
    trace = model.trace("the bear sat")
    with collecting() as board:
        embedding_space.show_nearest(model, embedding_space.of(model), trace, 1)
    rows = model.transformer.embedding.weight.numpy().astype(np.float64)
    own = trace.tokens[1].id
    found = rows @ rows[own] / np.linalg.norm(rows, axis=1) / np.linalg.norm(rows[own])
    order = [int(id) for id in np.argsort(-found) if id != own][:8]
    header, _ = drawn(board, "nearest")
    assert [bar["label"] for bar in header["bars"]] == [vocabulary.shown(model, id) for id in order]
    assert [bar["value"] for bar in header["bars"]] == pytest.approx(found[order], abs=1e-5)


def test_each_axis_says_its_own_share_of_the_variance(model):
    space = embedding_space.of(model)
    with collecting() as board:
        embedding_space.show_side(space, rows_of(model, "the bear sat"), (0, 2), key="side")
    header, values = drawn(board, "side")
    assert header["x_title"] == f"direction 1: {100 * space.shares[0]:.1f}% of the variance"
    assert header["y_title"] == f"direction 3: {100 * space.shares[2]:.1f}% of the variance"
    ids = [token.id for token in model.trace("the bear sat").tokens]
    np.testing.assert_array_equal(values.reshape(-1, 2)[-3:], space.projected[ids][:, [0, 2]].astype(np.float32))


@pytest.mark.parametrize("text", ["the bear sat", "bear country", "hiking <", "bear", "~"])
def test_the_frame_holds_the_words_and_the_neighbours_that_are_no_farther_than_all_rows_are_spread(model, text):
    space = embedding_space.of(model)
    ids = [token.id for token in model.trace(text).tokens]
    cosines = space.units @ space.units[ids].T
    near = {int(id) for column in cosines.T for id in np.argsort(-column)[:4]} - set(ids)
    spread = np.sqrt(space.projected.var(axis=0).sum())
    close = [id for id in near if np.linalg.norm(space.projected[ids] - space.projected[id], axis=1).min() <= spread]
    header, values = drawn_side(space, rows_of(model, text))
    places = space.projected[ids + close, :2]
    if len(places) == 1:  # one point has no extent: all are the frame
        places = space.projected[[*ids, *near], :2]
    np.testing.assert_allclose([header["low"], header["high"]], [places.min(axis=0), places.max(axis=0)], rtol=1e-6)
    assert len(values.reshape(-1, 2)) == len(set(ids)) + len(near), "those outside are points all the same"
    assert [group["name"] for group in header["groups"]] == ["", "near one of them", "in the sentence"]


def test_a_map_of_two_words_shows_their_neighbours_and_one_with_rare_bytes_beside_it_is_not_squashed(model):
    assert len(rows_of(model, "bear country").far.ids) == 0
    far = rows_of(model, "The hiking trail led us.").far
    assert "arzan" in far.labels and len(far.ids) < 4


def drawn_side(space, rows):
    with collecting() as board:
        embedding_space.show_side(space, rows, (0, 1), key="projection")
    return drawn(board, "projection")
