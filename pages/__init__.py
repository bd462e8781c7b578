"""The views of the pages, a folder for each page, which says here what it is called and in which order they stand."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Page:
    """A page: its name in the menu, its question, and its views in order, from their files to their names on screen."""

    title: str
    question: str
    views: Mapping[str, str]
