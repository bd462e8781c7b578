"""What word vectors are trained on, and how they are scored; the training itself is not run."""

import gzip

import numpy as np
import pytest

from training.data import offensive_words
from training.word_scores import Analogy, analogies, by_relation, score
from training.word_vectors import SOURCES, corpus, parse
from transformer import WordVectors

TEXTS = {
    "tinystories": "One day a bear woke.\nIt was the bear's day.\n\nOne day a bear woke.\nIt was the bear's day.",
    "tatoeba": "I like bears.\nStop!",
    "novels100": "A bitch growled at owlets.\nShe didn't bark.",
}


@pytest.fixture
def data(tmp_path):
    for source in SOURCES:
        if source != "teaching":
            text = TEXTS.get(source, f"This is {source}.")
            (tmp_path / f"en_{source}.txt.gz").write_bytes(gzip.compress(text.encode()))
    return tmp_path


def test_the_corpus_is_the_words_of_each_paragraph_filtered_and_without_repeats(data):
    report = {}
    found = list(corpus(data, report))
    assert found[:2] == [["one", "day", "a", "bear", "woke"], ["it", "was", "the", "bear", "day"]]
    assert ["i", "like", "bears"] in found and ["stop"] not in found  # one word alone has no neighbour
    assert ["she", "didn't", "bark"] in found and not any("owlets" in words for words in found)
    assert report["tinystories"] == {"words": 10, "filtered_paragraphs": 0, "repeated_documents": 1}
    assert report["novels100"]["filtered_paragraphs"] == 1
    assert list(report) == list(SOURCES)


def test_the_settings_have_defaults():
    options = parse(["--data", "texts", "--run", "run"])
    assert (options.words, options.width, options.window, options.seed) == (17_000, 64, 5, 2026)


def test_the_list_of_analogies_is_read_with_its_relations(tmp_path):
    path = tmp_path / "list.txt"
    path.write_text("# a note\n- opposites\nhot cold up down\n- young\ndog puppy cat kitten\n")
    assert analogies(path) == [
        Analogy("opposites", "hot", "cold", "up", "down"),
        Analogy("young", "dog", "puppy", "cat", "kitten"),
    ]


def test_a_score_counts_first_first_five_and_missing():
    rows = np.array([[1, 0, 0], [-1, 0, 0], [1, 2, 0], [-1, 2, 0], [0, 0, 1]], dtype=np.float32)
    words = ("man", "woman", "king", "queen", "banana")
    vectors = WordVectors("tiny", words, np.arange(5), rows, rows, np.zeros((5, 2), np.float32))
    royal = Analogy("gender", "man", "king", "woman", "queen")
    wrong = Analogy("gender", "man", "king", "woman", "banana")
    missing = Analogy("food", "man", "king", "woman", "pear")
    found = score(vectors, [royal, wrong, missing, missing])
    assert (found.count, found.missing, found.first, found.first_five) == (4, 2, 0.25, 0.5)
    assert found.first_with_query == 0  # king - man + woman lies nearest to woman, so the custom is what helps
    assert list(by_relation(vectors, [royal, missing])) == ["gender", "food"]


def test_the_bundled_list_has_four_words_a_line_and_none_that_offends():
    tests = analogies()
    assert len(tests) == 63 and len({test.words for test in tests}) == 63
    assert not any(offensive_words().search(" ".join(test.words)) for test in tests)
