"""Sentences to read, in groups, each word as deep as its share; a click chooses a sentence."""

from collections.abc import Sequence
from dataclasses import dataclass

from headlight.pictures.board import Board, OnChoose
from headlight.pictures.headers import TintedSentences


@dataclass(frozen=True)
class Tinted:
    """A sentence: its tokens as they are written, spaces included, and how much of its colour each has, from 0 to 1."""

    tokens: Sequence[str]
    shares: Sequence[float]
    looks: int  # the position of the token that attends
    looked_at: int


@dataclass(frozen=True)
class Sentences:
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
            {
                "name": group.name,
                "note": group.note,
                "sentences": [
                    {
                        "tokens": list(sentence.tokens),
                        "shares": [float(share) for share in sentence.shares],
                        "looks": sentence.looks,
                        "looked_at": sentence.looked_at,
                    }
                    for sentence in group.sentences
                ],
            }
            for group in groups
        ],
        "alt": alt,
    }
    screen.picture("tinted_sentences", header, key=key, on_choice=on_sentence)
