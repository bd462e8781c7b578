"""A playlist: pages, stories, guesses and questions in an order, a line each, to be presented or given to a class."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from headlight.app import visit
from headlight.questions.plans import PLANS
from headlight.questions.questions import Question, Refused, bundled
from headlight.reading.log import log
from headlight.state.address import AT
from headlight.state.first_path import STOPS, VIEW
from headlight.state.places import START, view_of
from headlight.state.session import Query, whole
from headlight.state.story import STORIES

_QUESTION, _OWN, _RIGHT = "question ", "ask ", "*"


class Own(NamedTuple):
    """A question of the teacher's own: its words, its choices, and which of them is right, from 0."""

    words: str
    options: list[str]
    right: int | None


def ready() -> dict[str, list[str]]:
    """Return the lists that are ready, by what they are called, in the address too."""
    addresses = [f"/{visit.href(story.view, story.address)}" for story in STORIES.values()]
    guesses = [f"/{visit.href(VIEW, {'stop': stop})}" for stop in STOPS]
    sixteen = [f"{_QUESTION}{id}" for id in questions()]
    plans = {name: plan.stops for name, plan in PLANS.items()}
    lists = {"guesses": guesses, "stories": addresses, "sixteen questions": sixteen, **plans}
    return {name: stops for name, stops in lists.items() if stops}


@cache
def questions() -> dict[str, Question]:
    """Return the sixteen questions by their names; none where their file cannot be used."""
    try:
        return {question.id: question for question in bundled().items}
    except (OSError, Refused) as error:
        log("questions", error)
        return {}


def stops(lines: Sequence[str]) -> list[str]:
    """Return the lines of a playlist, each list that is named in it as its own lines."""
    lists = ready()
    return [stop for line in map(str.strip, lines) if line for stop in lists.get(_named(line), [line])]


def _named(line: str) -> str:
    """The list that a line stands for: *Guesses* without a stop is all of its stops."""
    view, query = leads(line)
    return "guesses" if view == VIEW and "stop" not in query else line


def leads(line: str) -> tuple[str, Query]:
    """Return the view that a line leads to, "" where it is no address of this app, and the keys behind it."""
    if question := question_of(line):
        line = question.query
    address = urlsplit(line)
    path = address.path.rstrip("/").rpartition("/")[2]
    query = parse_qs(address.query, keep_blank_values=True)
    query = query if path else whole(query)
    return view_of((query.get(AT) or [path or START])[-1]), query


def question_of(line: str) -> Question | None:
    """Return the one of the sixteen questions that a line names."""
    return questions().get(line.removeprefix(_QUESTION)) if line.startswith(_QUESTION) else None


def own_of(line: str) -> Own | None:
    """Return the question of the teacher's own in a line, such as “ask Which word? | *bear | girl”."""
    if not line.startswith(_OWN):
        return None
    words, *options = [part.strip() for part in line.removeprefix(_OWN).split("|")]
    right = next((number for number, option in enumerate(options) if option.startswith(_RIGHT)), None)
    return Own(words, [option.removeprefix(_RIGHT).strip() for option in options], right)
