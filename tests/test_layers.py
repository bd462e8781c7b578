"""Imports point one way: models and pictures know nothing of each other, and nothing imports a page."""

import ast
from pathlib import Path

import pytest

from ui.contents import SECTIONS

ROOT = Path(__file__).parent.parent
OURS = {"transformer", "figures", "components", "ui", "pages", "training", "benchmarks", "app"}
MAY_IMPORT = {
    "transformer": {"transformer"},
    "figures": {"figures"},
    "components": {"components"},
    "ui": {"ui", "transformer", "figures", "components"},
    "pages": {"ui", "transformer", "figures", "components"},
    "training": {"training", "transformer"},
}
MAY_NOT_USE = {
    "transformer": {"streamlit", "plotly"},
    "figures": {"streamlit", "torch"},
    "components": {"torch", "plotly"},
    "ui": {"playwright"},
    "pages": {"plotly", "torch"},
    "training": {"streamlit", "plotly"},
}
FILES = [
    pytest.param(folder, path, id=str(path.relative_to(ROOT)))
    for folder in MAY_IMPORT
    for path in sorted((ROOT / folder).rglob("*.py"))
]


def imported(path: Path) -> set[str]:
    """The top-level packages that a file imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            found.add((node.module or "").split(".")[0])
    return found


@pytest.mark.parametrize(("folder", "path"), FILES)
def test_a_file_imports_only_what_its_layer_may(folder: str, path: Path) -> None:
    names = imported(path)
    assert names & OURS <= MAY_IMPORT[folder]
    assert not names & MAY_NOT_USE[folder]


def test_every_page_is_in_the_table_of_contents() -> None:
    listed = [name for pages in SECTIONS.values() for name in pages]
    assert sorted(listed) == sorted(page.stem for page in (ROOT / "pages").glob("*.py"))


def test_every_page_has_a_lesson_of_its_name() -> None:
    pages = {page.stem for page in (ROOT / "pages").glob("*.py")}
    lessons = {lesson.stem for lesson in (ROOT / "assets" / "lessons").glob("*.md")}
    assert pages == lessons
