"""No word on the screen that a student stumbles over: lessons, stories, the path, the glossary, captions and hints."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
_STUMBLED_OVER = re.compile(
    r"\b(alike|stands?|stood|standing|(a|one|mean|each|chosen|this|the) look\b(?! at)|these looks\b(?! at)|looks would"
    r"|told|at the side|so many|point at a)\b",
    re.IGNORECASE,
)
_ASSETS = [path for kind in ("lessons/*.md", "*.toml") for path in sorted((ROOT / "assets").glob(kind))]
_ASSETS.remove(ROOT / "assets" / "sources.toml")  # titles of papers
_CODE = [*sorted((ROOT / "headlight").rglob("*.py")), *sorted((ROOT / "transformer" / "learning").glob("*.py"))]
_OF_OLD = ROOT / "headlight" / "frame" / "older.py"  # what views were called before


def _on_screen(path: Path) -> Iterator[str]:
    """The strings of several words in a file that are no docstrings; the values inside of them left out."""
    tree = ast.parse(path.read_text("utf-8"))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    docs = {id(each.body[0].value) for each in ast.walk(tree) if isinstance(each, documented) and _opens(each)}
    for each in ast.walk(tree):
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and id(each) not in docs:
            yield each.value


def _opens(node: ast.Module | ast.ClassDef | ast.FunctionDef) -> bool:
    return bool(node.body) and isinstance(node.body[0], ast.Expr)


@pytest.mark.parametrize("path", _ASSETS, ids=lambda path: path.name)
def test_lessons_stories_and_the_glossary_are_in_plain_english(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    assert not [line for line in lines if _STUMBLED_OVER.search(line)]


def test_captions_are_in_plain_english() -> None:
    found = {
        f"{path.relative_to(ROOT)}: {words}"
        for path in _CODE
        if path != _OF_OLD
        for words in _on_screen(path)
        if " " in words.strip() and _STUMBLED_OVER.search(words)
    }
    assert not found
