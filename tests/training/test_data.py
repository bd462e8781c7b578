"""The training text: what is read, what is left out, what is held out, and how rows are drawn from it."""

import gzip
import hashlib
from pathlib import Path

import numpy as np
import pytest

from training.data import Stream, read
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


def test_a_stream_ends_paragraphs_with_a_newline_and_documents_with_the_end_mark(tokenizer):
    stream = Stream.of([["The bear walked.", "It was hungry."], ["Tea."]], tokenizer)
    newline = tokenizer.bpe.token_to_id("Ċ")
    first, second, third = (tokenizer.ids(text) for text in ("The bear walked.", "It was hungry.", "Tea."))
    expected = [*first, newline, *second, tokenizer.end_id, *third, tokenizer.end_id]
    assert stream.ids.tolist() == expected
    assert stream.ids.dtype == np.uint16
    assert stream.starts.tolist() == [0, len(first) + 1, len(first) + len(second) + 2]
