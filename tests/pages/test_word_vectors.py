"""The page of word vectors: real numbers on the first screen, its address restores it, calm with any text and sum."""

import json

import numpy as np
import pytest

from headlight.frame import reading
from tests.awkward import AWKWARD
from tests.pages.screen import captions, notes, numbers, opened, payload
from tests.statements import lesson
from transformer import load_words
from transformer.bundled.folders import MODELS
from transformer.similarity import cosines


@pytest.fixture(scope="module")
def vectors():
    return load_words("words")


def bars(page, key: str) -> dict[str, float]:
    return {bar["label"]: bar["value"] for bar in payload(page, key)["bars"]}


def said(page, key: str) -> str:
    return "".join(words for words, _ in payload(page, key)["says"])


def test_the_first_screen_shows_one_hot_rows_and_the_vectors_that_replace_them(vectors):
    page = opened("one_hot")
    names = payload(page, "one_hot")["rows"]
    assert names == ["the", "hiking", "trail", "led", "us", "through", "bear", "country"]
    size = len(names), len(names)
    np.testing.assert_array_equal(numbers(page, "one_hot").reshape(size), np.eye(len(names)))
    distances = numbers(page, "one_hot_distances").reshape(size)
    np.testing.assert_allclose(distances, np.sqrt(2) * (1 - np.eye(len(names))), rtol=1e-6)
    rows = vectors.vectors[[vectors.place(word) for word in names]]
    np.testing.assert_allclose(numbers(page, "word_cosines").reshape(size), cosines(rows, rows), atol=1e-6)
    assert payload(page, "one_hot")["text"] == reading.EXAMPLE


def test_the_lookup_is_the_row_of_the_chosen_word(vectors):
    page = opened("one_hot", text="the river bank", centre="1")
    assert payload(page, "word_product")["tokens"] == ["river"]
    np.testing.assert_array_equal(numbers(page, "word_product"), vectors.vectors[vectors.place("river")])


def test_the_window_gives_the_pairs_of_the_chosen_word(vectors):
    address = {"centre": "2", "words_around": "1", "list_examples": "true", "arithmetic": "true"}
    page = opened("word_vectors", text="the river bank is steep", **address)
    header = payload(page, "window_examples")
    pairs = [bar["label"] for bar in header["bars"] if not bar["faded"]]
    assert pairs == ["river", "is"]
    np.testing.assert_allclose(
        list(bars(page, "window_examples").values())[:2], vectors.pair_chance("bank", ["river", "is"]), rtol=1e-6
    )
    assert sum(bar["faded"] for bar in header["bars"]) == 4
    assert list(page.dataframe[0].value["Given"])[:3] == ["the", "river", "river"]


def test_under_each_word_stands_its_place_on_the_list(vectors):
    chips = payload(opened("word_vectors", text="the zzyzx bear"), "word_chips")
    places = [vectors.words.index(word) for word in ("the", "bear")]
    assert [chip["note"] for chip in chips["tokens"]] == [
        f"no. {places[0] + 1:,}",
        "not listed",
        f"no. {places[1] + 1:,}",
    ]


def test_cbow_guesses_the_word_in_the_middle_and_says_its_rank(vectors):
    page = opened(
        "word_vectors",
        text="the river bank is steep",
        centre="2",
        method="CBOW",
        list_examples="true",
        arithmetic="true",
    )
    around = [vectors.vectors[vectors.words.index(word)] for word in ("the", "river", "is", "steep")]
    order = np.argsort(-(vectors.contexts @ np.mean(around, axis=0)))
    rank = 1 + order.tolist().index(vectors.words.index("bank"))
    assert f"The word that stands there, bank, is guess no. {rank:,} of" in said(page, "window_examples")
    assert page.dataframe[0].value["Given"].iloc[0] == "river, bank"
    assert 0 < sum(bars(page, "window_examples").values()) <= 1


def test_the_nearest_words_are_those_of_the_chosen_word(vectors):
    page = opened("word_vectors", text="a happy king", centre="2")
    assert bars(page, "nearest_words") == pytest.approx(dict(vectors.nearest("king", 8)))


def test_a_click_on_a_word_moves_the_window():
    page = opened("word_vectors", text="the river bank is steep")
    page.session_state["centre"] = 0
    page.run()
    assert [chip["strong"] for chip in payload(page, "word_chips")["tokens"]] == [True, *[False] * 4]


@pytest.mark.parametrize("projection", ["PCA", "t-SNE"])
@pytest.mark.parametrize("frame", ["near my words", "all words"])
def test_the_map_names_the_words_of_the_sentence(projection, frame):
    page = opened("word_vectors", text="the king ate a banana", projection=projection, frame=frame)
    groups = {group["name"]: group["labels"] for group in payload(page, "word_map")["groups"]}
    assert groups["in your sentence"] == ["the", "king", "ate", "a", "banana"]
    assert len(groups["nearest to them"]) >= 10
    assert "variance" in payload(page, "word_map")["x_title"] or projection == "t-SNE"


def test_words_that_are_not_listed_are_passed_over_and_said():
    page = opened("one_hot", text="the zyzzyva sat", centre="1")
    assert [chip["note"] for chip in payload(page, "word_chips")["tokens"]][1] == "not listed"
    assert payload(page, "word_product")["tokens"] == ["the"]


def test_king_minus_man_plus_woman_and_where_queen_stands(vectors):
    page = opened("word_sums")
    assert bars(page, "analogy_answers") == pytest.approx(dict(vectors.analogy("king", "man", "woman", 8)))
    without, with_them = (vectors.rank("queen", "king", "man", "woman", exclude=exclude) for exclude in (True, False))
    assert said(page, "analogy_answers") == (
        f"queen is no. {without} of {len(vectors.words):,} when the three words are left out, "
        f"and no. {with_them} with all words allowed."
    )


def test_the_words_of_the_sum_may_be_allowed_as_answers(vectors):
    page = opened("word_sums", left_out="false")
    answers = vectors.analogy("king", "man", "woman", 8, exclude=False)
    assert bars(page, "analogy_answers") == pytest.approx(dict(answers))


def test_the_sum_is_in_the_address(vectors):
    page = opened("word_sums", first="Paris", minus="france", plus="england", expected="London")
    assert list(bars(page, "analogy_answers")) == [word for word, _ in vectors.analogy("paris", "france", "england", 8)]
    assert "London is no. " in said(page, "analogy_answers")


@pytest.mark.parametrize("words", [("king", "king", "king", "king"), ("king", "man", "man", "king")])
def test_sums_that_are_none_are_met_calmly(words):
    page = opened("word_sums", **dict(zip(("first", "minus", "plus", "expected"), words, strict=True)))
    assert np.isfinite(numbers(page, "parallelogram")).all()
    assert "with all words allowed" in said(page, "analogy_answers")


@pytest.mark.parametrize("word", ["zyzzyva", "two words", "<img src=x>", r"$\alpha\beta$", "🐻"])
def test_a_box_without_a_listed_word_is_a_calm_sentence(word):
    page = opened("word_sums", minus=word)
    assert any("no single word of the list" in caption for caption in captions(page))


@pytest.mark.parametrize("text", AWKWARD)
@pytest.mark.parametrize(("view", "picture"), [("word_vectors", "nearest_words"), ("one_hot", "one_hot")])
def test_any_text_is_met_calmly(view, picture, text):
    page = opened(view, text=text)
    assert any("No word of this text" in caption for caption in captions(page)) or payload(page, picture)


@pytest.mark.parametrize(
    "wrong",
    [{"centre": "9999"}, {"centre": "-1"}, {"window": "99"}, {"method": "x"}, {"projection": "9"}, {"frame": ""}],
)
def test_an_address_that_makes_no_sense_falls_back(wrong):
    page = opened("word_vectors", **wrong)
    assert payload(page, "window_examples")["bars"]
    assert payload(page, "word_map")["groups"]


@pytest.mark.parametrize("method", ["Skip-gram", "CBOW"])
def test_word2vec_is_drawn_as_a_network_with_its_last_layer_cut_off(method: str) -> None:
    address = {"method": method, "centre": "2", "words_around": "2", "arithmetic": "true"}
    at = opened("word_vectors", text="the old king of the river", **address)
    vectors = load_words("words")
    given = ["king"] if method == "Skip-gram" else ["the", "old", "of", "the"]
    hidden = np.mean([vectors.vectors[vectors.place(word)] for word in given], axis=0)
    powers = np.exp((vectors.contexts @ hidden).astype(np.float64))
    chances = powers / powers.sum()
    np.testing.assert_allclose(numbers(at, "network_hidden"), hidden, rtol=1e-5, atol=1e-6)
    entered = {bar["label"]: bar["value"] for bar in payload(at, "network_input")["bars"]}
    assert entered == {word: given.count(word) / len(given) for word in given}
    out = payload(at, "network_output")["bars"]
    assert all(bar["faded"] for bar in out) and not any(bar["faded"] for bar in payload(at, "network_input")["bars"])
    order = np.argsort(-chances)[: len(out)]
    assert [bar["label"] for bar in out] == [vectors.words[place] for place in order]
    np.testing.assert_allclose([bar["value"] for bar in out], chances[order], rtol=1e-4)


def test_the_sizes_of_the_network_are_those_of_the_bundled_vectors() -> None:
    at = opened("word_vectors", arithmetic="true")
    vectors, said = load_words("words"), lesson("word_vectors")
    header = payload(at, "network_sizes")
    columns = {column["name"]: [cell[0] for cell in column["cells"]] for column in header["columns"]}
    assert columns["shape"] == ["16,929 × 64", "64 × 16,929"] and vectors.vectors.shape == (16_929, 64)
    assert columns["learned numbers"] == [f"{vectors.vectors.size:,}", f"{vectors.contexts.size:,}"]
    assert f"two matrices of {vectors.vectors.size:,} numbers each" in said
    assert header["faded"] == [1] and "thrown away" in columns["after training"][1]
    recipe = json.loads((MODELS / "words" / "training.json").read_text("utf-8"))["recipe"]
    assert recipe["kind"] == "skip-gram with negative sampling" and recipe["negative"] == 10
    (window,) = [slider for slider in at.slider if slider.key == "words_around"]
    assert f"windows of up to {recipe['window']} words" in window.help
    assert any("negative sampling asked of each true pair, and of ten drawn ones" in note for note in notes(at))
