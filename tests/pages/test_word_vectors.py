"""Word vectors: one-hot rows, windows, a map and sums show the real numbers, and are calm with any text and sum."""

import json

import numpy as np
import pytest

from headlight.pages.embeddings import one_hot, word_list, word_sums, word_vectors
from headlight.reading.reader import EXAMPLE, CannotShow
from tests.draw import Drawing, draw
from tests.drawn import plain
from tests.pages.screen import opened, payload
from tests.statements import lesson
from transformer import load_words
from transformer.bundled.folders import MODELS
from transformer.similarity import cosines

RIVER = "the river bank is steep"


@pytest.fixture(scope="module")
def vectors():
    return load_words("words")


def bars(view: Drawing, key: str) -> dict[str, float]:
    return {bar["label"]: bar["value"] for bar in view.payload(key)["bars"]}


def cells(view: Drawing, key: str) -> dict[str, list[str]]:
    return {column["name"]: [cell[0] for cell in column["cells"]] for column in view.payload(key)["columns"]}


def test_one_hot_rows_are_as_far_apart_as_can_be_and_the_vectors_that_replace_them_are_not(vectors):
    view = draw("word_vectors", deeper=True)
    names = view.payload("one_hot")["rows"]
    assert names == ["the", "girl", "stepped", "into", "bear", "country", "and", "helped"]
    size = len(names), len(names)
    np.testing.assert_array_equal(view.numbers("one_hot").reshape(size), np.eye(len(names)))
    distances = view.numbers("one_hot_distances").reshape(size)
    np.testing.assert_allclose(distances, np.sqrt(2) * (1 - np.eye(len(names))), rtol=1e-6)
    rows = vectors.vectors[[vectors.row_of(word) for word in names]]
    np.testing.assert_allclose(view.numbers("word_cosines").reshape(size), cosines(rows, rows), atol=1e-6)
    assert view.payload("one_hot")["text"] == EXAMPLE


def test_the_lookup_is_the_row_of_the_chosen_word(vectors):
    view = draw("word_vectors", deeper=True, text="the river bank", centre=1)
    assert view.payload("word_product")["tokens"] == ["river"]
    np.testing.assert_array_equal(view.numbers("word_product"), vectors.vectors[vectors.row_of("river")])
    for word in ("bear", "the", vectors.words[-1]):
        place = vectors.words.index(word)
        np.testing.assert_array_equal(one_hot.product(vectors, word), vectors.vectors[place])


def test_the_window_gives_the_pairs_of_the_chosen_word(vectors):
    view = draw("word_vectors", deeper=True, text=RIVER, centre=2, words_around=1, list_examples=True)
    shown = view.payload("window_examples")["bars"]
    assert [bar["label"] for bar in shown if not bar["faded"]] == ["river", "is"]
    expected = vectors.pair_chance("bank", ["river", "is"])
    np.testing.assert_allclose([bar["value"] for bar in shown][:2], expected, rtol=1e-6)
    assert sum(bar["faded"] for bar in shown) == 4
    assert cells(view, "training_examples")["Given"][:3] == ["the", "river", "river"]


def test_the_examples_of_a_sentence_are_given_and_to_be_predicted():
    assert word_vectors.examples("abc", 1, "Skip-gram") == {
        "Given": ["a", "b", "b", "c"],
        "To predict": ["b", "a", "c", "b"],
    }
    assert word_vectors.examples("abc", 1, "CBOW") == {"Given": ["b", "a, c", "b"], "To predict": ["a", "b", "c"]}


def test_a_word_that_is_not_listed_says_so_and_is_passed_over(vectors):
    drawn = draw("word_vectors", text="the zzyzx bear")
    assert [chip["note"] for chip in drawn.payload("word_chips")["tokens"]] == ["", "not listed", ""]
    passed = f"A word outside the list of {len(vectors.words):,} has no vector and is passed over."
    assert passed in drawn.notes and not draw("word_vectors", text="the bear").notes
    found = word_list.sentence(vectors, "the zyzzyva sat")
    assert found.known == ["the", "sat"] and found.places == (0, 2)


def test_cbow_guesses_the_word_in_the_middle_and_says_its_rank(vectors):
    view = draw("word_vectors", deeper=True, text=RIVER, centre=2, method="CBOW", list_examples=True)
    around = [vectors.vectors[vectors.words.index(word)] for word in ("the", "river", "is", "steep")]
    order = np.argsort(-(vectors.contexts @ np.mean(around, axis=0)))
    rank = 1 + order.tolist().index(vectors.words.index("bank"))
    assert f"The word that is really there, bank, is guess no. {rank:,} of" in view.says("window_examples")
    assert cells(view, "training_examples")["Given"][0] == "river, bank"
    assert 0 < sum(bars(view, "window_examples").values()) <= 1


def test_the_nearest_words_are_those_of_the_chosen_word(vectors):
    view = draw("word_vectors", text="a happy king", centre=2)
    assert bars(view, "nearest_words") == pytest.approx(dict(vectors.nearest("king", 8)))


def test_a_click_on_a_word_moves_the_window():
    view = draw("word_vectors", text=RIVER, **draw("word_vectors", text=RIVER).chosen("word_chips", 0))
    assert [chip["strong"] for chip in view.payload("word_chips")["tokens"]] == [True, *[False] * 4]


@pytest.mark.parametrize("projection", ["PCA", "t-SNE"])
@pytest.mark.parametrize("frame", ["near my words", "all words"])
def test_the_map_names_the_words_of_the_sentence(projection, frame):
    chosen = {"text": "the king ate a banana", "centre": 3, "projection": projection, "frame": frame}
    sent = draw("word_vectors", **chosen).payload("word_map")
    groups = {group["name"]: group["labels"] for group in sent["groups"]}
    assert sent["groups"][-1]["labels"] == ["a"] and groups["in your sentence"] == ["the", "king", "ate", "banana"]
    lit = [word for word, _ in load_words("words").nearest("a", 8)]
    assert groups["its nearest"] == [word for word in lit if word not in ("the", "king", "ate", "banana")]
    named = [label for group in sent["groups"] if group["named"] for label in group["labels"]]
    assert len(named) == len({"a", "the", "king", "ate", "banana", *lit}), "no other point has its name"
    assert ("variance" in sent["x_title"]) == (projection == "PCA")


def test_bear_is_open_first_and_a_point_of_the_sentence_is_chosen_on_the_map():
    view = draw("word_vectors")
    assert view.titles == ["A map of the words", "Nearest to “bear”"]
    labels = [label for group in view.payload("word_map")["groups"] for label in group["labels"]]
    chosen = view.chosen("word_map", len(labels) - 2 - labels[::-1].index("country") + 1)
    assert chosen == {"centre": EXAMPLE.split().index("country")}
    assert draw("word_vectors", **chosen).payload("word_map")["groups"][-1]["labels"] == ["country"]
    assert not view.chosen("word_map", labels.index("endure")), (
        "a word that the sentence does not have is none to choose"
    )


def test_words_that_are_not_listed_are_passed_over_and_said():
    view = draw("word_vectors", deeper=True, text="the zyzzyva sat", centre=1)
    assert [chip["note"] for chip in view.payload("word_chips")["tokens"]][1] == "not listed"
    assert view.payload("word_product")["tokens"] == ["the"]


def test_a_text_without_a_listed_word_is_a_calm_sentence():
    with pytest.raises(CannotShow, match="None of these words has a vector"):
        draw("word_vectors", text="🐻 ...")
    assert "None of these words" in opened("word_vectors", text="🐻 ...").info[0].value


def test_king_minus_man_plus_woman_and_where_queen_stands(vectors):
    view = draw("word_sums")
    assert bars(view, "analogy_answers") == pytest.approx(dict(vectors.analogy("king", "man", "woman", 8)))
    without, with_them = (vectors.rank("queen", "king", "man", "woman", exclude=exclude) for exclude in (True, False))
    assert view.says("analogy_answers") == (
        f"queen is no. {without} of {len(vectors.words):,} when the three words are left out, "
        f"and no. {with_them} with all words allowed."
    )


@pytest.mark.parametrize("given", [{}, {"left_out": False}, {"expected": "Princess"}])
def test_the_step_is_carried_to_the_third_word_and_each_listed_word_has_a_point(given):
    view = draw("word_sums", **given)
    groups, places = view.payload("parallelogram")["groups"], view.numbers("parallelogram").reshape(-1, 2)
    labels = [label for group in groups for label in group["labels"]]
    point = dict(zip(labels, places.tolist(), strict=True))
    assert set(bars(view, "analogy_answers")) <= set(labels) and labels.count("princess") == 1
    (carried,) = (group for group in groups if group["carried"])
    np.testing.assert_allclose(carried["carried"], [point["man"], point["king"]], atol=1e-6)
    start = sum(len(group["labels"]) for group in groups[: groups.index(carried)])
    assert places[start : start + 2].tolist() == [point["woman"], point["the sum"]] and not carried["dashed"]


def test_the_rank_with_the_words_of_the_sum_left_out_stands_first(vectors):
    king, man, woman = (vectors.units[vectors.row_of(word)].astype(float) for word in ("king", "man", "woman"))
    scores = vectors.units @ (king - man + woman)
    order = [vectors.words[place] for place in np.argsort(-scores)]
    others = [word for word in order if word not in ("king", "man", "woman")]
    without, with_them = others.index("girl") + 1, order.index("girl") + 1
    assert without < with_them
    assert plain(word_sums.ranks(vectors, word_sums.Question("king", "man", "woman", "girl"))).startswith(
        f"girl is no. {without:,} of {len(order):,} when the three words are left out, and no. {with_them:,} with all"
    )


def test_the_words_of_the_sum_may_be_allowed_as_answers(vectors):
    answers = vectors.analogy("king", "man", "woman", 8, exclude=False)
    assert bars(draw("word_sums", left_out=False), "analogy_answers") == pytest.approx(dict(answers))


def test_the_sum_is_in_the_address_and_one_of_those_to_try_is_taken_with_one_click(vectors):
    view = draw("word_sums", first="Paris", minus="france", plus="england", expected="London")
    expected = [word for word, _ in vectors.analogy("paris", "france", "england", 8)]
    assert list(bars(view, "analogy_answers")) == expected
    assert "London is no. " in view.says("analogy_answers")
    page = opened("word_sums")
    page.session_state["sums"] = True  # its box is open
    page.run().button(key="sums_1").click().run()
    assert [bar["label"] for bar in payload(page, "analogy_answers")["bars"]] == expected
    assert not page.session_state["sums"]


@pytest.mark.parametrize("words", [("king", "king", "king", "king"), ("king", "man", "man", "king")])
def test_sums_that_are_none_are_met_calmly(words):
    view = draw("word_sums", **dict(zip(("first", "minus", "plus", "expected"), words, strict=True)))
    assert np.isfinite(view.numbers("parallelogram")).all()
    assert "with all words allowed" in view.says("analogy_answers")


@pytest.mark.parametrize("word", ["zyzzyva", "two words", "<img src=x>", r"$\alpha\beta$", "🐻"])
def test_a_box_without_a_listed_word_is_a_calm_sentence(word):
    with pytest.raises(CannotShow, match="no single word of the list"):
        draw("word_sums", minus=word)


@pytest.mark.parametrize("method", ["Skip-gram", "CBOW"])
def test_word2vec_is_drawn_as_a_network_with_its_last_layer_cut_off(method, vectors) -> None:
    text = "the old king of the river"
    view = draw("word_vectors", deeper=True, text=text, method=method, centre=2, words_around=2)
    given = ["king"] if method == "Skip-gram" else ["the", "old", "of", "the"]
    hidden = np.mean([vectors.vectors[vectors.row_of(word)] for word in given], axis=0)
    powers = np.exp((vectors.contexts @ hidden).astype(np.float64))
    chances = powers / powers.sum()
    np.testing.assert_allclose(view.numbers("network_hidden"), hidden, rtol=1e-5, atol=1e-6)
    assert bars(view, "network_input") == {word: given.count(word) / len(given) for word in given}
    out = view.payload("network_output")["bars"]
    assert all(bar["faded"] for bar in out)
    assert not any(bar["faded"] for bar in view.payload("network_input")["bars"])
    order = np.argsort(-chances)[: len(out)]
    assert [bar["label"] for bar in out] == [vectors.words[place] for place in order]
    np.testing.assert_allclose([bar["value"] for bar in out], chances[order], rtol=1e-4)


def test_the_sizes_of_the_network_are_those_of_the_bundled_vectors(vectors) -> None:
    view, said = draw("word_vectors", deeper=True), lesson("word_vectors")
    columns = cells(view, "network_sizes")
    assert columns["shape"] == ["16,929 × 64", "64 × 16,929"] and vectors.vectors.shape == (16_929, 64)
    assert columns["learned numbers"] == [f"{vectors.vectors.size:,}", f"{vectors.contexts.size:,}"]
    assert f"two matrices of {vectors.vectors.size:,} numbers each" in said
    assert view.payload("network_sizes")["faded"] == [1] and "thrown away" in columns["after training"][1]
    recipe = json.loads((MODELS / "words" / "training.json").read_text("utf-8"))["recipe"]
    assert recipe["kind"] == "skip-gram with negative sampling" and recipe["negative"] == 10
    assert f"windows of up to {recipe['window']} words" in word_vectors.SIZE.help
    assert any("negative sampling asked of each true pair, and of ten drawn ones" in note for note in view.notes)
