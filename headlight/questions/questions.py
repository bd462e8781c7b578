"""The questions as their file has them: each with wrong answers, the ideas behind these, and the view that answers."""

import random
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import urlencode

from headlight.reading import assets
from headlight.state.places import title_of
from headlight.state.registry import find
from headlight.state.state import State

FILE = "questions.toml"
SHORT, ANSWER, LONG = 95, 75, 300  # letters of a question where it has to be short, of an answer, and of a sentence
WRONG = 3  # wrong answers of a question
MOST = 40  # questions of a file
_NEEDED = ("id", "concept", "asked", "right", "because", "wrong", "view", "state", "fact")
_OF_WRONG = ("idea", "says", "but")
_NAME = re.compile(r"[a-z][a-z0-9-]{0,30}")
_CODE = re.compile(r"[A-Z]{2,12}")


class Refused(ValueError):
    """A file of questions cannot be used; the message names the line and says why."""


class Option(NamedTuple):
    """An answer to choose: whether it is right, what to say to it, and the idea behind it, "" where it is right."""

    says: str
    right: bool
    feedback: str
    idea: str = ""


class Question(NamedTuple):
    """A question. `options` are in an order that was drawn once, for all files; `fact` is what the model says to it."""

    id: str
    concept: str
    asked: str
    short: str
    options: tuple[Option, ...]
    view: str
    state: Mapping[str, str]
    fact: str

    @property
    def right(self) -> int:
        """Return which option is right, from 0."""
        return next(number for number, option in enumerate(self.options) if option.right)

    @property
    def query(self) -> str:
        """Return the address of the view that shows the right answer, relative to that of the app."""
        return "?" + urlencode({"at": self.view} | dict(self.state))

    @property
    def look(self) -> str:
        """Return the name of that view, as the menu writes it."""
        return title_of(self.view)


class Questions(NamedTuple):
    """The questions of a file, and the ideas behind wrong answers by their codes."""

    ideas: Mapping[str, str]
    items: tuple[Question, ...]

    def chosen(self, ids: Sequence[str]) -> "Questions":
        """Return those with these names, in this order.

        Raises:
            KeyError: there is no question of one of these names.
        """
        by_id = {question.id: question for question in self.items}
        return self._replace(items=tuple(by_id[id] for id in ids))


@cache
def bundled() -> Questions:
    """Read the sixteen questions.

    Raises:
        OSError: their file cannot be read.
        Refused: somebody changed it, and it cannot be used.
    """
    return read((assets.FOLDER / FILE).read_text("utf-8"))


def read(text: str) -> Questions:
    """Read and check a file of questions, TOML as in assets/questions.toml.

    Raises:
        Refused: the file cannot be used; the message names the line and says why.
    """
    try:
        written = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"at line (\d+)", str(error))
        line = int(place[1]) if place else text.count("\n") + 1
        raise Refused(f"Line {line}: this is no TOML, {str(error).partition(' (at')[0]}.") from None
    lines = _Lines(text)
    for key in written.keys() - {"ideas", "question"}:
        raise lines.refused(0, key, f"a file has [ideas] and [[question]], and no {key!r}.")
    ideas, items = written.get("ideas"), written.get("question")
    if not isinstance(ideas, dict) or not ideas:
        raise Refused("Line 1: [ideas] is missing: name the ideas behind wrong answers, each with a code.")
    for code, idea in ideas.items():
        if not _CODE.fullmatch(code):
            raise lines.refused(0, code, f"a code of an idea is 2 to 12 capital letters, and {code!r} is none.")
        _sentence(idea, LONG, lambda why, code=code: lines.refused(0, code, f"the idea {code} {why}"))
    if not isinstance(items, list) or not 1 <= len(items) <= MOST:
        raise Refused(f"Line 1: a file has 1 to {MOST} questions, each under a line [[question]].")
    seen = dict[str, int]()
    questions = tuple(_question(item, number, ideas, lines) for number, item in enumerate(items, start=1))
    for number, question in enumerate(questions, start=1):
        if question.id in seen:
            raise lines.refused(number, "id", f"question {seen[question.id]} is called {question.id!r} too.")
        seen[question.id] = number
    return Questions(ideas, questions)


class _Lines:
    """Where things are in a file: questions are counted from 1, and 0 is what comes before the first."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        begins = [line for line, words in enumerate(self.lines) if re.match(r"\s*\[\[\s*question\s*\]\]", words)]
        self.begins = [0, *begins, len(self.lines)]

    def refused(self, number: int, key: str, why: str, nth: int = 0) -> Refused:
        """Return the error about a key: at the line that sets it for the nth time, else where its question begins."""
        number = min(number, len(self.begins) - 2)
        first, end = self.begins[number], self.begins[number + 1]
        sets = re.compile(rf"(?:^|[\s{{,.\[])[\"']?{re.escape(key)}[\"']?\s*[=.\]]")
        found = [line for line in range(first, end) for _ in sets.finditer(self.lines[line])]
        line = found[min(nth, len(found) - 1)] if found else first
        return Refused(f"Line {line + 1}: {f'question {number}: ' if number else ''}{why}")


def _question(item: Any, number: int, ideas: Mapping[str, str], lines: _Lines) -> Question:
    def refused(key: str, why: str, nth: int = 0) -> Refused:
        return lines.refused(number, key, why, nth)

    if missing := [key for key in _NEEDED if key not in item]:
        raise refused("question", f"{' and '.join(missing)} is missing.")
    for key in item.keys() - {*_NEEDED, "short"}:
        raise refused(key, f"a question has no {key!r}. It has {', '.join(_NEEDED)} and short.")
    for key, most in {"concept": 40, "asked": LONG, "because": LONG, "fact": LONG, "right": ANSWER}.items():
        _sentence(item[key], most, lambda why, key=key: refused(key, f"{key} {why}"))
    if not isinstance(item["id"], str) or not _NAME.fullmatch(item["id"]):
        raise refused("id", "id has to be up to 31 small letters, digits and hyphens, such as later-word.")
    short = item.get("short", item["asked"])
    _sentence(short, SHORT, lambda why: refused("short" if "short" in item else "asked", f"the short question {why}"))
    if not isinstance(item["wrong"], list) or len(item["wrong"]) != WRONG:
        raise refused("wrong", f"wrong has to be a list of {WRONG} answers.")
    options = [Option(item["right"], True, item["because"])]
    for nth, wrong in enumerate(item["wrong"]):
        if not isinstance(wrong, dict) or wrong.keys() != {*_OF_WRONG}:
            raise refused("idea", f"wrong answer {nth + 1} has to have {', '.join(_OF_WRONG)}, and nothing else.", nth)
        if wrong["idea"] not in ideas:
            raise refused("idea", f"the idea {wrong['idea']!r} is not among [ideas].", nth)
        for key, most in {"says": ANSWER, "but": LONG}.items():
            _sentence(wrong[key], most, lambda why, key=key, nth=nth: refused(key, f"{key} {why}", nth))
        if wrong["says"] in [option.says for option in options]:
            raise refused("says", f"two answers are the same: {wrong['says']}", nth)
        options.append(Option(wrong["says"], False, wrong["but"], wrong["idea"]))
    if not isinstance(item["state"], dict) or not all(isinstance(value, str) for value in item["state"].values()):
        raise refused("state", 'state has to be a table of texts, such as { text = "strawberry", layer = "3" }.')
    if not isinstance(item["view"], str):
        raise refused("view", "view has to be the name of a view in quotation marks.")
    try:
        view = find(item["view"])
    except ValueError as error:
        raise refused("view", str(error)) from None
    try:
        State.of(view, **item["state"])
    except ValueError as error:
        raise refused("state", f"the view cannot be opened so: {error}") from None
    random.Random(item["id"]).shuffle(options)
    return Question(
        item["id"], item["concept"], item["asked"], short, tuple(options), item["view"], item["state"], item["fact"]
    )


def _sentence(words: Any, most: int, refused: Callable[[str], Refused]) -> None:
    """Let a text pass that every file and every system can hold.

    Raises:
        Refused: as `refused` makes it of the reason.
    """
    if not isinstance(words, str) or not words.strip():
        raise refused("has to be words in quotation marks.")
    if len(words) > most:
        raise refused(f"has {len(words)} letters, and at most {most} fit: {words[:30]} …")
    if any(not letter.isprintable() for letter in words):
        raise refused(f"has a break or a character that cannot be shown: write it on one line, {words[:30]!r} …")


def numbered(questions: Questions) -> Iterator[tuple[str, Question]]:
    """Yield each question with its title, such as "05 Attention weights"."""
    for number, question in enumerate(questions.items, start=1):
        yield f"{number:02d} {question.concept}", question


def seen_at(question: Question, app: str) -> str:
    """Say where the answer is seen: the view, and its address where that of the app is known."""
    address = f" {app}/{question.query}" if app else ""
    return f"See it in Headlight, {question.look}.{address}"
