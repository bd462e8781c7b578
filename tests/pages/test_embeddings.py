"""Static embeddings: both tables show their real rows, the nearest ones and a map, and are calm with any text."""

import json

import numpy as np
import pytest

from headlight.figures.theme import plain
from headlight.pages.embeddings import embeddings as view_of
from headlight.pages.embeddings import listed
from headlight.parts import vocabulary
from headlight.reading.reader import EXAMPLE, CannotShow
from tests.draw import Drawing, draw
from tests.pages.screen import captions, opened
from transformer import load, load_words
from transformer.similarity import cosines

OWN = {"table": "this model"}


@pytest.fixture(scope="module")
def model():
    return load("story")


@pytest.fixture(scope="module")
def vectors():
    return load_words("words")


def bars(view: Drawing, key: str) -> dict[str, float]:
    return {bar["label"]: bar["value"] for bar in view.payload(key)["bars"]}


def test_the_nearest_tokens_are_those_of_the_largest_cosines_whatever_the_sentence(model):
    lists = [draw("embeddings", **OWN, text=text).payload("nearest")["bars"] for text in ("a bear", "they saw no bear")]
    assert lists[0] == lists[1]
    rows = model.transformer.embedding.weight.numpy().astype(np.float64)
    own = model.trace("a bear").tokens[1].id
    found = rows @ rows[own] / np.linalg.norm(rows, axis=1) / np.linalg.norm(rows[own])
    order = [int(id) for id in np.argsort(-found) if id != own][:8]
    assert [bar["label"] for bar in lists[0]] == [vocabulary.shown(model, id) for id in order]
    assert [bar["value"] for bar in lists[0]] == pytest.approx(found[order], abs=1e-5)


def test_a_word_that_is_not_listed_says_so_and_is_passed_over(vectors):
    drawn = draw("embeddings", deeper=True, text="the zzyzx lion", centre=1)
    assert [chip["note"] for chip in drawn.payload("word_chips")["tokens"]] == ["", "not listed", ""]
    passed = f"A word outside the list of {len(vectors.words):,} has no vector and is passed over."
    assert passed in drawn.notes and passed not in draw("embeddings", text="the lion").notes
    assert drawn.titles[1] == "Nearest to “the”"
    with pytest.raises(CannotShow, match="None of these words has a vector"):
        draw("embeddings", text="🐻 ...")
    assert "None of these words" in opened("embeddings", text="🐻 ...").info[0].value
    assert draw("embeddings", **OWN, text="🐻 ...").keys, "tokens have a vector each"


def test_a_repeated_word_is_one_point_and_its_first_position_is_chosen():
    found = listed.read(draw("embeddings", text=f"{EXAMPLE} bear").state)
    assert len(found.own) == 8 and found.own[found.chosen] == {"centre": 4}


@pytest.mark.parametrize(("table", "named"), [("Word2Vec", "Model: Word2Vec"), ("this model", "Model: story")])
def test_the_map_can_be_turned_in_three_dimensions_one_click_deeper(table, named):
    address = {"text": "my bear country", "table": table, "map_dimensions": "3"}
    assert not opened("embeddings", **address).get("plotly_chart"), "a choice of dimensions opens nothing"
    page = opened("embeddings", **address, arithmetic="true")
    spec = json.loads(page.get("plotly_chart")[0].proto.spec)
    near, own = spec["data"]
    assert own["type"] == "scatter3d" and own["hovertext"] == ["my", "bear", "country"]
    assert len(near["hovertext"]) <= 9 and not {*near["hovertext"]} & {*own["hovertext"]}
    assert spec["layout"]["annotations"][0]["text"].endswith(named)
    assert any(caption.startswith("The 3 directions") for caption in captions(page))
    assert not opened("embeddings", text="my bear country", table=table, arithmetic="true").get("plotly_chart")


@pytest.mark.parametrize("text", ["the bear sat", "bear country", "hiking <", "bear"])
@pytest.mark.parametrize("table", ["Word2Vec", "this model"])
def test_the_space_holds_the_words_and_the_neighbours_of_the_chosen_one_at_their_places(table, text):
    state = draw("embeddings", text=text, table=table, map_dimensions=3).state
    found, (places, _) = listed.read(state), listed.in_space(state)
    near, own = view_of.in_space(state, "light").figure.data
    np.testing.assert_allclose(np.stack([own[axis] for axis in "xyz"], axis=1), places[[*found.own]])
    angles = cosines(found.rows, found.rows[[found.chosen]])[:, 0]
    nearby = [int(row) for row in np.argsort(-angles)[1:4]]
    expected = {*nearby} - {*found.own}
    written = [row for row, text in zip(found.own, own["text"], strict=True) if text]
    assert {*written} == {found.chosen, *nearby} & {*found.own}, "others are named on hover"
    assert list(near["hovertext"]) == [*map(plain, found.named(_ordered(near, places)))]
    assert {*_ordered(near, places)} == expected


def _ordered(near, places) -> list[int]:
    """The rows whose points these are."""
    points = np.stack([near[axis] for axis in "xyz"], axis=1)
    return [int(np.abs(places - point).sum(axis=1).argmin()) for point in points]
