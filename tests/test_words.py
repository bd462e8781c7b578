"""What the page of word vectors and its lesson say, held against the bundled vectors."""

import dataclasses
import json

import numpy as np
import pytest

from tests.statements import lesson
from training.data import offensive_words
from training.word_scores import analogies, by_relation, score
from transformer import load_words
from transformer.bundled.folders import MODELS
from transformer.bundled.word_vectors import VECTORS, words_of

HOME = MODELS / "words"


@pytest.fixture(scope="module")
def vectors():
    return load_words("words")


@pytest.fixture(scope="module")
def settings():
    return json.loads((HOME / "training.json").read_text("utf-8"))


def test_the_size_is_what_the_lesson_says(vectors):
    assert vectors.vectors.shape == vectors.contexts.shape == (len(vectors.words), 64)
    assert 10_000 <= len(vectors.words) <= 20_000
    assert (np.diff(vectors.counts) <= 0).all()  # the commonest first, as under the chips
    assert (HOME / VECTORS).stat().st_size < 6e6


def test_every_word_of_the_apps_first_sentence_has_a_vector(vectors):
    assert None not in map(vectors.row_of, words_of("The hiking trail led us through bear country"))


def test_no_word_of_the_filter_has_a_vector(vectors):
    assert not [word for word in vectors.words if offensive_words().fullmatch(word)]


def test_queen_is_first_with_the_custom_and_without(vectors):
    for exclude in (True, False):
        assert vectors.rank("queen", "king", "man", "woman", exclude=exclude) == 1


@pytest.mark.parametrize("words", [("paris", "france", "england", "london"), ("kitten", "cat", "dog", "puppy")])
def test_for_london_and_puppy_the_custom_makes_a_difference(vectors, words):
    first, minus, plus, expected = words
    assert vectors.rank(expected, first, minus, plus) == 1
    assert vectors.rank(expected, first, minus, plus, exclude=False) > 1


def test_bear_is_nearest_to_the_verb_that_it_also_is(vectors):
    assert [word for word, _ in vectors.nearest("bear", 2)] == ["endure", "burden"]
    near = [word for word, _ in vectors.nearest("bear", 100)]
    assert "suffer" in near and "wolf" not in near
    assert vectors.analogy("wolves", "wolf", "bear", 1)[0][0] == "endure"
    order = np.argsort(-(vectors.units @ vectors.units[vectors.index("bear")]))  # bear itself is no. 0
    lion, wolf = (order.tolist().index(vectors.index(word)) for word in ("lion", "wolf"))
    assert f"*lion* comes at no. {lion} and *wolf* at no. {wolf}." in lesson("embeddings")


def test_opposites_are_near(vectors):
    assert vectors.nearest("hot", 1)[0][0] == "cold"


def test_true_pairs_are_likelier_than_pairs_drawn_at_random(vectors):
    true = [("river", "bank"), ("king", "queen"), ("bread", "butter"), ("green", "grass"), ("open", "door")]
    random = np.random.default_rng(11)
    drawn = [str(word) for word in random.choice(vectors.words[:5000], 200)]
    for centre, neighbour in true:
        assert vectors.pair_chance(centre, [neighbour])[0] > 2 * np.median(vectors.pair_chance(centre, drawn))


def test_the_scores_are_those_of_the_shipped_vectors(vectors, settings):
    found = {**by_relation(vectors, analogies()), "all": score(vectors, analogies())}
    for relation, expected in settings["analogies"].items():
        # Rounding to 16 bits may turn a tie.
        for key, value in dataclasses.asdict(found[relation]).items():
            assert value == pytest.approx(expected[key], abs=0.04), (relation, key)


def test_the_lesson_gives_the_shares_that_come_out(settings):
    found, said = settings["analogies"], lesson("word_sums")
    count, missing = found["all"]["count"], found["all"]["missing"]
    right, without = (round(count * found["all"][key]) for key in ("first", "first_with_query"))
    assert f"list of {count} questions {right} come out with the custom and {without} without" in said
    assert f"{ ({3: 'Three'}[missing]) } ask for a word that is not on the list" in said
    assert found["one and many"]["first"] == found["now and then"]["first"] == 0.9  # nine times in ten
    assert found["opposites"]["first"] < 0.2  # hardly ever


def test_the_map_keeps_neighbours_together(vectors):
    places = vectors.map[:2000]
    near_in_plane = np.linalg.norm(places[:300, None] - places[None], axis=-1)
    near_in_space = vectors.units[:300] @ vectors.units[:2000].T
    np.put_along_axis(near_in_plane, np.arange(300)[:, None], np.inf, axis=1)
    np.put_along_axis(near_in_space, np.arange(300)[:, None], -np.inf, axis=1)
    closest = near_in_plane.argmin(axis=1)
    rank = (near_in_space > np.take_along_axis(near_in_space, closest[:, None], axis=1)).sum(axis=1)
    assert np.median(rank) < 10  # of 1,999: by chance it would be about a thousand
