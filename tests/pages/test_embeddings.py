"""The rows of the embedding and their map: W_E itself, its nearest rows, and its principal components."""

import numpy as np
import pytest

from headlight.pages.embeddings import embedding_map, embedding_space
from headlight.parts import vocabulary
from headlight.pictures import Screen
from tests.draw import draw
from tests.drawn import drawn
from tests.pages.screen import captions, headings, opened, payload
from transformer import load


@pytest.fixture(scope="module")
def model():
    return load("story")


@pytest.fixture(scope="module")
def space(model):
    return embedding_space.of(model)


def test_bear_and_the_rows_nearest_to_its_own_are_shown_first():
    view = draw("embeddings", deeper=True)
    assert view.payload("cosines")["selected"] == [4, 3], "bear is open first"
    assert view.payload("cosines")["extent"] == 1.0
    assert len(view.payload("nearest")["bars"]) == 8
    assert view.payload("sentence_rows")["width"] == 192
    bear = load("story").tokenizer.encode("bear")[0].id
    assert f"W_E[{bear}]" in view.formula("lookup_formula")


def test_under_the_row_of_a_token_are_those_of_the_nearest(model, space):
    view = draw("embeddings", text="I love bears", token=2)
    names = view.payload("embedding_rows")["strips"]
    id = model.trace("I love bears").tokens[2].id
    order = [int(each) for each in np.argsort(-(space.units @ space.units[id])) if each != id][:3]
    assert names == ["row of “bears”", *(f"row of “{model.tokenizer.text_of(each).strip()}”" for each in order)]
    np.testing.assert_array_equal(view.numbers("embedding_rows").reshape(4, 192), space.rows[[id, *order]])


def test_the_chosen_tokens_are_in_the_address():
    view = draw("embeddings", deeper=True, text="my bear country", token=1, other_token=2)
    assert view.payload("cosines")["selected"] == [1, 2]
    assert "W_E[1091]" in view.formula("lookup_formula")


def test_the_map_is_flat_or_can_be_turned():
    page = opened("embeddings", text="my bear country", arithmetic="true")
    assert payload(page, "projection")["groups"][-1]["labels"] == ["my", "bear", "country"]
    assert not page.get("plotly_chart")
    page = opened("embeddings", text="my bear country", map_dimensions="3", arithmetic="true")
    assert "scatter3d" in page.get("plotly_chart")[0].proto.spec
    assert any(caption.startswith("The 3 directions") for caption in captions(page))
    sides = {key: payload(page, key) for key in ("side_1_2", "side_1_3", "side_2_3")}
    assert [each["groups"][-1]["labels"] for each in sides.values()] == [["my", "bear", "country"]] * 3
    read = [[each[end][:11] for end in ("x_title", "y_title")] for each in sides.values()]
    assert read == [[f"direction {one}", f"direction {other}"] for one, other in ((1, 2), (1, 3), (2, 3))]


def test_the_map_is_one_click_deeper_and_a_choice_of_its_dimensions_opens_nothing():
    page = opened("embeddings", text="bear", map_dimensions="3")
    assert not page.get("plotly_chart") and not any("three sides" in each for each in headings(page))


def test_the_nearest_tokens_are_those_of_the_largest_cosines_whatever_the_sentence(model):
    lists = [draw("embeddings", text=text).payload("nearest")["bars"] for text in ("a bear", "they saw no bear")]
    assert lists[0] == lists[1]
    rows = model.transformer.embedding.weight.numpy().astype(np.float64)
    own = model.trace("a bear").tokens[1].id
    found = rows @ rows[own] / np.linalg.norm(rows, axis=1) / np.linalg.norm(rows[own])
    order = [int(id) for id in np.argsort(-found) if id != own][:8]
    assert [bar["label"] for bar in lists[0]] == [vocabulary.shown(model, id) for id in order]
    assert [bar["value"] for bar in lists[0]] == pytest.approx(found[order], abs=1e-5)


def test_embedded_is_the_row_times_the_root_of_d_model(model, space):
    trace = model.trace("The cat sat on the mat.")
    rows = space.rows[[token.id for token in trace.tokens]]
    np.testing.assert_allclose(trace.embedded, rows * np.sqrt(192), atol=1e-6)


def test_the_projection_is_along_the_directions_of_most_variance(space):
    centred = space.rows.astype(np.float64) - space.rows.mean(axis=0, dtype=np.float64)
    variances = np.linalg.svd(centred, compute_uv=False) ** 2
    np.testing.assert_allclose(space.shares, variances[:3] / variances.sum(), rtol=1e-3)
    np.testing.assert_allclose((space.projected**2).sum(axis=0), variances[:3], rtol=1e-3)


def test_a_projection_never_lengthens_a_distance(space):
    full = np.linalg.norm(space.rows[:50, None] - space.rows[None, :50], axis=-1)
    flat = np.linalg.norm(space.projected[:50, None] - space.projected[None, :50], axis=-1)
    assert (flat <= full + 1e-4).all()


def test_a_repeated_token_is_one_point(model, space):
    found = embedding_map.rows(space, model.trace("the bear the bear sat"))
    assert found.words == ["the", "bear", "sat"] and len(set(found.own)) == 3


def test_each_axis_says_its_own_share_of_the_variance(model, space):
    header, values = side(space, model.trace("the bear sat"), (0, 2))
    assert header["x_title"] == f"direction 1: {100 * space.shares[0]:.1f}% of the variance"
    assert header["y_title"] == f"direction 3: {100 * space.shares[2]:.1f}% of the variance"
    ids = [token.id for token in model.trace("the bear sat").tokens]
    np.testing.assert_array_equal(values.reshape(-1, 2)[-3:], space.projected[ids][:, [0, 2]].astype(np.float32))


@pytest.mark.parametrize("text", ["the bear sat", "bear country", "hiking <", "bear", "~"])
def test_the_frame_holds_the_words_and_the_neighbours_that_are_no_farther_than_all_rows_are_spread(model, space, text):
    ids = [token.id for token in model.trace(text).tokens]
    cosines = space.units @ space.units[ids].T
    near = {int(id) for column in cosines.T for id in np.argsort(-column)[:4]} - set(ids)
    spread = np.sqrt(space.projected.var(axis=0).sum())
    close = [id for id in near if np.linalg.norm(space.projected[ids] - space.projected[id], axis=1).min() <= spread]
    header, values = side(space, model.trace(text), (0, 1))
    places = space.projected[ids + close, :2]
    if len(places) == 1:  # one point has no extent: all are the frame
        places = space.projected[[*ids, *near], :2]
    np.testing.assert_allclose([header["low"], header["high"]], [places.min(axis=0), places.max(axis=0)], rtol=1e-6)
    assert len(values.reshape(-1, 2)) == len(set(ids)) + len(near), "those outside are points all the same"
    assert [group["name"] for group in header["groups"]] == ["", "near one of them", "in the sentence"]


def test_a_map_of_two_words_shows_their_neighbours_and_one_with_rare_bytes_beside_it_is_not_squashed(model, space):
    assert len(embedding_map.rows(space, model.trace("bear country")).far) == 0
    far = embedding_map.rows(space, model.trace("The hiking trail led us.")).far
    assert "arzan" in [vocabulary.shown(model, id) for id in far] and len(far) < 4


def side(space, trace, axes):
    board = Screen()
    embedding_map.side(board, space, embedding_map.rows(space, trace), axes, key="side")
    return drawn(board, "side")
