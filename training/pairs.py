"""English-French pairs: reading, filtering, the split by English sentence, and batches of one length."""

import gzip
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from training.data import TEACHING, offensive_words
from transformer.tokenizer import Tokenizer

Pair = tuple[str, str]  # English, French
# Sentences that may begin small: no name, no "I".
PLAIN_STARTS = (
    "The ",
    "A ",
    "An ",
    "My ",
    "Your ",
    "His ",
    "Her ",
    "Our ",
    "This ",
    "That ",
    "He ",
    "She ",
    "We ",
    "They ",
)

Part = Literal["train", "validation", "test"]

SOURCES = ("tatoeba", "europarl", "storybooks", "teaching")
MOST_WORDS = 40  # longer sentences are left out
TEACHING_PAIRS = TEACHING / "translation_pairs.tsv"
TEACHING_REPEATS = 6  # times that the project's own pairs come in each round of the training


@dataclass(frozen=True)
class Pairs:
    """The pairs of one source, split by the English sentence: all French versions of it are in one part."""

    train: list[Pair]
    validation: list[Pair]
    test: list[Pair]
    dropped_offensive: int
    dropped_long: int


def part_of(english: str) -> Part:
    """Where a sentence belongs, by the first byte of the sha1 of its lower-cased text: 2 % validate, 1.2 % test."""
    first = hashlib.sha1(english.lower().encode()).digest()[0]
    return "validation" if first < 5 else "test" if first <= 7 else "train"


def file_of(source: str, folder: Path) -> Path:
    """Where the pairs of a source are kept."""
    return TEACHING_PAIRS if source == "teaching" else folder / f"en_fr_{source}.tsv.gz"


def read(source: str, folder: Path) -> Pairs:
    """One source: no repeated pairs, none with an offensive word, none of more than MOST_WORDS words."""
    raw = file_of(source, folder).read_bytes()
    text = (gzip.decompress(raw) if source != "teaching" else raw).decode("utf-8")
    parts: dict[Part, list[Pair]] = {"train": [], "validation": [], "test": []}
    offensive, rude, long = offensive_words(), 0, 0
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    for line in dict.fromkeys(lines):
        english, french = (side.strip() for side in line.split("\t"))
        if offensive.search(english):
            rude += 1
        elif max(len(english.split()), len(french.split())) > MOST_WORDS:
            long += 1
        else:
            parts[part_of(english)].append((english, french))
    return Pairs(**parts, dropped_offensive=rude, dropped_long=long)


def as_typed(pair: Pair) -> Pair:
    """The pair as people type into a box: of one in six the full stop is left out, of half of these the capital too.

    A function of the English sentence alone. Only pairs that end in a full stop on both sides, and only the capital
    of a word that is no name.
    """
    english, french = pair
    chance = hashlib.sha1(english.encode()).digest()[1]
    if chance >= 43 or not (english.endswith(".") and french.endswith(".")) or english.endswith(".."):
        return pair
    english, french = english[:-1], french[:-1]
    if chance % 2 and english.startswith(PLAIN_STARTS):
        english, french = english[0].lower() + english[1:], french[0].lower() + french[1:]
    return english, french


@dataclass(frozen=True)
class Encoded:
    """Pairs as token ids: sources end with the end mark, targets begin and end with theirs."""

    sources: list[np.ndarray]
    targets: list[np.ndarray]

    @classmethod
    def of(cls, pairs: list[Pair], tokenizer: Tokenizer, max_tokens: int) -> "Encoded":
        """The pairs whose both sides fit into max_tokens."""
        sides = []
        for side in (0, 1):
            encodings = tokenizer.bpe.encode_batch_fast([" " + pair[side] for pair in pairs])
            sides.append([np.array([*encoding.ids, tokenizer.end_id]) for encoding in encodings])
        begin = np.array([tokenizer.begin_id])
        fitting = [
            (source, np.concatenate((begin, target)))
            for source, target in zip(*sides, strict=True)
            if len(source) <= max_tokens and len(target) <= max_tokens
        ]
        return cls([source for source, _ in fitting], [target for _, target in fitting])


@dataclass(frozen=True)
class Batch:
    """Rows for one step: sources of one length, targets filled up at their end with padding."""

    source: np.ndarray  # [row, key] int64
    target: np.ndarray  # [row, query + 1] int64


class Batches:
    """Batches of about `size` tokens: a function of the seed and the step alone, so that a run can resume."""

    def __init__(self, encoded: Encoded, size: int, padding_id: int, seed: int) -> None:
        self.encoded, self.size, self.padding_id, self.seed = encoded, size, padding_id, seed
        self.source_lengths = np.array([len(source) for source in encoded.sources])
        self.target_lengths = np.array([len(target) for target in encoded.targets])
        self._round, self._groups = 0, self._shuffled(0)
        self.per_round = len(self._groups)

    def __getitem__(self, step: int) -> Batch:
        number, place = divmod(step, self.per_round)
        if number != self._round:
            self._round, self._groups = number, self._shuffled(number)
        # A later round can have a few groups more or fewer than the first.
        return self._batch(self._groups[place % len(self._groups)])

    def all(self) -> Iterator[Batch]:
        """Every pair once."""
        return map(self._batch, self._groups)

    def _shuffled(self, number: int) -> list[np.ndarray]:
        """All pairs in groups of one source length and close target lengths, in an order drawn for this round."""
        random = np.random.default_rng([self.seed, number])
        near = self.target_lengths + random.uniform(0, 2, len(self.target_lengths))
        groups = []
        for length in np.unique(self.source_lengths):
            members = np.flatnonzero(self.source_lengths == length)
            members = members[np.argsort(near[members])]
            while len(members):
                widths = np.maximum.accumulate(self.target_lengths[members])
                count = max(1, int(np.searchsorted(np.arange(1, len(members) + 1) * (widths + length), self.size)))
                groups.append(members[:count])
                members = members[count:]
        return [groups[place] for place in random.permutation(len(groups))]

    def _batch(self, members: np.ndarray) -> Batch:
        source = np.stack([self.encoded.sources[member] for member in members]).astype(np.int64)
        width = self.target_lengths[members].max()
        target = np.full((len(members), width), self.padding_id, dtype=np.int64)
        for row, member in enumerate(members):
            target[row, : self.target_lengths[member]] = self.encoded.targets[member]
        return Batch(source, target)
