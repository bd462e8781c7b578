"""An open number on the board: the way to it as crumbs, and its terms, each of which opens again."""

from collections.abc import Callable

import numpy as np

from headlight.frame import address
from headlight.frame.state import Dial, State
from headlight.frame.words import capital, decimal, number, said
from headlight.pictures import Board, matrix, token_chips
from transformer.ranking import largest
from transformer.readings.terms import ACTIVATIONS, AXES, Opened, Place

_MOST = 12  # terms in rows of their own
_BECOMES = {"exp": "e to the power of this sum"} | dict.fromkeys(ACTIVATIONS, "GELU of this sum")
_BECOMES |= {"relu": "ReLU of this sum", "silu": "SiLU of this sum", "swish": "SiLU of this sum"}
_BECOMES |= {"tanh": "tanh of this sum", "sigmoid": "the sigmoid of this sum"}
_WHOSE = {"terms": "the open number", "further": "the framed term"}
OPENED = Dial("hidden", "opened", "Opened", "", "picture")


def way(state: State, screen: Board, find: Callable[[Place], Opened], otherwise: str) -> list[Place]:
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
    screen: Board,
    passed: list[Place],
    find: Callable[[Place], Opened],
    said_of: dict[str, Callable[[int], str]],
    beside: Callable[[Place], dict[str, str]] = lambda _: {},
) -> None:
    """The way as crumbs, and the terms of its last number.

    `said_of` names a place on an axis; `beside` are the other keys that opening a number sets.
    """
    every = [find(place) for place in passed]
    found = every[-1]
    token_chips(
        [_stage(place) for place in passed],
        notes=[decimal(each.value, ".4f") for each in every],
        strong=(len(passed) - 1,),
        one_line=True,
        key="crumbs",
        on_place=lambda place: _written(passed[: place + 1]) | beside(passed[place]),
    )
    further = None if screen.inside else _largest(found)
    if further is None:
        return _level(screen, passed, found, said_of, beside)
    here, below = screen.columns(1, 1, least=(330, 330))
    with here:
        _level(screen, passed, found, said_of, beside, further)
    with below:
        opened = further[1]
        _level(screen, [*passed, opened], find(opened), said_of, beside, key="further")


def _largest(found: Opened) -> tuple[tuple[int, int], Place] | None:
    """The term and the factor of the largest term that opens, and the number that it opens; None at the beginning."""
    for term in largest(np.abs(found.terms), len(found.terms)).tolist():
        for factor, door in enumerate(found.doors[term]):
            if door:
                return (term, factor), door
    return None


def _written(passed: list[Place]) -> dict[str, str]:
    """The way as the address holds it: where it is too long, its end."""
    labels = [place.label for place in passed]
    while len(" ".join(labels)) > address.OPENED:
        labels = labels[1:]
    return {"opened": " ".join(labels)}


def _stage(place: Place) -> str:
    return place.stage.replace("_", " ").replace("ffn", "FFN")


def _named(place: Place, said_of: dict[str, Callable[[int], str]]) -> str:
    """The number in words: its stage, and where it is."""
    of = {
        "layer": lambda at: f"layer {at + 1}",
        "head": lambda at: f"head {at + 1}",
        "d_mlp": lambda at: f"unit {at}",
    } | said_of
    parts = [of.get(axis, lambda at: f"number {at}")(at) for axis, at in zip(AXES[place.stage], place.at, strict=True)]
    return f"{capital(_stage(place))} {', '.join(filter(None, parts))}"


def _level(
    screen: Board,
    passed: list[Place],
    found: Opened,
    said_of: dict[str, Callable[[int], str]],
    beside: Callable[[Place], dict[str, str]],
    further: tuple[tuple[int, int], Place] | None = None,
    key: str = "terms",
) -> None:
    """The last number of a way and its terms, of which `further` is framed."""
    count = len(found.names)
    terms = "1 term" if count == 1 else f"{count} terms{', the largest first' if count > _MOST else ''}"
    opens = any(door for doors in found.doors for door in doors)
    choose = "Choose one to open it." if opens else "Nothing opens here: this is where the model begins."
    framed = "The framed term, opened: " if key == "further" else ""
    screen.heading(_named(passed[-1], said_of), f"{framed}{terms}. {choose}")
    _terms(passed, found, beside, further and further[0], key)
    screen.note(f"In torch: {found.code}")


def _terms(
    passed: list[Place],
    found: Opened,
    beside: Callable[[Place], dict[str, str]],
    framed: tuple[int, int] | None,
    key: str,
) -> None:
    """The largest terms with their factors, what the rest adds, and what the sum becomes."""
    products, shown = len(found.columns) > 1, list(range(len(found.names)))
    if len(shown) > _MOST:
        shown = largest(np.abs(found.terms), _MOST).tolist()
    values = np.hstack((found.factors, found.terms[:, None]))[shown] if products else found.factors[shown]

    def choose(cell: tuple[int, int]) -> dict[str, str]:
        row, column = cell
        doors = found.doors[shown[row]]
        door = doors[column] if column < len(doors) else next(filter(None, doors), None)
        return _written([*passed, door]) | beside(door) if door else {}

    total, rest = float(found.terms.sum()), len(found.names) - len(shown)
    says = f"The {rest} others add **{{others}}**; together **{{total}}**" if rest else "Together **{total}**"
    says += f"; {_BECOMES[found.then]} is **{{value}}**." if found.then else "."
    matrix(
        values,
        rows=[found.names[place] for place in shown],
        columns=[*found.columns, "product"] if products else ["term"],
        noun="number",
        scale="diverging",
        extent=float(np.abs(values[:, -1]).max(initial=1e-9)),
        decimals=4,
        alt=f"Terms of {_WHOSE[key]}: {len(shown)} rows.",
        key=key,
        selected=(shown.index(framed[0]), framed[1]) if framed else None,
        on_cell=choose,
        says=said(
            says,
            total=number(total, 6),
            value=number(found.value, 6),
            others=number(total - float(found.terms[shown].sum()), 6),
        ),
    )
