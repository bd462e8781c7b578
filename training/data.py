"""The training text: reading, filtering, de-duplication, the split, and rows of token ids."""

import gzip
import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from transformer.bundled.folders import sha256
from transformer.tokenizer import Tokenizer

TEACHING = Path(__file__).parent / "teaching"
OFFENSIVE = Path(__file__).parent / "offensive_words.txt"

# Share of the training rows that each source gives.
MIX = {
    "tinystories": 0.36,
    "tatoeba": 0.26,
    "standardebooks": 0.23,
    "fairytales": 0.07,
    "storybooks": 0.06,
    "teaching": 0.02,
}
ONE_SENTENCE_A_LINE = ("tatoeba", "teaching")


@dataclass(frozen=True)
class Split:
    """The documents of one source; a document is a list of paragraphs."""

    train: list[list[str]]
    validation: list[list[str]]
    dropped_paragraphs: int  # by the filter of offensive words
    dropped_repeats: int  # documents that stand in the data twice


def offensive_words() -> re.Pattern[str]:
    """A pattern that finds one of the listed words or its plural, in any case."""
    lines = OFFENSIVE.read_text(encoding="utf-8").splitlines()
    words = [line for line in lines if line and not line.startswith("#")]
    return re.compile(r"\b(?:" + "|".join(map(re.escape, words)) + r")(?:s|es)?\b", re.IGNORECASE)


def read(source: str, folder: Path) -> Split:
    """One source, filtered, without repeats, split by the sha1 of each document (2 % to validation)."""
    offensive = offensive_words()
    train: list[list[str]] = []
    validation: list[list[str]] = []
    seen, dropped, repeats = set(), 0, 0
    for document in _documents(source, folder):
        text = "\n".join(document)
        key = hashlib.sha1(text.lower().encode()).digest()
        if key in seen:
            repeats += 1
            continue
        seen.add(key)
        kept = [paragraph for paragraph in document if not offensive.search(paragraph)]
        dropped += len(document) - len(kept)
        if kept:
            held_out = hashlib.sha1(text.encode()).digest()[0] < 5
            (validation if held_out else train).append(kept)
    return Split(train, validation, dropped, repeats)


def checksums(files: Iterable[Path]) -> dict[str, str]:
    """The sha256 of each file that is there, by its name."""
    return {file.name: sha256(file) for file in files if file.exists()}


def _documents(source: str, folder: Path) -> Iterator[list[str]]:
    if source == "teaching":
        text = "\n".join(path.read_text(encoding="utf-8").strip() for path in sorted(TEACHING.glob("*.txt")))
    else:
        text = gzip.decompress((folder / f"en_{source}.txt.gz").read_bytes()).decode("utf-8")
    blocks = text.splitlines() if source in ONE_SENTENCE_A_LINE else text.split("\n\n")
    for block in blocks:
        paragraphs = [line.strip() for line in block.split("\n") if line.strip()]
        if paragraphs:
            yield paragraphs


@dataclass(frozen=True)
class Stream:
    """One source as a line of token ids, with the places where a paragraph starts."""

    ids: np.ndarray  # uint16
    starts: np.ndarray  # int64

    @classmethod
    def of(cls, documents: list[list[str]], tokenizer: Tokenizer) -> "Stream":
        """Paragraphs end with a newline token, documents with the end mark."""
        newline = tokenizer.bpe.token_to_id("Ċ")
        paragraphs = [" " + paragraph for document in documents for paragraph in document]
        encodings = tokenizer.bpe.encode_batch_fast(paragraphs)
        ids, starts, place, at = [], [], 0, 0
        for document in documents:
            for number in range(len(document)):
                starts.append(place)
                last = number == len(document) - 1
                row = [*encodings[at].ids, tokenizer.end_id if last else newline]
                ids.append(np.array(row, dtype=np.uint16))
                place += len(row)
                at += 1
        return cls(np.concatenate(ids), np.array(starts))


def held_out_streams(sources: Iterable[str], folder: Path, tokenizer: Tokenizer) -> dict[str, Stream]:
    """The text of each source that is not trained on."""
    return {source: Stream.of(read(source, folder).validation, tokenizer) for source in sources}


class Rows:
    """Training rows: each starts where a paragraph starts, as a typed sentence does."""

    def __init__(self, streams: dict[str, Stream], length: int, seed: int) -> None:
        self.streams, self.length, self.seed = streams, length, seed
        self.names = list(streams)
        self.shares = np.array([MIX[name] for name in self.names])
        self.shares = self.shares / self.shares.sum()
        self.starts = {
            name: stream.starts[stream.starts < len(stream.ids) - length - 1] for name, stream in streams.items()
        }

    def batch(self, step: int, size: int) -> np.ndarray:
        """`size` rows of length + 1 ids, int64: a function of the seed and the step alone, so a run can resume."""
        random = np.random.default_rng([self.seed, step])
        rows = np.empty((size, self.length + 1), dtype=np.int64)
        for row, name in enumerate(random.choice(self.names, size=size, p=self.shares)):
            start = random.choice(self.starts[name])
            rows[row] = self.streams[name].ids[start : start + self.length + 1]
        return rows
