"""Every number opens: a probability as the terms it is made of, and each of these again, down to the embedding."""

import numpy as np

from headlight.frame import address, dials, tokens, vocabulary
from headlight.frame.nouns import Dial, Model, State, said, view
from headlight.frame.words import capital, decimal, number
from headlight.pictures import Board, matrix, token_chips
from transformer import Trace
from transformer.ranking import largest
from transformer.readings.opened import AXES, Opened, Place
from transformer.readings.opened import opened as open_number
from transformer.readings.terms import ACTIVATIONS

_MOST = 12  # terms in rows of their own
_BECOMES = {"exp": "e to the power of this sum"} | dict.fromkeys(ACTIVATIONS, "GELU of this sum")
_BECOMES |= {"relu": "ReLU of this sum", "silu": "SiLU of this sum", "swish": "SiLU of this sum"}
OPENED = Dial("hidden", "opened", "Opened", "", "picture")


@view(
    box=dials.sentence("The girl stepped into bear country and helped the"),
    dials=[OPENED],
    needs=("sums",),
)
def opened(state: State, screen: Board) -> None:
    """The way from the probability to the open number as crumbs, and the terms of the open one."""
    trace = state.trace()
    tokens.say_if_cut(trace)
    passed = _passed(state, screen, trace)
    every = [_open(state, trace, place) for place in passed]
    found, count = every[-1], len(every[-1].names)
    token_chips(
        [place.stage.replace("_", " ") for place in passed],
        notes=[decimal(each.value, ".4f") for each in every],
        strong=(len(passed) - 1,),
        key="crumbs",
        on_place=lambda place: _written(passed[: place + 1]),
    )
    terms = "1 term" if count == 1 else f"{count} terms{', the largest first' if count > _MOST else ''}"
    opens = any(door for doors in found.doors for door in doors)
    choose = "Choose one to open it." if opens else "Nothing opens here: this is where the model begins."
    screen.heading(_named(state.model, trace, passed[-1]), f"{terms}. {choose}")
    _terms(passed, found)
    screen.note(f"In torch: {found.code}")


def _open(state: State, trace: Trace, place: Place) -> Opened:
    return open_number(state.model.transformer, trace, place)


def _passed(state: State, screen: Board, trace: Trace) -> list[Place]:
    """The numbers that were opened, the open one last: until one is, the probability of the likeliest next word."""
    try:
        passed = [Place.parse(label) for label in state[OPENED].split()]
        for place in passed:
            _open(state, trace, place)
    except ValueError as error:
        screen.note(f"{capital(str(error))}. Here is the next word again.")
        passed = []
    return passed or [Place("probability", (int(trace.next_logits.argmax()),))]


def _written(passed: list[Place]) -> dict[str, str]:
    """The way as the address holds it: where it is too long, its end."""
    labels = [place.label for place in passed]
    while len(" ".join(labels)) > address.OPENED:
        labels = labels[1:]
    return {"opened": " ".join(labels)}


def _named(model: Model, trace: Trace, place: Place) -> str:
    """The number in words: its stage, and where it is."""
    said_of = {
        "token": lambda at: f"of “{vocabulary.shown(model, at)}”",
        "less": lambda at: f"less “{vocabulary.shown(model, at)}”",
        "layer": lambda at: f"layer {at + 1}",
        "head": lambda at: f"head {at + 1}",
        "pos": lambda at: f"“{trace.words[at]}” at position {at}",
        "query": lambda at: f"“{trace.words[at]}”",
        "key": lambda at: f"looking at “{trace.words[at]}”",
        "d_mlp": lambda at: f"unit {at}",
    }
    parts = [
        said_of.get(axis, lambda at: f"number {at}")(at) for axis, at in zip(AXES[place.stage], place.at, strict=True)
    ]
    return f"{capital(place.stage.replace('_', ' '))} {', '.join(parts)}"


def _terms(passed: list[Place], found: Opened) -> None:
    """The largest terms with their factors, what the rest adds, and what the sum becomes."""
    products, shown = len(found.columns) > 1, list(range(len(found.names)))
    if len(shown) > _MOST:
        shown = largest(np.abs(found.terms), _MOST).tolist()
    values = np.hstack((found.factors, found.terms[:, None]))[shown] if products else found.factors[shown]

    def choose(cell: tuple[int, int]) -> dict[str, str]:
        row, column = cell
        doors = found.doors[shown[row]]
        door = doors[column] if column < len(doors) else next(filter(None, doors), None)
        return _written([*passed, door]) if door else {}

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
        alt=f"Terms of the open number: {len(shown)} rows.",
        key="terms",
        on_cell=choose,
        says=said(
            says,
            total=number(total, 6),
            value=number(found.value, 6),
            others=number(total - float(found.terms[shown].sum()), 6),
        ),
    )
