"""An open number on the board: the way to it as crumbs, and its terms, each of which opens again."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from headlight.parts.words import capital, decimal, number, said
from headlight.pictures import Screen
from headlight.state.address import Key
from headlight.state.holds import Text
from headlight.state.state import State, chosen_in_picture
from transformer.ranking import largest
from transformer.readings.terms import ACTIVATIONS, AXES, Opened, Place

_MOST = 12  # terms in rows of their own
_LONGEST = 600  # characters of the way in the address
_PALER = 1.6  # times the largest number has the deepest colour, which is none of them: numbers are read here
_BECOMES = {"exp": "e to the power of this sum"} | dict.fromkeys(ACTIVATIONS, "GELU of this sum")
_BECOMES |= {"relu": "ReLU of this sum", "silu": "SiLU of this sum", "swish": "SiLU of this sum"}
_BECOMES |= {"tanh": "tanh of this sum"}
_WHOSE = {"terms": "the open number", "further": "the framed term"}
OPENED = chosen_in_picture(
    Key(
        "opened", Text(_LONGEST), "the numbers that were opened one after another as stage and place, the open one last"
    ),
    "",
)


@dataclass(frozen=True)
class _Way:
    """The numbers that were opened one after another, the open one last, and how to go on.

    `said_of` names a place on an axis; `beside` are the other keys that opening a number sets.
    """

    passed: Sequence[Place]
    find: Callable[[Place], Opened]
    said_of: Mapping[str, Callable[[int], str]]
    beside: Callable[[Place], dict[str, str]]

    @property
    def opened(self) -> Opened:
        """The open number."""
        return self.find(self.passed[-1])

    @property
    def named(self) -> str:
        """The open number in words: its stage, and where it is."""
        place = self.passed[-1]
        names = {
            "layer": lambda index: f"layer {index + 1}",
            "head": lambda index: f"head {index + 1}",
            "d_mlp": lambda index: f"unit {index}",
        } | dict(self.said_of)
        axes = zip(AXES[place.stage], place.at, strict=True)
        parts = [names.get(axis, lambda index: f"number {index}")(index) for axis, index in axes]
        return f"{capital(_stage(place))} {', '.join(filter(None, parts))}"

    def keys(self, *passed: Place) -> dict[str, str]:
        """The keys that open the last of these numbers; of a way that is too long for the address it is the end."""
        labels = [place.label for place in passed]
        while len(" ".join(labels)) > _LONGEST:
            labels = labels[1:]
        return {"opened": " ".join(labels)} | self.beside(passed[-1])


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
    """The way as crumbs, and the terms of its last number; beside them those of its largest term that opens."""
    way = _Way(passed, cache(find), said_of, beside)
    screen.token_chips(
        [_stage(place) for place in passed],
        notes=[decimal(way.find(place).value, ".4f") for place in passed],
        numbers=[float(way.find(place).value) for place in passed],
        strong=(len(passed) - 1,),
        one_line=True,
        key="crumbs",
        on_place=lambda number: way.keys(*passed[: number + 1]),
    )
    further = None if screen.inside else _largest(way.opened)
    if further is None:
        return _level(screen, way)
    *framed, door = further
    first_column, second_column = screen.columns(1, 1, least=(330, 330))
    with first_column:
        _level(screen, way, framed)
    with second_column:
        _level(screen, replace(way, passed=[*passed, door]), key="further")


def _largest(number: Opened) -> tuple[int, int, Place] | None:
    """The term and the factor of the largest term that opens, and the number that it opens; None at the beginning."""
    for term in largest(np.abs(number.terms), len(number.terms)).tolist():
        for factor, door in enumerate(number.doors[term]):
            if door:
                return term, factor, door
    return None


def _stage(place: Place) -> str:
    return place.stage.replace("_", " ").replace("ffn", "FFN")


def _level(screen: Screen, way: _Way, framed: Sequence[int] = (), key: str = "terms") -> None:
    """The last number of a way and its largest terms with their factors, one `framed`, [term, factor].

    Below them stands what the rest adds, and what the sum becomes.
    """
    level, count = way.opened, len(way.opened.names)
    terms = "1 term" if count == 1 else f"{count} terms{', the largest first' if count > _MOST else ''}"
    opens = any(door for doors in level.doors for door in doors)
    choose = "Choose one to expand it." if opens else "Nothing left to expand: this is an input of the model."
    screen.heading(way.named, f"{'The framed term, expanded: ' if key == 'further' else ''}{terms}. {choose}")
    products = len(level.columns) > 1
    shown = list(range(count)) if count <= _MOST else largest(np.abs(level.terms), _MOST).tolist()
    values = np.hstack((level.factors, level.terms[:, None]))[shown] if products else level.factors[shown]

    def chosen(cell: tuple[int, int]) -> dict[str, str]:
        row, column = cell
        doors = level.doors[shown[row]]
        door = doors[column] if column < len(doors) else next(filter(None, doors), None)
        return way.keys(*way.passed, door) if door else {}

    total, rest = float(level.terms.sum()), count - len(shown)
    says = f"The {rest} others add **{{others}}**; together **{{total}}**" if rest else "Together **{total}**"
    says += f"; {_BECOMES[level.then]} is **{{value}}**." if level.then else "."
    screen.matrix(
        values,
        rows=[level.names[term] for term in shown],
        columns=[*level.columns, "product"] if products else ["term"],
        noun="number",
        scale="diverging",
        extent=_PALER * float(np.abs(values).max(initial=1e-9)),
        decimals=4,
        alt=f"Terms of {_WHOSE[key]}: {len(shown)} rows.",
        key=key,
        selected=(shown.index(framed[0]), framed[1]) if framed else None,
        on_cell=chosen,
        zeros=True,
        says=said(
            says,
            total=number(total, 6),
            value=number(level.value, 6),
            others=number(total - float(level.terms[shown].sum()), 6),
        ),
    )
    screen.note(f"In torch: {level.code}")
