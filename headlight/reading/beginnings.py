"""Beginnings of sentences that neither model nor table has read, each with the word that a person writes next."""

import tomllib
from collections.abc import Sequence
from typing import NamedTuple

from headlight.reading import assets

FILE = "beginnings.toml"
PLAYED = 10  # beginnings of a set


class Beginning(NamedTuple):
    """A sentence up to one of its last words; `options` are in the order of the alphabet, which tells nothing."""

    register: str  # "story", "everyday" or "school"
    text: str
    word: str
    options: tuple[str, ...]


def option_of(typed: str, options: Sequence[str]) -> int:
    """Return which option a typed word is, whatever its case; their number where it is none of them."""
    words = [option.casefold() for option in options]
    word = typed.strip(" .,!?'\"\n").casefold()
    return words.index(word) if word in words else len(words)


def words_of(said: str | None) -> list[str]:
    """Return the words that were said so far, in the order of the beginnings; `said` is what an address holds."""
    return said.split(",")[:PLAYED] if said else []


def _read(written: str) -> list[Beginning]:
    return [
        Beginning(
            register, each["text"], each["next"], tuple(sorted((each["next"], *each["others"]), key=str.casefold))
        )
        for register, several in tomllib.loads(written).items()
        for each in several
    ]


BEGINNINGS: list[Beginning] = assets.read(FILE, _read, [])
_SETS = len(BEGINNINGS) // PLAYED
SETS = [BEGINNINGS[number::_SETS] for number in range(_SETS)]  # each has all registers
