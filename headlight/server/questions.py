"""Guess together: what a class is asked about what is shown, and what it answers."""

import json
import secrets
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from headlight.pages.path.answers import ANSWERS
from headlight.parts import dials, race, vocabulary
from headlight.pictures.decimals import percent
from headlight.questions.questions import Question
from headlight.questions.votes import MOST, Vote
from headlight.reading import reader
from headlight.reading.beginnings import PLAYED, SETS, option_of
from headlight.reading.reader import CannotShow
from headlight.rooms.room import Given, Room
from headlight.server import shared_map
from headlight.state.first_path import STEPS
from headlight.state.registry import find
from headlight.state.state import State
from headlight.state.story import STORIES, Story
from transformer import Trace
from transformer.head import Head

_FEW, _MANY = 2, 5  # choices of a question that a teacher types
_LONG, _SHORT = 300, 120  # characters of that question or of what somebody writes, and of a choice
_NEXT = 5  # words to choose from
_NO_SENTENCE = "This page has no sentence to ask about. Open one that has, such as Attention."
_NO_BOARD = "The class sees no page yet: its first picture is on the way. Ask again in a moment."
_SHOWN_ALREADY = "The answers are shown already."
_NOT_NOW = "This question is not asked any more."
_NO_TEXT = "One character of this text is incomplete. Type it again."
_NO_STORY = "This page tells no story now: open one, and ask its question there."
_ALL_PLAYED = "These ten are played. Choose ten other beginnings."
ANOTHER = "another word"


class Asked(NamedTuple):
    """A question: what the class sees of it, and what it sees only with the answers.

    `kind` is "choice", "word" where the options are words of the sentence, "text" where each writes what the teacher
    alone reads, "map" where each phone draws the row of one word, without later words where the model is `causal`, or
    "race" where a word of one's own can be typed too. `shares` are the model's numbers, one for each
    option, or 1 for what happens and 0 for the rest where `settled`; `says` is a sentence about them. `head` is the
    (layer, head, query) whose row the class gives by hand, in the view and the state of `at`, wherever its teacher goes
    on to; `stop` the one of the guesses whose picture answers; `race` the set of beginnings and what share of the
    class was right at each that is played. While it `hides`, no picture of the teacher's is sent or shown.
    """

    kind: str
    words: str
    options: list[str]
    shares: list[float] | None = None
    says: str = ""
    head: tuple[int, int, int] | None = None
    at: tuple[str, str] | None = None
    stop: int | None = None
    settled: bool = False
    race: tuple[int, list[float]] | None = None
    causal: bool = True
    hides: bool = True

    def fields(self, room: Room) -> dict[str, bytes | None]:
        """The fields of a room in which it is asked: answers to an earlier one are gone."""
        shown = {
            "id": secrets.token_hex(4),
            "round": 1,
            "kind": self.kind,
            "words": self.words,
            "options": self.options,
            "causal": self.causal,
            **({"last": len(self.race[1]) == PLAYED - 1} if self.race else {}),
            "hides": self.hides,
        }
        kept = {name: getattr(self, name) for name in ("shares", "says", "head", "at", "stop", "settled", "race")}
        return {**closed(room), "question": json.dumps(shown).encode(), "model": json.dumps(kept).encode()}


def closed(room: Room) -> dict[str, bytes | None]:
    """The fields of a room in which nothing is asked; what was voted on is kept for the report."""
    gone = dict.fromkeys((*_answers(room), *_left(room)))
    asked = remembered(room, [voted(room)]) if _answers(room) else {}
    return {**dict.fromkeys(("question", "model", "results")), **gone, **asked}


def remembered(room: Room, votes: Sequence[Vote]) -> dict[str, bytes | None]:
    """The field of what a class has voted on, with these votes behind those before."""
    kept = [*room.json("votes").get("votes", []), *(vote._asdict() for vote in votes)]
    return {"votes": json.dumps({"votes": kept[-MOST:]}).encode()}


def voted(room: Room, ideas: Sequence[str] = ()) -> Vote:
    """Return the votes on the question that is asked now, with the ideas behind its options."""
    question, model = room.json("question"), room.json("model")
    options, shares = question["options"] + [ANOTHER] * bool(model["race"]), model["shares"] or []
    times = range(1, question["round"] + 1)
    if question["kind"] in ("text", "map"):
        counts = [[sum(name.startswith(f"answer:{time}:") for name in _answers(room))] for time in times]
        return Vote(question["words"], [], counts)
    counts = [counts_of(room, time, len(options)).astype(int).tolist() for time in times]
    right = shares.index(1) if model["settled"] and 1 in shares else None
    return Vote(question["words"], options, counts, right, ideas, [] if model["settled"] else shares)


def reset(room: Room) -> dict[str, bytes | None]:
    """Return the question as if nobody had answered."""
    question = {**room.json("question"), "round": 1, "id": secrets.token_hex(4)}
    gone = dict.fromkeys((*_answers(room), *_left(room)))
    return {**gone, "results": None, "question": json.dumps(question).encode()}


def again(room: Room) -> dict[str, bytes | None]:
    """Ask a question once more, after the class has talked; the first answers are kept beside."""
    question = {**room.json("question"), "round": 2}
    second = [name for name in _answers(room) if name.startswith("answer:2:")]
    return {**dict.fromkeys(second), "results": None, "question": json.dumps(question).encode()}


def answered(room: Room, browser: str, request: Mapping[str, Any], turn: Callable[[], int] = int) -> Given:
    """The field of an answer; a phone that is to draw a row is told which, by its turn in the room.

    Raises:
        CannotShow: the question is not open any more; a sentence says why.
        ValueError: it has no such option.
    """
    question, choice = room.json("question"), request.get("choice")
    if not question or (request.get("id"), request.get("round")) != (question["id"], question["round"]):
        raise CannotShow(_NOT_NOW)
    if "results" in room.fields:
        raise CannotShow(_SHOWN_ALREADY)
    mark = f"answer:{question['round']}:{browser}"
    if question["kind"] == "map":
        return shared_map.given(room, browser, choice, turn)
    if question["kind"] == "text":
        if not isinstance(choice, str) or not choice.strip():
            raise ValueError("nothing is written")
        return Given({mark: choice.strip()[:_LONG].encode()})
    if question["kind"] == "race" and isinstance(choice, str):  # only which option it is, or none of them, is kept
        if not choice.strip():
            raise ValueError("nothing is typed")
        choice = option_of(choice, question["options"])
    elif type(choice) is not int or not 0 <= choice < len(question["options"]):
        raise ValueError("no such option")
    return Given({mark: b"%d" % choice})


def written(room: Room) -> list[str]:
    """Return the texts of the class, for its teacher alone, in the order of the alphabet, which tells nobody."""
    question = room.json("question")
    if not question or question["kind"] != "text":
        return []
    return sorted((room.fields[name].decode() for name in _answers(room)), key=str.casefold)


def asked(request: Mapping[str, Any], room: Room) -> Asked:
    """The question that a teacher wants to ask of what is shown.

    Raises:
        CannotShow: it cannot be asked here; a sentence says why.
        ValueError: it is none.
    """
    match request.get("kind"):
        case "own":
            return _own(request)
        case "stop":
            return _stop(request.get("stop"))
        case "story":
            if (story := STORIES.get(_about(room).get("story", ""))) is None:
                raise CannotShow(_NO_STORY)
            return of_story(story)
        case "race":
            return _race(request, room)
        case "look" | "head" as kind:
            return _look(room, by_hand=kind == "head")
        case "map":
            return _map(room)
        case "next":
            return _next(room)
    raise ValueError("no such question")


def _own(request: Mapping[str, Any]) -> Asked:
    words, options = request.get("words"), request.get("options")
    if (
        not isinstance(words, str)
        or not isinstance(options, list)
        or not all(isinstance(option, str) for option in options)
    ):
        raise ValueError("not a question")
    return own(words, options)


def own(words: str, options: Sequence[str], right: int | None = None) -> Asked:
    """Return a question of a teacher's own; where it is said which option is right, from 0, that is what happens.

    Raises:
        CannotShow: it cannot be asked; a sentence says why.
    """
    if any("\ud800" <= letter <= "\udfff" for text in (words, *options) for letter in text):
        raise CannotShow(_NO_TEXT)
    chosen = [option.strip()[:_SHORT] for option in options if option.strip()]
    if not words.strip() or not (not chosen or _FEW <= len(chosen) <= _MANY):
        raise CannotShow(
            f"A question needs its words and {_FEW} to {_MANY} choices. Without any they write, and you alone read it."
        )
    shares = [float(option == options[right].strip()[:_SHORT]) for option in chosen] if right is not None else None
    kind = "choice" if chosen else "text"
    # Its picture is not hidden: perhaps it asks about that.
    return Asked(kind, words.strip()[:_LONG], chosen, shares, settled=right is not None, hides=False)


def _stop(number: Any) -> Asked:
    if type(number) is not int or not 1 <= number <= len(STEPS):
        raise ValueError("no such stop")
    return of_stop(number)


def of_stop(number: int) -> Asked:
    """Return the question of one of the guesses, from 1."""
    step = STEPS[number - 1]
    answer = ANSWERS[step.answer](reader.bundled())
    shares = [float(option == answer.option) for option in range(len(step.options))]
    says = f"{answer.words} {step.why}"
    return Asked("choice", step.question, list(step.options), shares, says, stop=number, settled=True)


def of_question(question: Question) -> Asked:
    """Return one of the sixteen questions; the model's own fact stands with the answer."""
    shares = [float(option.right) for option in question.options]
    says = f"{question.options[question.right].feedback} {question.fact}"
    return Asked("choice", question.asked, [option.says for option in question.options], shares, says, settled=True)


def of_story(story: Story) -> Asked:
    """Return the question of a story; what happens is shown with the answers."""
    shares = [float(choice == story.right) for choice in range(1, len(story.choices) + 1)]
    return Asked("choice", story.question, story.choices, shares, story.payoff, settled=True)


def _race(request: Mapping[str, Any], room: Room) -> Asked:
    """The first of ten beginnings, or the one after that which is asked now."""
    number, played = request.get("set"), []
    if number is None:
        question, model = room.json("question"), room.json("model")
        if not model.get("race"):
            raise ValueError("no race to go on with")
        if question["last"]:
            raise CannotShow(_ALL_PLAYED)
        number, before = model["race"]
        votes = counts_of(room, question["round"], len(model["shares"]))
        played = [*before, share_right(votes, model["shares"])]
    if type(number) is not int or not 1 <= number <= len(SETS):
        raise ValueError("no such beginnings")
    beginning = SETS[number - 1][len(played)]
    words = f"{len(played) + 1} of {PLAYED}. What comes next? “{beginning.text} …”"
    options = list(beginning.options)
    shares = [float(word == beginning.word) for word in (*options, ANOTHER)]
    says = f"Next: “{beginning.word}”. {race.told(beginning)}"
    return Asked("race", words, options, shares, says, settled=True, race=(number, played))


def _about(room: Room) -> dict:
    """Return what the class sees of its teacher's page.

    Raises:
        CannotShow: it has not come yet, a moment after the room was opened.
    """
    if not (about := room.json("about")):
        raise CannotShow(_NO_BOARD)
    return about


def _shown(room: Room) -> tuple[State, Trace]:
    """The state of the teacher's page, and the trace of its sentence."""
    about = _about(room)
    view = find(about["view"]) if about.get("view") else None
    if not view or not view.draw or not view.box or view.box.key != "text":
        raise CannotShow(_NO_SENTENCE)
    return traced(view.name, about["state"])


def traced(view: str, written: str) -> tuple[State, Trace]:
    """A state as it is written in an address, and the trace of its sentence."""
    state = State.parse(find(view), written)
    return state, state.trace()


def _look(room: Room, *, by_hand: bool) -> Asked:
    """Where a word looks: the class taps a word, and its answers stand beside the row of the head."""
    state, trace = _shown(room)
    layer, number = dials.head_of(state) or state.model.roles.best("modifier")
    chosen_position = next(
        (value for key in ("query", "token") if isinstance(value := state.get(key), int)), len(trace.tokens) - 1
    )
    query = min(chosen_position, len(trace.tokens) - 1)
    if not query:
        raise CannotShow("The first word can attend only to itself: choose a later one, and ask about that.")
    row = trace.layers[layer].pattern[number, query, : query + 1]
    head_title, word = Head(layer, number).title, trace.words[query]
    top = int(row.argmax())
    says = f"In {head_title} “{word}” gives {percent(row[top])} of its attention to “{trace.words[top]}”."
    words = (
        f"You are {head_title}. What would you attend to from “{word}”?"
        if by_hand
        else f"Which word will “{word}” attend to most, in {head_title}?"
    )
    by_class = ((layer, number, query), (state.view.name, state.written())) if by_hand else (None, None)
    return Asked("word", words, list(trace.words[: query + 1]), [float(weight) for weight in row], says, *by_class)


def _map(room: Room) -> Asked:
    """Each phone is one word and draws its row; the class's matrix is compared with every head."""
    state, trace = _shown(room)
    if len(trace.words) < 3:
        raise CannotShow("So short a sentence is no matrix: show one of three words or more.")
    words, at = "Each phone draws the row of one word: which words should it attend to?", state.written()
    return Asked("map", words, list(trace.words), at=(state.view.name, at), settled=True, causal=trace.plan.causal)


def _next(room: Room) -> Asked:
    """Offer the most likely next words in the order of the alphabet, which tells nothing."""
    state, trace = _shown(room)
    if not trace.plan.causal:
        raise CannotShow("This model reads both ways and predicts no next word.")
    labels, chances = vocabulary.likeliest(state.model, trace, count=_NEXT)
    order = sorted(range(_NEXT), key=lambda index: labels[index].lower())
    says = f"The model gives “{labels[0]}” {percent(chances[0])}. All other words of its vocabulary share the rest."
    shares = [float(chances[index]) for index in order]
    return Asked("choice", f"What comes next? “{trace.text} …”", [labels[index] for index in order], shares, says)


def _answers(room: Room) -> list[str]:
    return [name for name in room.fields if name.startswith("answer:")]


def _left(room: Room) -> list[str]:
    return [name for name in room.fields if name.startswith("left:")]


def counts_of(room: Room, number: int, options: int) -> np.ndarray:
    """How many chose each option in a round."""
    counts = Counter(int(value) for name, value in room.fields.items() if name.startswith(f"answer:{number}:"))
    return np.array([counts[option] for option in range(options)], dtype=float)


def share_right(vote: np.ndarray, shares: list[float]) -> float:
    """Which share of the class chose what happens."""
    return float(shares_of(vote)[shares.index(1)])


def shares_of(vote: np.ndarray) -> np.ndarray:
    return vote / max(vote.sum(), 1.0)
