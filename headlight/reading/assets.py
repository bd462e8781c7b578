"""Small files of assets/ that a page can do without: where one cannot be read, a sentence stands in its place."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from headlight.reading.log import log

_INSTALLED = Path(__file__).parents[1] / "assets"  # where `pip install .` puts them, see pyproject.toml
FOLDER = _INSTALLED if _INSTALLED.is_dir() else Path(__file__).parents[2] / "assets"
Content = TypeVar("Content")
damaged: set[str] = set()  # the names of files that could not be read


def read(name: str, reader: Callable[[str], Content], instead: Content) -> Content:
    """Read a file's text with `reader`, or return `instead`; for a module that reads when it is imported."""
    try:
        return reader((FOLDER / name).read_text("utf-8"))
    except Exception as error:  # each reader has errors of its own; all mean that the file is damaged
        log(name, error)
        damaged.add(name)
        return instead
