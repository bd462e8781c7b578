"""Sources: every paper that the app names, in full, and the page where its idea can be seen."""

import re
import tomllib
from dataclasses import dataclass

from headlight.parts.nouns import CannotShow, Entry, State, view
from headlight.reading import assets


@dataclass(frozen=True)
class Source:
    """A paper or a text: how the app names it, where it is to be found, and the page that shows its idea."""

    cited: str
    full: str
    page: str
    also: tuple[str, ...] = ()  # other ways in which it is named


def _sources(text: str) -> list[Source]:
    return [Source(**source | {"also": tuple(source.get("also", ()))}) for source in tomllib.loads(text)["source"]]


SOURCES: list[Source] = assets.read("sources.toml", _sources, [])


@view().listed
def sources(state: State) -> list[Entry]:
    """All of them, the oldest first, an arXiv number as a link."""
    if not SOURCES:
        raise CannotShow("The references cannot be shown just now: their file is missing or damaged.")
    entries = []
    for source in sorted(SOURCES, key=lambda source: source.cited[-4:]):
        who, _, year = source.cited.rpartition(" ")
        entries.append(Entry(f"**{year}** **{who}**: {_linked(source.full)}.", source.page))
    return entries


def _linked(reference: str) -> str:
    return re.sub(r"arXiv:([\d.]+\d)", r"[arXiv:\1](https://arxiv.org/abs/\1)", reference)
