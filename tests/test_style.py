"""How we write, as far as a machine can hold it: the tables of docs/style.md, sentences of leads, and docstrings."""

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.words_on_screen import of_view, with_lessons

ROOT = Path(__file__).parent.parent
GUIDE = ROOT / "docs" / "style.md"
LESSONS = sorted((ROOT / "assets" / "lessons").glob("*.md"))
MOST_WORDS = 25  # in a sentence of a lead
# Docstrings that name a result where they should tell what to do. These numbers only fall.
STILL_BEGIN_WITH = {"What ": 268, "The same": 27}
BEFORE, ON_THE_SCREEN = 40, 80  # words of a view


def tables(*headings: str) -> list[str]:
    """The left column of tables of the guide, one expression each; those in brackets need a reader."""
    found: list[str] = []
    for heading in headings:
        section = GUIDE.read_text("utf-8").split(f"## {heading}\n")[1].split("\n## ")[0]
        cells = re.findall(r"^\| (.+?) \|", section, re.MULTILINE)[2:]
        found += [word for cell in cells if "(" not in cell for word in cell.split(", ")]
    return found


def lead(path: Path) -> str:
    return " ".join(path.read_text("utf-8").split("\n\n")[0].split())


def sentences(text: str) -> list[str]:
    return re.split(r"(?<=[.?!])\W*\s+(?=\W*[A-Z\d])", text)


def strings(value: Any) -> Iterator[str]:
    """All texts in what a TOML file holds."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from strings(each)


def texts() -> dict[str, str]:
    """What the guide is held on, by where it is."""
    found = {f"lead of {path.name}": lead(path) for path in LESSONS}
    for name in ("help.toml", "stories.toml", "path.toml", "glossary.toml", "examples.toml"):
        found[name] = "\n".join(strings(tomllib.loads((ROOT / "assets" / name).read_text("utf-8"))))
    documents = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]
    return found | {path.name: " ".join(path.read_text("utf-8").split()) for path in documents if path != GUIDE}


TEXTS = texts()
BANNED = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, tables('Plain words', 'False friends')))})(?![\w-])", re.I)


def test_the_guide_has_twenty_rules_and_its_tables_are_read() -> None:
    rules = re.findall(r"^(\d+)\. \*\*", GUIDE.read_text("utf-8"), re.MULTILINE)
    assert rules == [str(number) for number in range(1, 21)]
    assert {"anew", "told", "in place of", "sign"} <= {*tables("Plain words", "False friends")}
    assert len(BANNED.findall("Told anew in place of it")) == 3 and not BANNED.search("retold, signal, design")


@pytest.mark.parametrize("where", TEXTS)
def test_no_word_is_used_that_the_guide_replaces(where: str) -> None:
    found = [TEXTS[where][max(0, hit.start() - 40) : hit.end() + 40] for hit in BANNED.finditer(TEXTS[where])]
    assert not found


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_sentence_of_a_lead_is_short(path: Path) -> None:
    assert not [each for each in sentences(lead(path)) if len(each.split()) > MOST_WORDS]


@pytest.mark.parametrize("name", with_lessons())
def test_a_view_has_few_words_before_its_picture_and_before_anything_is_opened(name: str) -> None:
    words = of_view(with_lessons()[name])
    assert words.before_the_picture <= BEFORE and words.on_the_screen <= ON_THE_SCREEN, (
        "python -m tests.words_on_screen counts them"
    )


def test_fewer_and_fewer_docstrings_begin_with_their_result() -> None:
    begun: Counter[str] = Counter()
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    files = {path.resolve() for room in ("headlight", "pages", "transformer") for path in (ROOT / room).rglob("*.py")}
    for path in files:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, documented) and (said := ast.get_docstring(node)):
                begun.update(words for words in STILL_BEGIN_WITH if said.startswith(words))
    assert all(begun[words] <= most for words, most in STILL_BEGIN_WITH.items()), (
        f"{dict(begun)}: begin a docstring with a verb, as docs/style.md says, or lower the number"
    )
