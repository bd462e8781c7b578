"""A playlist at their own pace: what it asks goes to all phones at once, and each answers in its own time."""

import json
import secrets
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from headlight.app import playlist, visit
from headlight.questions.questions import bundled
from headlight.questions.votes import Vote, in_words, rows, table
from headlight.reading.reader import CannotShow
from headlight.rooms.room import GIVEN, PACE, Given, Room
from headlight.rooms.shared import Fields
from headlight.server import questions, revealed
from headlight.server.before_after import answered
from headlight.server.questions import Asked
from headlight.state.first_path import STEPS, VIEW
from headlight.state.places import title_of
from headlight.state.story import STORIES

MOST = 60  # questions of a playlist: all stories, all guesses and the sixteen are fewer
_KEY = "key"  # the field of what is right at each question; no phone is sent it
_MARK = f"{GIVEN}{PACE}:"
_NOTHING = "This playlist asks nothing. Put questions, guesses or stories into it, under Playlist at the top."
_TOO_MANY = f"A class is given at most {MOST} questions at once: take some out of the playlist."
_NO_TEXT = "A question at their own pace needs choices: give it some, or ask it under “Your own question”."
_OPEN = "The class has questions already: end them first."
_NOT_GIVEN = "The class has no playlist now: give it one first."


class _Item(NamedTuple):
    """A question of a playlist: its name, what stands above it, and what is seen and thought of its answers."""

    id: str
    asked: Asked
    about: str = ""
    view: str = ""
    query: str = ""
    ideas: tuple[str, ...] = ()


def begun(room: Room, lines: Any) -> Fields:
    """The fields of a room in which all phones are given what the lines of a playlist ask; other pages are left out.

    Raises:
        CannotShow: it cannot be given; a sentence says why.
        ValueError: it is no playlist.
    """
    if "set" in room.fields:
        raise CannotShow(_OPEN)
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise ValueError("no playlist")
    found = {item.id: item for line in playlist.stops(lines) for item in _of(line)}
    if not found:
        raise CannotShow(_NOTHING)
    if len(found) > MOST:
        raise CannotShow(_TOO_MANY)
    items = [
        {"id": each.id, "about": each.about, "asked": each.asked.words, "options": each.asked.options}
        for each in found.values()
    ]
    key = {each.id: _key(each) for each in found.values()}
    return {
        **_asked({"id": secrets.token_hex(4), "phase": PACE, "open": True, "words": False, "items": items}),
        _KEY: _written(key),
    }


def _of(line: str) -> Iterator[_Item]:
    """Yield the question of a line of a playlist, under its own name; a page to look at has none."""
    if question := playlist.question_of(line):
        ideas = tuple(bundled().ideas.get(option.idea, "") for option in question.options)
        asked = questions.of_question(question)
        yield _Item(f"question {question.id}", asked, view=question.view, query=question.query, ideas=ideas)
    elif own := playlist.own_of(line):
        asked = questions.own(*own)
        if not asked.options:
            raise CannotShow(_NO_TEXT)
        yield _Item(f"own {asked.words}", asked)
    else:
        view, query = playlist.leads(line)
        stop = query.get("stop", [""])[-1]
        if story := STORIES.get(query.get("story", [""])[-1]):
            sentence = story.state.get("text") or story.state.get("english") or ""
            about = f"“{sentence}”" if sentence else ""
            yield _Item(
                f"story {story.id}", questions.of_story(story), about, story.view, visit.href(story.view, story.shown)
            )
        elif view == VIEW and stop.isdecimal() and 1 <= int(stop) <= len(STEPS):
            step = STEPS[int(stop) - 1]
            query = visit.href(step.page, step.state)
            yield _Item(f"guess {int(stop)}", questions.of_stop(int(stop)), step.before, step.page, query)


def _key(item: _Item) -> dict[str, Any]:
    """Return all that a phone is sent only with the answer: the question as a room has it, and where it is seen."""
    empty = Room({}, ())
    room = Room({name: value for name, value in item.asked.fields(empty).items() if value is not None}, ())
    seen = {"look": title_of(item.view), "query": item.query} if item.view else {}
    return {"question": room.json("question"), "model": room.json("model"), "ideas": item.ideas, "seen": seen}


def given(room: Room, browser: str, request: Mapping[str, Any]) -> Given:
    """The field of what a phone has answered so far; where the teacher has shown an answer, its own stays as it was.

    Raises:
        CannotShow: the playlist is not open any more; a sentence says so.
        ValueError: it has no such question or option.
    """
    asked = room.json("set")
    answers, done = answered(asked, request)
    mark, fixed = f"{_MARK}{browser}", {item["id"] for item in asked["items"] if "right" in item}
    before = room.json(mark).get("answers", {})
    kept = {id: answer for id, answer in answers.items() if id not in fixed}
    kept |= {id: answer for id, answer in before.items() if id in fixed}
    finished = done and len(kept.keys() | fixed) == len(asked["items"])
    return Given({mark: _written({"answers": kept, "done": finished})}, {})


def shown(room: Room, id: Any) -> Fields:
    """The fields of a room whose wall shows the votes on a question beside its answer; nobody can change theirs then.

    Raises:
        CannotShow: the class has no playlist.
        ValueError: it has no such question.
    """
    asked, key = _set(room), room.json(_KEY)
    if not isinstance(id, str) or id not in key:
        raise ValueError("no such question")
    return {
        **questions.closed(room),
        **_asked(
            {**asked, "wall": id, "items": [_told(each, key) if each["id"] == id else each for each in asked["items"]]}
        ),
        "results": revealed.results(_alone(room, id)),
    }


def hidden(room: Room) -> Fields:
    """The fields of a room whose wall shows no votes any more; what the phones were told stays with them."""
    return {"results": None, **_asked({**_set(room), "wall": ""})}


def closed(room: Room) -> Fields:
    """The fields of a room in which nobody answers any more, and each phone is told what is right."""
    asked, key = _set(room), room.json(_KEY)
    return _asked({**asked, "open": False, "items": [_told(item, key) for item in asked["items"]]})


def ended(room: Room) -> Fields:
    """The fields of a room without the playlist; how the class voted is kept for the report."""
    gone = dict.fromkeys(["set", _KEY, *(name for name in room.fields if name.startswith(GIVEN))])
    wall = {} if "question" in room.fields else {"results": None}
    return {**gone, **wall, **questions.remembered(room, _votes(room))}


def progress(room: Room) -> dict[str, Any]:
    """Tell a teacher how far each phone is, without its number, from who has answered most.

    Returns:
        The questions, the one whose answer is on the wall, and of each phone a letter a question: "1" right, "0"
        wrong, "-" where nothing is right, and " " where it has not answered.
    """
    asked, key = _set(room), room.json(_KEY)
    phones = []
    for given in _given(room).values():
        answers = given["answers"]
        row = "".join(_mark(answers.get(item["id"]), key[item["id"]]) for item in asked["items"])
        phones.append({"row": row, "done": given["done"]})
    phones.sort(key=lambda phone: (phone["done"], len(phone["row"].replace(" ", "")), phone["row"]), reverse=True)
    items = [{"id": item["id"], "asked": item["asked"], "shown": "right" in item} for item in asked["items"]]
    return {"items": items, "phones": phones, "wall": asked.get("wall", "")}


def _mark(answer: list[int] | None, key: Mapping[str, Any]) -> str:
    if answer is None:
        return " "
    right = _right(key)
    return "-" if right is None else "1" if answer[0] == right else "0"


def report(room: Room) -> dict[str, Any]:
    """Tell a teacher of all votes of a room: in a sentence, question by question, and as a table."""
    votes = [Vote(**each) for each in room.json("votes").get("votes", [])]
    if any(name.startswith("answer:") for name in room.fields):
        votes.append(questions.voted(room))
    if room.json("set").get("phase") == PACE:
        votes += _votes(room)
    return {"says": in_words(votes), "rows": rows(votes), "votes.csv": table(votes)}


def _votes(room: Room) -> list[Vote]:
    """How the class voted on each question that somebody has answered."""
    key = room.json(_KEY)
    alone = {item["id"]: _alone(room, item["id"]) for item in room.json("set")["items"]}
    return [questions.voted(each, key[id]["ideas"]) for id, each in alone.items() if len(each.fields) > 2]


def _alone(room: Room, id: str) -> Room:
    """A room that is asked one question of the playlist and nothing else, with the votes on it."""
    key = room.json(_KEY)[id]
    votes = {
        f"answer:1:{phone}": b"%d" % given["answers"][id][0]
        for phone, given in _given(room).items()
        if id in given["answers"]
    }
    return Room({"question": _written(key["question"]), "model": _written(key["model"]), **votes}, ())


def _told(item: Mapping[str, Any], key: Mapping[str, Any]) -> dict[str, Any]:
    """A question as a phone is sent it once its answer is shown."""
    about = key[item["id"]]
    return {**item, "right": _right(about), "says": about["model"]["says"], **about["seen"]}


def _right(key: Mapping[str, Any]) -> int | None:
    shares = key["model"]["shares"] or []
    return shares.index(1) if 1 in shares else None


def _given(room: Room) -> dict[str, dict[str, Any]]:
    """Return the answers of each phone, in an order that says nothing of who came first."""
    return {name.removeprefix(_MARK): room.json(name) for name in sorted(room.fields) if name.startswith(_MARK)}


def _set(room: Room) -> dict[str, Any]:
    if (asked := room.json("set")).get("phase") != PACE:
        raise CannotShow(_NOT_GIVEN)
    return asked


def _asked(asked: Mapping[str, Any]) -> dict[str, bytes]:
    return {"set": _written(asked)}


def _written(value: Any) -> bytes:
    return json.dumps(value).encode()
