"""Sources: every paper that the app names, in full, and the page where its idea can be seen."""

import re
import tomllib
from dataclasses import dataclass

from headlight.parts.nouns import CannotShow, Entry, State, view
from headlight.reading import assets


@dataclass(frozen=True)
class Source:
    """A paper or a text: how the app names it, where it is to be found, and the page that shows its idea."""

    theme: str
    cited: str
    full: str
    page: str
    also: tuple[str, ...] = ()  # other ways in which it is named


def _sources(text: str) -> list[Source]:
    return [
        Source(**source | {"theme": theme["name"], "also": tuple(source.get("also", ()))})
        for theme in tomllib.loads(text)["theme"]
        for source in theme["source"]
    ]


SOURCES: list[Source] = assets.read("sources.toml", _sources, [])


@view().listed
def sources(state: State) -> list[Entry]:
    """All of them, an arXiv number as a link."""
    if not SOURCES:
        raise CannotShow("The references cannot be shown just now: their file is missing or damaged.")
    return [Entry(source.theme, f"**{source.cited}**: {_linked(source.full)}.", source.page) for source in SOURCES]


def _linked(reference: str) -> str:
    return re.sub(r"arXiv:([\d.]+\d)", r"[arXiv:\1](https://arxiv.org/abs/\1)", reference)
