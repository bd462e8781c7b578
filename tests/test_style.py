"""How we write, as far as a machine can hold it: the tables of docs/style.md, what screens say, and docstrings."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

from headlight.state.registry import View, views
from headlight.state.state import State
from tests import wording
from tests.draw import Drawing
from tests.in_turn import in_turn
from tests.wording import GUIDE, LONG, ROOT, broken, count, of_view, sentences

LESSONS = sorted((ROOT / "assets" / "lessons").glob("*.md"))
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
LISTS = "look_up", "path"  # lessons of what is a list itself
BEFORE, ON_THE_SCREEN, LESSON = 40, 80, 300  # words of a view; of a lesson without its measurements
BANNED = wording.replaced()
NAME = re.compile(r"(?<![\w*])\*([A-Z][^*]+)\*(?!\*)")
USED = re.compile(rf"\b(?:[Cc]lick|[Pp]ress|[Cc]hoose|[Uu]nder|[Oo]pen|[Ss]et|[Oo]n|[Ss]witch|[Tt]urn) {NAME.pattern}")


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    """All that a reader reads: to read it takes a second, which a process that collects the tests need not spend."""
    return wording.texts()


def test_the_guide_has_twenty_rules_and_its_tables_are_read() -> None:
    rules = re.findall(r"^(\d+)\. \*\*", GUIDE.read_text("utf-8"), re.MULTILINE)
    assert rules == [str(number) for number in range(1, 21)]
    assert len(BANNED.findall("Told anew in place of a sign")) == 4 and not BANNED.search("retold, signal, design")


def test_texts_in_scripts_are_read_and_their_comments_and_names_are_not(texts: dict[str, str]) -> None:
    browser = "headlight/pictures/browser"
    shown = texts[f"{browser}/pages/class.js"]
    assert "Explore on my own" in shown and "Go to the class" in texts[f"{browser}/pages/class.html"]
    script = (ROOT / browser / "pages" / "class.js").read_text("utf-8")
    assert "const " in script and "// " in script and "const " not in shown and "// " not in shown


def test_no_word_is_used_that_the_guide_replaces(texts: dict[str, str]) -> None:
    assert not [
        (where, text[max(0, hit.start() - 40) : hit.end() + 40])
        for where, text in texts.items()
        for hit in BANNED.finditer(text)
    ]


def test_an_italic_name_is_a_label_that_exists(texts: dict[str, str]) -> None:
    """Each in a document, but for two on other sites and one of tables; in a lesson, with examples, what one uses."""
    code = [path for room in ("headlight", "pages", "assets") for path in (ROOT / room).rglob("*.*")]
    shown = "\n".join(path.read_text("utf-8") for path in code if path.suffix in (".py", ".js", ".html", ".toml"))
    found = {
        (name, label)
        for name, text in texts.items()
        if name.endswith(".md") and not name.startswith(("docs/hosting", "docs/install", "docs/benchmarks"))
        for label in (NAME if name.startswith("docs/") else USED).findall(" ".join(text.split()))
    }
    assert len(found) > 50 and not [each for each in found if each[1].replace("’", "'") not in shown]


@in_turn("path", LESSONS)
def test_a_sentence_of_a_lesson_is_short(path: Path) -> None:
    lead, rest, _ = wording.lesson(path.stem)
    assert not [each for each in wording.prose_sentences(f"{lead}\n\n{rest}") if len(each.split()) > LONG]


@in_turn("path", LESSONS)
def test_a_lesson_is_short_ends_with_a_question_to_try_and_says_nothing_twice(path: Path) -> None:
    lead, rest, measured = wording.lesson(path.stem)
    assert "\n## " not in measured, "what was measured comes last, folded away"
    assert count(rest) <= LESSON, "python -m tests.wording counts them"
    if path.stem not in LISTS:
        last = rest.strip().split("\n\n")[-1]
        assert "?" in re.sub(r"\]\(.*?\)", "]", last) and "](./?at=" in last
    said = Counter(sentence for sentence in sentences(lead + "\n" + rest + measured) if len(sentence.split()) > 5)
    assert not [sentence for sentence, times in said.items() if times > 1]


@in_turn("view", [view for view in views().values() if view.draw])
def test_every_board_of_a_view_keeps_the_rules_as_it_opens(view: View) -> None:
    """At every depth; `tests/pages/test_moves.py` asks it of every setting too."""
    assert not [
        said for board in Drawing(State.of(view), deeper=bool(view.arithmetic)).boards for said in broken(board)
    ]


@in_turn("view", views().values())
def test_a_tooltip_keeps_the_rules(view: View) -> None:
    assert list(wording.against_rules(wording.helps(view))) == []


def test_every_control_says_what_it_does() -> None:
    assert wording.silent_controls() == []


@in_turn("name", views())
def test_a_view_has_few_words_before_its_picture_and_before_anything_is_opened(name: str) -> None:
    words = of_view(views()[name])
    assert words.before_the_picture <= BEFORE and words.on_the_screen <= ON_THE_SCREEN, (
        "python -m tests.wording counts them"
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
