"""The words of the course, as the glossary lists them and lessons link to them."""

import tomllib
from typing import NamedTuple

from headlight.reading import assets

FILE = "glossary.toml"


class Term(NamedTuple):
    """A word of the course: its symbol as LaTeX where it has one, its meaning, and the page that shows it."""

    term: str
    meaning: str
    page: str
    symbol: str = ""
    source: str = ""


def _terms(file_text: str) -> list[Term]:
    return [Term(**term) for term in tomllib.loads(file_text)["term"]]


TERMS: list[Term] = assets.read(FILE, _terms, [])


def search(words: str) -> list[Term]:
    """The terms in whose name, symbol or meaning all the words stand, in any case."""
    words_wanted = words.casefold().split()
    return [term for term in TERMS if all(word in " ".join(term).casefold() for word in words_wanted)]
