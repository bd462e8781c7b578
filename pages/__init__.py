"""The views of the pages, a folder for each page, which says here what it is called and in which order they stand."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

# Of the stream, from the sentence to the next word: one layer's heads, its FFN or both, and all layers.
Part = Literal["words", "embeddings", "positions", "heads", "ffn", "layer", "layers", "next word"]


@dataclass(frozen=True)
class Page:
    """A page: its name in the menu, its question, and its views in order, from their files to their names on screen.

    `part` is the part of the stream that it is about, and `parts` those of views that are about another one. A page
    without any has no stream: it is about another machine, or about none. One `to_read` has no sentence to try.
    """

    title: str
    question: str
    views: Mapping[str, str]
    part: Part | None = None
    parts: Mapping[str, Part] = field(default_factory=dict)
    to_read: bool = False

    def part_of(self, view: str) -> Part | None:
        """The part of the stream that one of its views is about."""
        return self.parts.get(view, self.part)
