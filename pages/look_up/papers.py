"""Every paper that the app names, in full, and the page where its idea can be seen."""

import re
import tomllib
from dataclasses import dataclass

from headlight.reading import assets


@dataclass(frozen=True)
class Paper:
    """A paper or a text: how the app names it, where it is to be found, and the page that shows its idea."""

    cited: str
    full: str
    page: str
    also: tuple[str, ...] = ()  # other ways in which it is named

    @property
    def entry(self) -> str:
        """Its line in the list, an arXiv number as a link."""
        who, _, year = self.cited.rpartition(" ")
        full = re.sub(r"arXiv:([\d.]+\d)", r"[arXiv:\1](https://arxiv.org/abs/\1)", self.full)
        return f"**{year}** **{who}**: {full}."


def _papers(text: str) -> list[Paper]:
    papers = [Paper(**source | {"also": tuple(source.get("also", ()))}) for source in tomllib.loads(text)["source"]]
    return sorted(papers, key=lambda paper: paper.cited[-4:])


PAPERS: list[Paper] = assets.read("sources.toml", _papers, [])  # the oldest first
