"""Sentences that no bundled model was trained on, to measure what a lesson says of a model in general.

There are three texts: what is said in general is measured on the first and has to hold on the other two, of other
registers. training/near_duplicates.py counts which share RUN words in a row with the texts of the training: none but
noun_phrases.txt.
"""

import re
from collections.abc import Iterable
from pathlib import Path

from training.head_roles import NOUN_PHRASES

PLAIN_SENTENCES = Path(__file__).parent / "plain_sentences.txt"
IN_REGISTERS = Path(__file__).parent / "sentences_in_registers.txt"
EASY = Path(__file__).parent / "easy_sentences.txt"
RUN = 6


def _lines(path: Path) -> list[str]:
    return [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def plain_sentences() -> list[str]:
    """The sentences of plain_sentences.txt."""
    return _lines(PLAIN_SENTENCES)


def noun_phrase_sentences() -> list[str]:
    """The sentences of noun_phrases.txt, without their brackets."""
    return [re.sub(r"[\[\]]", "", line) for line in _lines(NOUN_PHRASES)]


def sentences() -> list[str]:
    """All held-out sentences: those of noun_phrases.txt, then those of plain_sentences.txt."""
    return noun_phrase_sentences() + plain_sentences()


def in_registers() -> list[str]:
    """The sentences of sentences_in_registers.txt: news, instructions, letters, talk and others."""
    return _lines(IN_REGISTERS)


def easy() -> list[str]:
    """The sentences of easy_sentences.txt: short words, everyday things."""
    return _lines(EASY)


def others() -> list[str]:
    """All that may share no run of words with the training."""
    return plain_sentences() + in_registers() + easy()


def shared_runs(sentences: Iterable[str], text: str) -> set[str]:
    """The runs of `RUN` words that a sentence shares with a text, whatever their case and punctuation."""
    return {run for sentence in sentences for run in _runs(sentence)} & set(_runs(text))


def _runs(text: str) -> Iterable[str]:
    words = re.findall(r"\w+(?:'\w+)?", text.lower())
    return map(" ".join, zip(*(words[start:] for start in range(RUN)), strict=False))
