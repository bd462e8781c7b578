"""Word vectors on a small list with vectors chosen by hand, and their folder."""

import dataclasses

import numpy as np
import pytest

from transformer import ModelFolderError, WordVectors, load_words
from transformer.bundled.word_vectors import VECTORS, WORDS, save_words, words_of

GENDER, ROYAL, FRUIT = np.eye(3, dtype=np.float32)
ROWS = {"man": GENDER, "woman": -GENDER, "king": GENDER + 2 * ROYAL, "queen": -GENDER + 2 * ROYAL, "banana": 3 * FRUIT}


@pytest.fixture
def vectors() -> WordVectors:
    rows = np.stack(list(ROWS.values()))
    contexts = np.random.default_rng(3).normal(size=rows.shape).astype(np.float32)
    return WordVectors("tiny", tuple(ROWS), np.array([11, 7, 5, 3, 2]), rows, contexts, np.zeros((5, 2), np.float32))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The River's bank, isn't it?", ["the", "river", "bank", "isn't", "it"]),
        ("Bears’ and bear’s", ["bears", "and", "bear"]),
        ("1992 🐻 é_è", ["é", "è"]),
        ("cafe\u0301 हिन्दी", ["cafe\u0301", "हिन्दी"]),
        ("", []),
    ],
)
def test_words_are_runs_of_letters_in_small_letters(text, words):
    assert words_of(text) == words


def test_a_word_is_found_whatever_its_letters_and_blanks(vectors):
    assert vectors.row_of(" King ") == 2
    assert vectors.row_of("the king") is None
    assert vectors.row_of("country") is None
    assert vectors.row_of("") is None


def test_the_nearest_words_are_those_of_the_largest_cosine(vectors):
    near = vectors.nearest("king", 4)
    rows = {word: row / np.linalg.norm(row) for word, row in ROWS.items()}
    expected = sorted(
        ((word, float(rows["king"] @ row)) for word, row in rows.items() if word != "king"), key=lambda pair: -pair[1]
    )
    assert [word for word, _ in near] == [word for word, _ in expected]
    np.testing.assert_allclose([cosine for _, cosine in near], [cosine for _, cosine in expected], atol=1e-6)


def test_the_words_of_the_question_are_left_out_unless_asked_for(vectors):
    without = [word for word, _ in vectors.analogy("king", "man", "man", 5)]
    with_them = [word for word, _ in vectors.analogy("king", "man", "man", 5, exclude=False)]
    assert "king" not in without and "man" not in without
    assert with_them[0] == "king"


def test_the_rank_counts_from_one_and_agrees_with_the_list(vectors):
    for exclude in (True, False):
        listed = [word for word, _ in vectors.analogy("king", "man", "woman", 5, exclude=exclude)]
        for place, word in enumerate(listed, start=1):
            assert vectors.rank(word, "king", "man", "woman", exclude=exclude) == place
    assert vectors.rank("king", "king", "man", "woman") == 0


def test_a_sum_that_is_nothing_has_no_direction_and_is_met_calmly(vectors):
    zero = dataclasses.replace(vectors, vectors=np.zeros_like(vectors.vectors))
    assert all(cosine == 0 for _, cosine in zero.analogy("king", "man", "woman", 5))


def test_the_chance_of_a_pair_is_the_sigmoid_of_its_product(vectors):
    chances = vectors.pair_chance("king", ["queen", "banana"])
    expected = [1 / (1 + np.exp(-float(vectors.contexts[place] @ vectors.vectors[2]))) for place in (3, 4)]
    np.testing.assert_allclose(chances, expected, rtol=1e-5)


@pytest.mark.parametrize("ask", ["nearest", "analogy", "pair_chance"])
def test_an_unknown_word_is_refused(vectors, ask):
    arguments = {"nearest": ("pear", 2), "analogy": ("king", "pear", "man", 2), "pair_chance": ("king", ["pear"])}[ask]
    with pytest.raises(KeyError, match="pear"):
        getattr(vectors, ask)(*arguments)


def test_a_saved_folder_is_loaded_in_half_precision(vectors, tmp_path):
    save_words(vectors, tmp_path / "tiny")
    loaded = load_words("tiny", tmp_path)
    assert loaded.words == vectors.words
    np.testing.assert_array_equal(loaded.counts, vectors.counts)
    np.testing.assert_array_equal(loaded.contexts, vectors.contexts.astype(np.float16).astype(np.float32))


@pytest.mark.parametrize("file", [WORDS, VECTORS])
@pytest.mark.parametrize("harm", ["missing", "empty", "another"])
def test_a_damaged_folder_is_refused_with_its_file_and_a_remedy(vectors, tmp_path, file, harm):
    save_words(vectors, tmp_path / "tiny")
    path = tmp_path / "tiny" / file
    if harm == "missing":
        path.unlink()
    elif harm == "empty":
        path.write_bytes(b"")
    else:
        shorter = WordVectors(
            "other", vectors.words[:3], vectors.counts[:3], vectors.vectors[:3], vectors.contexts[:3], vectors.map[:3]
        )
        save_words(shorter, tmp_path / "other")
        path.write_bytes((tmp_path / "other" / file).read_bytes())
    with pytest.raises(ModelFolderError) as caught:
        load_words("tiny", tmp_path)
    (note,) = caught.value.__notes__
    assert "git checkout -- assets/models/tiny" in note and str(tmp_path) not in str(caught.value)
    if harm != "another":
        assert file in str(caught.value)


def test_an_analogy_adds_unit_vectors_and_ranks_by_cosine(vectors):
    units = vectors.units
    target = units[2] - units[0] + units[1]
    answers = vectors.analogy("king", "man", "woman", 2)
    assert answers[0][0] == "queen"
    assert answers[0][1] == pytest.approx(float(units[3] @ target / np.linalg.norm(target)), abs=1e-6)
