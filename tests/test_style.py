"""How we write, as far as a machine can hold it: the tables of docs/style.md, sentences of leads, and docstrings."""

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from headlight.state.registry import views
from headlight.state.state import Kind, State
from tests.words_on_screen import count, of_view, with_lessons

ROOT = Path(__file__).resolve().parent.parent
GUIDE = ROOT / "docs" / "style.md"
LESSONS = sorted((ROOT / "assets" / "lessons").glob("*.md"))
# Each file once: headlight/pages is pages/, by a link.
CODE = sorted(
    {path.resolve() for room in ("headlight", "pages", "transformer") for path in (ROOT / room).rglob("*.py")}
)
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
MOST_WORDS = 25  # in a sentence of a lead
LISTS = "glossary", "path", "sources"  # lessons of what is a list itself
BEFORE, ON_THE_SCREEN, LESSON = 40, 80, 300  # words of a view; of a lesson without its measurements


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
    """Return what the guide is held on, by where it is."""
    found = {path.name: path.read_text("utf-8") for path in LESSONS}
    for name in ("stories.toml", "path.toml", "glossary.toml", "examples.toml"):
        found[name] = "\n".join(strings(tomllib.loads((ROOT / "assets" / name).read_text("utf-8"))))
    documents = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]
    found |= {path.name: " ".join(path.read_text("utf-8").split()) for path in documents if path != GUIDE}
    return found | {str(path.relative_to(ROOT)): "\n".join(shown_by(path)) for path in CODE}


def shown_by(path: Path) -> Iterator[str]:
    """The texts of several words in a file of code that are no docstrings; the values inside of them left out."""
    tree = ast.parse(path.read_text("utf-8"))
    nodes = (node for node in ast.walk(tree) if isinstance(node, DOCUMENTED))
    docs = {id(node.body[0].value) for node in nodes if node.body and isinstance(node.body[0], ast.Expr)}
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) and id(node) not in docs else None
        if isinstance(text, str) and " " in text.strip():
            yield text


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


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_is_short_ends_with_a_question_to_try_and_says_nothing_twice(path: Path) -> None:
    text, _, measured = path.read_text("utf-8").partition("## Measured\n")
    assert "\n## " not in measured, "what was measured comes last, folded away"
    assert count(text.partition("\n\n")[2]) <= LESSON, "python -m tests.words_on_screen counts them"
    if path.stem not in LISTS:
        last = text.strip().split("\n\n")[-1]
        assert "?" in re.sub(r"\]\(.*?\)", "]", last) and "](./?at=" in last
    said = Counter(sentence for sentence in sentences(text + measured) if len(sentence.split()) > 5)
    assert not [sentence for sentence, times in said.items() if times > 1]


def test_every_dial_says_what_it_does() -> None:
    silent = {
        f"{name}: {dial.label}"
        for name, view in views().items()
        for dial in view.controls
        if dial.kind not in ("hidden", "tables") and not dial.looks(State.made(view, {})).get("help")
    }
    assert not silent


def test_every_control_that_a_view_draws_itself_says_what_it_does() -> None:
    """Guesses are questions, and a control without a label of its own is explained by the text beside it."""
    silent = [
        f"{path.name}: {ast.unparse(call.args[1])}"
        for path in sorted((ROOT / "pages").rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call)
        and ast.unparse(call.func) in {f"controls.{kind}" for kind in get_args(Kind)}
        and not {"help", "label_visibility"} & {word.arg for word in call.keywords}
    ]
    assert not silent


@pytest.mark.parametrize("name", with_lessons())
def test_a_view_has_few_words_before_its_picture_and_before_anything_is_opened(name: str) -> None:
    words = of_view(with_lessons()[name])
    assert words.before_the_picture <= BEFORE and words.on_the_screen <= ON_THE_SCREEN, (
        "python -m tests.words_on_screen counts them"
    )


@pytest.mark.parametrize("room", ("headlight", "pages", "transformer", "training", "benchmarks"))
def test_a_docstring_tells_what_to_do_and_not_first_what_comes_of_it(room: str) -> None:
    riddles = [
        f"{path.relative_to(ROOT)}: {said.splitlines()[0]}"
        for path in sorted((ROOT / room).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, DOCUMENTED) and (said := ast.get_docstring(node)) and said.startswith(("What ", "The same"))
    ]
    assert not riddles, "begin with a verb, or with the thing, as docs/style.md says"
