"""The training text: what is read, what is left out, what is held out, and how rows are drawn from it."""

import gzip
import hashlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from training.data import MIX, TEACHING, Rows, Stream, offensive_words, read
from transformer.tokenizer import Tokenizer

NUMBERS = [f"The bear walked {number} miles." for number in range(400)]


def write(folder: Path, source: str, text: str) -> None:
    (folder / f"en_{source}.txt.gz").write_bytes(gzip.compress(text.encode()))


def held_out(text: str) -> bool:
    return hashlib.sha1(text.encode()).digest()[0] < 5


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return Tokenizer.train(NUMBERS, 300)


def test_documents_stand_between_empty_lines_and_paragraphs_on_lines(tmp_path):
    write(tmp_path, "tinystories", "One day a bear woke.\nIt was hungry.\n\n  Tim had a red hat.  \n\n\n")
    split = read("tinystories", tmp_path)
    assert split.train + split.validation == [["One day a bear woke.", "It was hungry."], ["Tim had a red hat."]]


def test_each_line_of_tatoeba_is_a_document(tmp_path):
    write(tmp_path, "tatoeba", "I like bears.\nYou like tea.\n")
    split = read("tatoeba", tmp_path)
    assert split.train + split.validation == [["I like bears."], ["You like tea."]]


def test_teaching_sentences_need_no_data_folder(tmp_path):
    split = read("teaching", tmp_path)
    lines = [line for path in TEACHING.glob("*.txt") for line in path.read_text("utf-8").splitlines() if line.strip()]
    assert len(split.train) + len(split.validation) + split.dropped_repeats == len(lines)
    assert split.dropped_paragraphs == 0


def test_a_document_is_held_out_by_the_first_byte_of_its_sha1(tmp_path):
    write(tmp_path, "tatoeba", "\n".join(NUMBERS))
    split = read("tatoeba", tmp_path)
    assert split.validation == [[line] for line in NUMBERS if held_out(line)]
    assert split.train == [[line] for line in NUMBERS if not held_out(line)]
    assert 0 < len(split.validation) < len(NUMBERS) / 20


def test_the_split_is_that_of_the_whole_document_before_the_filter(tmp_path):
    documents = [["A good line.", f"He said shit {number} times."] for number in range(400)]
    write(tmp_path, "tinystories", "\n\n".join("\n".join(document) for document in documents))
    split = read("tinystories", tmp_path)
    assert len(split.validation) == sum(held_out("\n".join(document)) for document in documents)
    assert split.train[0] == ["A good line."]
    assert split.dropped_paragraphs == len(documents)


def test_a_document_that_comes_again_in_any_case_is_read_once(tmp_path):
    write(tmp_path, "tatoeba", "I like bears.\nI LIKE BEARS.\nI like tea.\nI like bears.")
    split = read("tatoeba", tmp_path)
    assert split.train + split.validation == [["I like bears."], ["I like tea."]]
    assert split.dropped_repeats == 2


def test_a_document_with_nothing_left_is_no_document(tmp_path):
    write(tmp_path, "tatoeba", "What the fuck?\nI like tea.")
    split = read("tatoeba", tmp_path)
    assert split.train + split.validation == [["I like tea."]]
    assert split.dropped_paragraphs == 1


@pytest.mark.parametrize("text", ["Japan", "a spicy soup", "grapes", "Scunthorpe", "a despicable man", "drapes"])
def test_a_word_that_only_contains_an_offensive_one_is_kept(text):
    assert not offensive_words().search(text)


@pytest.mark.parametrize("text", ["SHIT!", "two bitches", "the whores, they", "a half-breed", "(slut)"])
def test_an_offensive_word_is_found_in_any_case_and_as_a_plural(text):
    assert offensive_words().search(text)


def test_a_stream_ends_paragraphs_with_a_newline_and_documents_with_the_end_mark(tokenizer):
    stream = Stream.of([["The bear walked.", "It was hungry."], ["Tea."]], tokenizer)
    newline = tokenizer.bpe.token_to_id("Ċ")
    first, second, third = (tokenizer.ids(text) for text in ("The bear walked.", "It was hungry.", "Tea."))
    expected = [*first, newline, *second, tokenizer.end_id, *third, tokenizer.end_id]
    assert stream.ids.tolist() == expected
    assert stream.ids.dtype == np.uint16
    assert stream.starts.tolist() == [0, len(first) + 1, len(first) + len(second) + 2]


def counting_rows(seed: int, length: int = 8) -> Rows:
    """Rows of streams whose ids are their own places, tatoeba from 1000 on."""
    return Rows(
        {
            "tinystories": Stream(np.arange(0, 900, dtype=np.uint16), np.arange(0, 900, 10)),
            "tatoeba": Stream(np.arange(1000, 1900, dtype=np.uint16), np.arange(0, 900, 7)),
        },
        length=length,
        seed=seed,
    )


@given(seed=st.integers(0, 2**32), step=st.integers(0, 10**6))
def test_a_batch_is_a_function_of_seed_and_step(seed, step):
    assert np.array_equal(counting_rows(seed).batch(step, 4), counting_rows(seed).batch(step, 4))


def test_batches_of_other_steps_and_seeds_differ():
    batch = counting_rows(1).batch(5, 16)
    assert not np.array_equal(batch, counting_rows(1).batch(6, 16))
    assert not np.array_equal(batch, counting_rows(2).batch(5, 16))


@given(step=st.integers(0, 10**6), length=st.integers(1, 100))
def test_every_row_starts_a_paragraph_and_runs_on_for_one_token_more_than_the_model_reads(step, length):
    batch = counting_rows(2026, length).batch(step, 8)
    assert batch.shape == (8, length + 1) and batch.dtype == np.int64
    assert np.array_equal(batch, batch[:, :1] + np.arange(length + 1))
    assert all(first % 10 == 0 if first < 1000 else (first - 1000) % 7 == 0 for first in batch[:, 0])


def test_sources_come_in_the_shares_of_the_mix():
    batch = counting_rows(2026).batch(0, 4000)
    expected = MIX["tatoeba"] / (MIX["tatoeba"] + MIX["tinystories"])
    assert np.mean(batch[:, 0] >= 1000) == pytest.approx(expected, abs=0.03)


def test_the_shares_of_the_mix_are_a_whole():
    assert sum(MIX.values()) == pytest.approx(1)
