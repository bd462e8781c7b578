"""What word vectors are trained on, and how they are scored; the training itself is not run."""

import gzip

import pytest

from training.data import offensive_words
from training.word_scores import analogies
from training.word_vectors import SOURCES, corpus

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


def test_the_bundled_list_has_four_words_a_line_and_none_that_offends():
    tests = analogies()
    assert len(tests) == 63 and len({test.words for test in tests}) == 63
    assert not any(offensive_words().search(" ".join(test.words)) for test in tests)
