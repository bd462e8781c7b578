"""English-French pairs: the split, what is left out, and batches; and the project's own pairs and alignments."""

import gzip
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headlight.pages.translate import translation_remarks
from training.alignment import between_words, read_alignments
from training.pairs import MOST_WORDS, TEACHING_PAIRS, Batches, Encoded, as_typed, part_of, read
from transformer.tokenizer import BEGIN, END, PADDING, Tokenizer
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


def test_one_in_six_is_as_people_type():
    pairs = [(f"The bear {number} sleeps.", f"L'ours {number} dort.") for number in range(6000)]
    typed = [as_typed(pair) for pair in pairs]
    assert 850 < sum(pair != before for pair, before in zip(typed, pairs, strict=True)) < 1150
    assert 400 < sum(pair[0].startswith("the") for pair in typed) < 600
    for name in ("Tom sleeps.", "Paris sleeps.", "I sleep."):
        assert as_typed((name, "X dort."))[0][0].isupper()


@pytest.fixture(scope="module")
def encoded() -> Encoded:
    pairs = [("a " * (1 + number % 7), "b " * (1 + number % 5)) for number in range(211)]
    tokenizer = Tokenizer.train(["a b c"], 270, marks=(END, BEGIN, PADDING))
    return Encoded.of(pairs, tokenizer, 30)


def test_a_pair_with_a_side_that_is_too_long_is_left_out():
    tokenizer = Tokenizer.train(["a b c"], 270, marks=(END, BEGIN, PADDING))
    pairs = [("a " * 40, "b"), ("a", "b " * 40), ("a b", "c")]
    left = Encoded.of(pairs, tokenizer, 30)
    assert [len(side[0]) <= 30 for side in (left.sources, left.targets)] == [True, True]
    assert len(left.sources) == len(left.targets) == 1


def test_a_round_has_every_pair_once_in_batches_of_one_source_length(encoded):
    batches = Batches(encoded, 60, padding_id=2, seed=5)
    rows = Counter()
    for step in range(batches.per_round):
        batch = batches[step]
        assert batch.source.size + batch.target.size <= 60 + len(batch.source[0]) + len(batch.target[0])
        assert (batch.source[:, -1] == 0).all()
        assert (batch.target[:, 0] == 1).all()
        rows.update(
            (tuple(source), tuple(target[target != 2]))
            for source, target in zip(batch.source, batch.target, strict=True)
        )
    expected = Counter(
        (tuple(source), tuple(target)) for source, target in zip(encoded.sources, encoded.targets, strict=True)
    )
    assert rows == expected


def test_a_batch_depends_on_seed_and_step_alone(encoded):
    first, second = Batches(encoded, 60, 2, seed=5), Batches(encoded, 60, 2, seed=5)
    later = 2 * first.per_round + 3
    for step in range(later):
        first[step]
    np.testing.assert_array_equal(first[later].source, second[later].source)
    np.testing.assert_array_equal(first[later].target, second[later].target)
    assert any(
        not np.array_equal(first[step].target, Batches(encoded, 60, 2, seed=6)[step].target) for step in range(5)
    )


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
