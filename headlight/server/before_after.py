"""Before and after: a class answers questions twice, each phone at its own pace, and sees nothing in between."""

import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from headlight.pictures.decimals import decimal
from headlight.questions import another_day, gain, three_words, votes
from headlight.questions.questions import Question, Questions, Refused, bundled
from headlight.questions.report import (
    FEW,
    PHASES,
    Answer,
    Pairs,
    Phase,
    answers_table,
    gained,
    items_table,
    paired,
    right,
)
from headlight.reading.reader import CannotShow
from headlight.rooms.room import GIVEN, Given, Room
from headlight.rooms.shared import Fields

# By the name of each choice: sixteen take a class 8 to 10 minutes, and eight half of it.
FORMS: Mapping[str, tuple[str, ...]] = {
    "full": (),
    "short": (
        *("unknown-village", "two-banks", "row", "later-word"),
        *("six-results", "layer-off", "writing-on", "evidence"),
    ),
}
_NOT_NOW = "These questions are not open any more."
_ASKED = "This class has answered once: ask the same questions again, or end them first."
_NOT_YET = "Ask the questions before the lesson first."
_NO_WORDS = "This class has no words: its phones answer again today."
_NOT_THEIRS = (
    "Nobody of this class had these three words. Compare them with your sheet, or go on without: then your answers "
    "of today are counted alone."
)
_LOST = " They were away once, or had lost their words."
_CHANCE = 0.05  # below which a change is said not to be of chance


def begun(room: Room, form: Any, *, another: bool = False) -> Fields:
    """The fields of a room in which a set is asked for the first time.

    Args:
        room: the room.
        form: the name of one, or numbers of questions.
        another: whether the second time is on another day, so that each phone is given three words.

    Raises:
        CannotShow: one is asked already, or a number is none of a question; a sentence says what to do.
        ValueError: there is no such form.
    """
    return _first(room, bundled().chosen(_chosen(form)), PHASES[0], another)


def resumed(room: Room, text: Any) -> Fields:
    """The fields of a room in which the set of another day's file is asked for the second time.

    Raises:
        CannotShow: one is asked already, or the file cannot be used; a sentence says why.
        ValueError: there is no file.
    """
    if not isinstance(text, str):
        raise ValueError("no file")
    text.encode()  # half a character in it could not be said back
    try:
        asked, answers = another_day.read(text, bundled())
    except Refused as error:
        raise CannotShow(str(error)) from None
    kept = {f"{GIVEN}{PHASES[0]}:{words}": _kept(given, done=True) for words, given in answers.items()}
    return {**_first(room, asked, PHASES[1], True), **kept}


def _first(room: Room, asked: Questions, phase: Phase, another: bool) -> Fields:
    """The fields of a room in which nothing was asked yet; `words` says that three words tell who is who."""
    if "set" in room.fields:
        raise CannotShow(_ASKED)
    items = [
        {"id": each.id, "asked": each.asked, "options": [option.says for option in each.options]}
        for each in asked.items
    ]
    return _asked({"id": secrets.token_hex(4), "phase": phase, "open": True, "words": another, "items": items})


def _chosen(form: Any) -> Sequence[str]:
    """The questions of a form, or those of a teacher's own numbers, from 1."""
    every = [question.id for question in bundled().items]
    if isinstance(form, str) and form in FORMS:
        return FORMS[form] or every
    if not isinstance(form, list):
        raise ValueError("no such form")
    numbers = [number for number in dict.fromkeys(form) if type(number) is int and 1 <= number <= len(every)]
    if not numbers or len(numbers) < len(form):
        raise CannotShow(f"Choose questions by their numbers, 1 to {len(every)}, each once, such as 1 3 5.")
    return [every[number - 1] for number in numbers]


def closed(room: Room) -> Fields:
    """The fields of a room in which nobody answers any more; after the second time each phone is given the key."""
    asked = _set(room)
    if asked["phase"] == PHASES[1]:
        questions = _questions(asked)
        for item, question in zip(asked["items"], questions.items, strict=True):
            ideas = [questions.ideas.get(option.idea, "") for option in question.options]
            item |= {"right": question.right, "ideas": ideas, "look": question.look, "query": question.query}
    return _asked({**asked, "open": False})


def again(room: Room) -> Fields:
    """The fields of a room in which the same phones are asked the same questions after the lesson."""
    asked = _set(room)
    if asked["phase"] == PHASES[1]:
        raise CannotShow(_ASKED)
    return _asked({**asked, "phase": PHASES[1], "open": True, "words": False})


def ended(room: Room) -> Fields:
    """The fields of a room in which no set is asked, and all that was answered is gone."""
    return dict.fromkeys(["set", *(name for name in room.fields if name.startswith(GIVEN))])


def given(room: Room, browser: str, request: Mapping[str, Any]) -> Given:
    """The field of what a phone has answered so far; all of it comes each time, so nothing is lost or counted twice.

    Where the second time is on another day, a phone is told its three words before, and gives them after: then its
    answers are kept under them, whatever phone it is, and it is told what it had answered.

    Raises:
        CannotShow: the set is not open any more, or the words are nobody's; a sentence says so.
        ValueError: it has no such question or option.
    """
    asked = room.json("set")
    answers, done = answered(asked, request)
    told: dict[str, Any] = {}
    if asked["words"] and asked["phase"] == PHASES[0]:
        told = {"words": _words(room, browser)}
    elif asked["words"] and "words" in request:
        browser = three_words.read(str(request["words"]))
        if (before := f"{GIVEN}{PHASES[0]}:{browser}") not in room.fields:
            raise CannotShow(_NOT_THEIRS)
        told = {"words": browser, "before": room.json(before)["answers"]}
    done = done and len(answers) == len(asked["items"])
    return Given({f"{GIVEN}{asked['phase']}:{browser}": _kept(answers, done=done, **told)}, told)


def answered(asked: Mapping[str, Any], request: Mapping[str, Any]) -> tuple[dict[str, Any], bool]:
    """Read what a phone has answered of a set, and whether it says that this is all.

    Raises:
        CannotShow: the set is not open any more; a sentence says so.
        ValueError: it has no such question or option.
    """
    answers, done = request.get("answers"), request.get("done")
    if not asked or not asked["open"] or (request.get("set"), request.get("phase")) != (asked["id"], asked["phase"]):
        raise CannotShow(_NOT_NOW)
    items = {item["id"]: len(item["options"]) for item in asked["items"]}
    least = gain.NONE if asked["phase"] == PHASES[0] else 0  # who does not know says so before the lesson alone
    if not isinstance(answers, dict) or type(done) is not bool or not answers.keys() <= items.keys():
        raise ValueError("no answers")
    for item, answer in answers.items():
        if not isinstance(answer, list) or len(answer) != 2 or any(type(number) is not int for number in answer):
            raise ValueError("no answer")
        if not least <= answer[0] < items[item] or not 0 <= answer[1] <= another_day.LONGEST:
            raise ValueError("no such option")
    return answers, done


def _words(room: Room, browser: str) -> str:
    """The three words of a phone, which no other phone of its class has."""
    mark = f"{GIVEN}{PHASES[0]}:"
    if own := room.json(f"{mark}{browser}").get("words"):
        return own
    taken = {room.json(name)["words"] for name in room.fields if name.startswith(mark)}
    return three_words.drawn(room.fields["secret"], browser, taken)


def _kept(answers: Mapping[str, Any], *, done: bool, words: str = "", **_told: Any) -> bytes:
    return json.dumps({"answers": answers, "done": done, "words": words}).encode()


def kept_until_then(room: Room) -> dict[str, str]:
    """Return a class's answers as the file of another day, with three words for each.

    Raises:
        CannotShow: nothing was asked, or the class has no words.
    """
    asked = _set(room)
    if not asked["words"] or asked["phase"] != PHASES[0]:
        raise CannotShow(_NO_WORDS)
    mark = f"{GIVEN}{PHASES[0]}:"
    kept = [room.json(name) for name in room.fields if name.startswith(mark)]
    class_ = {each["words"]: {item: tuple(answer) for item, answer in each["answers"].items()} for each in kept}
    return {"file": another_day.written(class_, _questions(asked))}


def report(room: Room) -> dict[str, Any]:
    """Tell a teacher what changed: in one sentence, by question, by idea, and as two tables.

    Raises:
        CannotShow: nothing was asked yet.
    """
    questions = _questions(_set(room))
    answers = _answers(room)
    pairs = paired(answers, questions.items)
    lost = _LOST if room.json("set")["words"] else ""
    single = f" {pairs.single} answered once alone.{lost}" if pairs.single else ""
    enough = len(pairs.before) >= gain.FEWEST_FOR_ITEMS
    moved = [
        {"idea": questions.ideas[each.idea], "before": each.before, "after": each.after, "moved": each.has_moved}
        for each in gain.ideas(pairs.before, pairs.after, questions.items)
    ]
    return {
        "says": gain.in_words(gained(pairs, questions.items)) + single,
        "few": _together(pairs, questions.items) if enough else FEW,
        "scale": gain.SCALE,
        "pairs": len(pairs.before),
        "items": _rows(pairs, questions, enough=enough) if len(pairs.before) else [],
        "ideas": moved,
        "answers.csv": answers_table(str(secrets.randbelow(9000) + 1000), answers, questions.items),
        "questions.csv": items_table(answers, questions.items),
    }


def _rows(pairs: Pairs, asked: Questions, *, enough: bool) -> list[dict[str, Any]]:
    """Tell of each question, from the largest gain: shares right, options, the ways of its answers, and its figures."""
    questions = asked.items
    known = right(pairs.after, questions)
    goes_with = gain.point_biserial(known) if enough else []
    apart = gain.discrimination(known) if enough else []
    rows = []
    for at, (question, item) in enumerate(zip(questions, gain.items(*pairs[:2], questions), strict=True)):
        ways = gain.from_to(pairs.before[:, at], pairs.after[:, at], question.right)
        said = [f"{count} {way}" for way, count in ways.items() if count]
        if item.adjusted < _CHANCE:
            share = f"{item.adjusted:.1%}" if item.adjusted >= 0.001 else "under 0.1%"
            said.append(f"so uneven by chance in {share} of classes (McNemar, Holm)")
        if enough:
            said.append(f"discrimination {decimal(apart[at])}")
        if enough and (along := goes_with[at]) is not None:
            said.append(f"point-biserial {decimal(along)}")
        rows.append(
            {
                "concept": question.concept,
                "asked": question.asked,
                "before": item.before,
                "after": item.after,
                "options": _options(question, [chosen[:, at].tolist() for chosen in pairs[:2]], asked.ideas),
                "ways": f"{'; '.join(said)}.",
            }
        )
    return sorted(rows, key=lambda each: each["before"] - each["after"])


def _options(question: Question, times: Sequence[Sequence[int]], ideas: Mapping[str, str]) -> list[dict[str, Any]]:
    """Tell of each option how many chose it before and after."""
    counts = [[chosen.count(option) for option in range(len(question.options))] for chosen in times]
    behind = [ideas.get(option.idea, "") for option in question.options]
    vote = votes.Vote(question.asked, [option.says for option in question.options], counts, question.right, behind)
    return votes.rows([vote])[0]["options"]


def _together(pairs: Pairs, questions: Sequence[Question]) -> str:
    """How single students changed, and how well the questions hang together."""
    counts = [right(chosen, questions).sum(axis=1).astype(int).tolist() for chosen in pairs[:2]]
    changes = [gain.change(before, after, len(questions)) for before, after in zip(*counts, strict=True)]
    up, down = (sum(change is not None and way * change > 0 for change in changes) for way in (1, -1))
    together = gain.kr20(right(pairs.after, questions))
    hang = "" if together is None else f" KR-20 after the lesson: {together:.2f}."
    return f"{up} students gained, {down} lost, {len(changes) - up - down} stayed.{hang}"


def _set(room: Room) -> dict[str, Any]:
    if (asked := room.json("set")).get("phase") not in PHASES:
        raise CannotShow(_NOT_YET)
    return asked


def _asked(asked: Mapping[str, Any]) -> Fields:
    return {"set": json.dumps(asked).encode()}


def _questions(asked: Mapping[str, Any]) -> Questions:
    return bundled().chosen([item["id"] for item in asked["items"]])


def _answers(room: Room) -> list[Answer]:
    """All that was answered, by the numbers of phones, in an order that says nothing of who came first."""
    found = []
    for phase in PHASES:
        mark = f"{GIVEN}{phase}:"
        for name in sorted(name for name in room.fields if name.startswith(mark)):
            for item, (option, seconds) in room.json(name)["answers"].items():
                found.append(Answer(name.removeprefix(mark), phase, item, option, seconds))
    return found
