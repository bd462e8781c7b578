"""English-French pairs: the split, what is left out, and batches; and the project's own pairs and alignments."""

import gzip
from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from headlight.pages.translate import translation_remarks
from training.alignment import between_words, read_alignments
from training.pairs import MOST_WORDS, TEACHING_PAIRS, as_typed, part_of, read
from transformer.words import split_words


def test_a_sentence_is_in_one_part_in_any_case():
    parts = Counter(part_of(f"Sentence number {number}.") for number in range(20_000))
    assert 0.015 < parts["validation"] / 20_000 < 0.025
    assert 0.008 < parts["test"] / 20_000 < 0.016
    assert part_of("The Red Car.") == part_of("the red car.")


def test_a_source_is_split_filtered_and_cut(tmp_path):
    lines = [f"Bear number {number}.\tOurs numéro {number}." for number in range(300)]
    lines += [lines[0], "Bear number 1.\tL'ours numéro 1.", "word " * 41 + "\tmot", "mot\t" + "mot " * 41]
    (tmp_path / "en_fr_tatoeba.tsv.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    pairs = read("tatoeba", tmp_path)
    assert pairs.dropped_long == 2 and MOST_WORDS == translation_remarks.MOST_WORDS == 40
    assert len(pairs.train) + len(pairs.validation) + len(pairs.test) == 301
    for part in ("train", "validation", "test"):
        assert all(part_of(english) == part for english, _ in getattr(pairs, part))


@given(st.text(), st.text())
def test_only_the_full_stop_and_the_capital_are_left_out(english, french):
    typed = as_typed((english, french))
    assert typed in [
        (english, french),
        (english[:-1], french[:-1]),
        (english[:1].lower() + english[1:-1], french[:1].lower() + french[1:-1]),
    ]


def test_the_projects_own_pairs_are_many_and_well_formed():
    lines = [line for line in TEACHING_PAIRS.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    pairs = [line.split("\t") for line in lines]
    assert len(pairs) >= 300
    assert all(len(pair) == 2 and all(side == side.strip() != "" for side in pair) for pair in pairs)
    assert len({english for english, _ in pairs}) == len(pairs)
    english = {english for english, _ in pairs}
    for example in (
        "The agreement on the European Economic Area was signed in August 1992.",
        "The red car",
        "bear country",
        "The river bank",
    ):
        assert example in english and part_of(example) == "train"


def test_hand_alignments_are_many_whole_and_not_trained_on():
    pairs = read_alignments()
    assert len(pairs) >= 60
    trained = TEACHING_PAIRS.read_text(encoding="utf-8").lower()
    for pair in pairs:
        assert pair.english.lower() not in trained
        assert pair.sure <= pair.possible
        n_english, n_french = len(split_words(pair.english)), len(split_words(pair.french))
        assert {source for source, _ in pair.possible} == set(range(n_english)), pair.english
        assert {target for _, target in pair.possible} == set(range(n_french)), pair.french


def test_the_two_readings_of_a_row():
    """A pattern by token, of words of one token each: reading takes the row below."""
    from types import SimpleNamespace

    from transformer.words import Word

    words = tuple(Word(str(at), at, at + 1, (at,)) for at in range(3))
    trace = SimpleNamespace(source_words=words, target_words=words)
    pattern = np.array([[0.1, 0.6, 0.3], [0.2, 0.5, 0.3], [0.7, 0.2, 0.1]])
    np.testing.assert_array_equal(between_words(trace, pattern, "writing"), pattern[:2, :2])
    np.testing.assert_array_equal(between_words(trace, pattern, "reading"), pattern[1:, :2])
