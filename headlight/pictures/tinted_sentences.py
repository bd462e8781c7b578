"""Sentences to read, in groups, each word as deep as its share; a click chooses a sentence."""

from collections.abc import Sequence
from typing import NamedTuple

from headlight.pictures.board import Board, OnChoose
from headlight.pictures.headers import TintedGroup, TintedSentence, TintedSentences


class Tinted(NamedTuple):
    """A sentence: its tokens as they are written, spaces included, and how much of its colour each has, from 0 to 1."""

    tokens: Sequence[str]
    shares: Sequence[float]
    looks: int  # the position of the token that attends
    looked_at: int


class Sentences(NamedTuple):
    """Sentences under one name."""

    name: str
    note: str
    sentences: Sequence[Tinted]


def tinted_sentences(screen: Board, groups: Sequence[Sentences], *, alt: str, key: str, on_sentence: OnChoose) -> None:
    """Write the groups one below the other; `on_sentence` is called with a chosen [group, sentence].

    The token that looks is framed. Long sentences lose their middle, never a token that looks or is looked at.
    """
    header: TintedSentences = {
        "groups": [
            TintedGroup(name=name, note=note, sentences=[TintedSentence(**tinted._asdict()) for tinted in sentences])
            for name, note, sentences in groups
        ],
        "alt": alt,
    }
    screen.picture("tinted_sentences", header, key=key, on_choice=on_sentence)
