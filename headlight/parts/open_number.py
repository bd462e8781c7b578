"""An open number on the board: the way to it as a tree of terms, each of which opens again."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from headlight.parts import translators
from headlight.parts.words import capital, decimal, said
from headlight.parts.words import number as digits
from headlight.pictures import Level, Screen, Term
from headlight.reading.real_models import REAL_MODELS
from headlight.state.address import Key
from headlight.state.doors import box_of
from headlight.state.key_types import Text
from headlight.state.state import State, chosen_in_picture
from transformer.ranking import largest
from transformer.readings.terms import ACTIVATIONS, AXES, Opened, Place

_MOST = 12  # terms in rows of their own
_LONGEST = 600  # characters of the way in the address
_COLUMNS = 4  # of the tree at most
_BECOMES = {"exp": "e to the power of this sum"} | dict.fromkeys(ACTIVATIONS, "GELU of this sum")
_BECOMES |= {"relu": "ReLU of this sum", "silu": "SiLU of this sum", "swish": "SiLU of this sum"}
_BECOMES |= {"tanh": "tanh of this sum"}
_CALLED = {  # stages that the field calls otherwise
    "ffn": "FFN",
    "look": "logit attribution",
    "brought": "logit attribution at a weight of 1,",
    "pattern": "attention weight",
    "attended": "attention output",
    "written": "head output",
}
OPENED = chosen_in_picture(
    Key(
        "opened",
        Text(_LONGEST),
        "the numbers that were opened one after another as stage and place, the open one last",
        is_entry=True,
    ),
    "",
)


def address(text: str, label: str, model: str, cut: str) -> tuple[str, dict[str, str]]:
    """Return the view where a number of a text opens in a model, and the keys that open it there, in a cut pass."""
    if model == translators.MAIN:
        return "encoder_decoder", {"english": text, "opened": label, "box": box_of(label)}
    of_model = {"model": model} if model in REAL_MODELS else {}
    return "attributed", {"text": text, "opened": label, **of_model, **({"cut": cut} if cut else {})}


@dataclass(frozen=True)
class _Way:
    """The numbers that were opened one after another, and what goes on; `said_of` names a place on an axis."""

    passed: Sequence[Place]
    find: Callable[[Place], Opened]
    said_of: Mapping[str, Callable[[int], str]]

    def where(self, place: Place) -> str:
        """The axes of a number in words."""
        names = {
            "layer": lambda index: f"layer {index + 1}",
            "head": lambda index: f"head {index + 1}",
            "d_mlp": lambda index: f"unit {index}",
        } | dict(self.said_of)
        axes = zip(AXES[place.stage], place.at, strict=True)
        parts = [names.get(axis, lambda index: f"dimension {index}")(index) for axis, index in axes]
        return ", ".join(filter(None, parts))


def way(state: State, screen: Screen, find: Callable[[Place], Opened], otherwise: str) -> list[Place]:
    """The numbers that were opened, the open one last: none where one of them is not there, and a note says so."""
    try:
        passed = [Place.parse(label) for label in state[OPENED].split()]
        for place in passed:
            find(place)
    except ValueError as error:
        screen.note(f"{capital(str(error))}. {otherwise}")
        passed = []
    return passed


def show(
    screen: Screen,
    passed: Sequence[Place],
    find: Callable[[Place], Opened],
    said_of: Mapping[str, Callable[[int], str]],
    beside: Callable[[Place], dict[str, str]] = lambda _: {},
) -> None:
    """The numbers that were opened as a tree from left to right; behind the last, what its largest terms are.

    `beside` are the other keys that opening a number sets.
    """
    find = cache(find)
    last = find(passed[-1])
    way = _Way(_followed(passed, find), find, said_of)
    first = max(0, len(way.passed) - _COLUMNS)
    opens = any(door for doors in last.doors for door in doors)
    choose = "Choose a term to expand it." if opens else "Nothing left to expand: this is an input of the model."
    screen.heading(f"{capital(_stage(passed[-1]))} {way.where(passed[-1])}", choose)
    levels = range(first, len(way.passed))
    opened = {at: _door(way, at) for at in levels}
    shown = {at: _shown(find(way.passed[at]), opened[at]) for at in levels}
    followed, doors = way.passed, {at: find(way.passed[at]).doors for at in levels}

    def chosen(level: int, row: int, factor: int) -> dict[str, str]:
        door = doors[level][shown[level][row]][factor]
        return keys(level, *([door] if door else []))

    def keys(level: int, *then: Place) -> dict[str, str]:
        return _opening([*followed[: level + 1], *then], beside)

    screen.term_tree(
        [_level(way, at, shown[at], opened[at]) for at in levels],
        before=[(capital(_stage(place)), decimal(find(place).value, ".4f")) for place in way.passed[:first]],
        chosen=len(passed) - 1,
        alt=f"Terms of the open number and of {len(way.passed) - 1} beside it.",
        key="terms",
        on_level=keys,
        on_term=chosen,
    )
    screen.note(f"In torch: {last.code}")


def _opening(passed: Sequence[Place], beside: Callable[[Place], dict[str, str]]) -> dict[str, str]:
    """The keys that open numbers one after another; of a way too long for the address its end."""
    labels = [place.label for place in passed]
    while len(" ".join(labels)) > _LONGEST:
        labels = labels[1:]
    return {"opened": " ".join(labels)} | beside(passed[-1])


def _followed(passed: Sequence[Place], find: Callable[[Place], Opened]) -> list[Place]:
    """The way, and on to what its largest terms open: one number more, or as many as there are columns."""
    way = [*passed]
    while (door := _largest(find(way[-1]))) and len(way) < max(_COLUMNS, len(passed) + 1):
        way.append(door)
    return way


def _largest(number: Opened) -> Place | None:
    """The number that the largest term that opens leads to; None at the beginning."""
    for term in largest(np.abs(number.terms), len(number.terms)).tolist():
        for door in number.doors[term]:
            if door:
                return door
    return None


def _door(way: _Way, at: int) -> tuple[int, int] | None:
    """The term and the factor of a number that the next one of the way is; None where that is none of them."""
    if at + 1 == len(way.passed):
        return None
    doors = way.find(way.passed[at]).doors
    places = ((term, factor) for term, each in enumerate(doors) for factor, _ in enumerate(each))
    return next((place for place in places if doors[place[0]][place[1]] == way.passed[at + 1]), None)


def _shown(number: Opened, opened: tuple[int, int] | None) -> list[int]:
    """The terms that have rows of their own: all, or the largest ones with the one that is opened."""
    if len(number.names) <= _MOST:
        return list(range(len(number.names)))
    terms = largest(np.abs(number.terms), _MOST).tolist()
    return terms if opened is None or opened[0] in terms else [*terms[:-1], opened[0]]


def _stage(place: Place) -> str:
    name = place.stage.replace("_", " ")
    return next((name.replace(old, called) for old, called in _CALLED.items() if old in name), name)


def _level(way: _Way, at: int, shown: Sequence[int], opened: tuple[int, int] | None) -> Level:
    """A number of the way with the terms that are shown of it, and that which the next one opens."""
    place, number = way.passed[at], way.find(way.passed[at])
    total = float(number.terms.sum())
    becomes = f"; {_BECOMES[number.then]} is **{{value}}**." if number.then else "."
    products = len(number.columns) > 1
    return Level(
        capital(_stage(place)),
        way.where(place),
        number.value,
        number.columns if products else (),
        [
            Term(number.names[term], number.factors[term].tolist(), [bool(door) for door in number.doors[term]])
            for term in shown
        ],
        len(number.names),
        total,
        said("Together **{total}**" + becomes, total=digits(total, 6), value=digits(number.value, 6)),
        (shown.index(opened[0]), opened[1]) if opened else None,
    )
