"""Sentences to read, in groups, each word as deep as its share; a click chooses a sentence."""

from collections.abc import Sequence
from typing import NamedTuple, TypedDict

from headlight.pictures import tables
from headlight.pictures.picture import Drawn, OnChoose, picture


class TintedSentence(TypedDict):
    """A sentence of `TintedSentences`: see `Tinted`."""

    tokens: list[str]
    shares: list[float]
    looks: int
    looked_at: int | None


class TintedGroup(TypedDict):
    """Sentences of `TintedSentences` under one name."""

    name: str
    note: str
    sentences: list[TintedSentence]


class TintedSentences(TypedDict):
    """See `tinted_sentences`."""

    groups: list[TintedGroup]
    alt: str


class Tinted(NamedTuple):
    """A sentence: its tokens as they are written, spaces included, and how much of its colour each has, from 0 to 1."""

    tokens: Sequence[str]
    shares: Sequence[float]
    looks: int  # the position of the token that attends; -1 where none does
    looked_at: int | None  # whose share is written as a number


class Sentences(NamedTuple):
    """Sentences under one name."""

    name: str
    note: str
    sentences: Sequence[Tinted]


@picture
def tinted_sentences(
    groups: Sequence[Sentences], *, alt: str, key: str, on_sentence: OnChoose
) -> Drawn[TintedSentences]:
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
    return Drawn(header, table=_table(header), key=key, on_choice=on_sentence)


def _table(header: TintedSentences) -> tables.Table:
    lines = [
        [group["name"], "".join(sentence["tokens"]).strip(), *_looking(sentence)]
        for group in header["groups"]
        for sentence in group["sentences"]
    ]
    columns = [list(column) for column in zip(*lines, strict=True)]
    return tables.of(["", "sentence", "attends", "attended to", "weight"], columns, labels=4)


def _looking(sentence: TintedSentence) -> tuple[str, str, float | None]:
    """Which token attends, to which, and its share; nothing where none does."""
    tokens, looked_at = sentence["tokens"], sentence["looked_at"]
    if looked_at is None:
        return "", "", None
    return tokens[sentence["looks"]].strip(), tokens[looked_at].strip(), sentence["shares"][looked_at]
