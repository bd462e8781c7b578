"""The examples that a window gives, against lists written by hand and a formula for their number."""

import pytest

from transformer.experiments.windows import cbow_examples, neighbours, skip_gram_pairs

WORDS = ["the", "river", "bank", "is", "steep"]


@pytest.mark.parametrize(
    ("centre", "size", "expected"),
    [(0, 1, [1]), (2, 1, [1, 3]), (2, 7, [0, 1, 3, 4]), (4, 2, [2, 3]), (1, 2, [0, 2, 3])],
)
def test_neighbours_stand_at_most_size_away_and_inside_the_sentence(centre, size, expected):
    assert neighbours(5, centre, size) == expected


def test_a_word_alone_has_no_neighbours_and_gives_no_example():
    assert neighbours(1, 0, 3) == []
    assert skip_gram_pairs(["bank"], 3) == []
    assert cbow_examples(["bank"], 3) == []


def test_the_pairs_of_skip_gram():
    assert skip_gram_pairs(WORDS[:3], 1) == [("the", "river"), ("river", "the"), ("river", "bank"), ("bank", "river")]


def test_the_examples_of_cbow():
    assert cbow_examples(WORDS[:3], 1) == [(("river",), "the"), (("the", "bank"), "river"), (("river",), "bank")]


@pytest.mark.parametrize("n_words", [3, 5, 11])
@pytest.mark.parametrize("size", [1, 2])
def test_the_number_of_pairs_follows_the_formula(n_words, size):
    assert len(skip_gram_pairs([str(place) for place in range(n_words)], size)) == 2 * n_words * size - size * (
        size + 1
    )
