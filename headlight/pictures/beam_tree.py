"""The tree of a beam search: beginnings of a translation, each longer by a token than the one that it grew from."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypedDict

from headlight.pictures import tables
from headlight.pictures.picture import Drawn, picture

Fate = Literal["best", "alive", "ended", "dead"]


class TreeBranch(TypedDict):
    """A branch of `BeamTree`, with its place in the whole tree: see `Branch`."""

    parent: int | None
    token: str
    probability: float
    log_probability: float
    fate: Fate
    step: int
    row: int


class BeamTree(TypedDict):
    """See `beam_tree`; `steps` and `rows` are those of the whole tree."""

    branches: list[TreeBranch]
    steps: int
    rows: int
    alt: str


class Branch(NamedTuple):
    """A beginning, by its last token."""

    parent: int | None  # the place of the one that it grew from, earlier in the list; None at the first step
    token: str
    probability: float  # of the token after that beginning
    log_probability: float  # of all its tokens
    fate: Fate = "alive"


@picture
def beam_tree(branches: Sequence[Branch], *, shown: int, alt: str, key: str) -> Drawn[BeamTree]:
    """Draw the first `shown` branches of a search, each where it is in the whole tree, so that it can unfold.

    A branch stands to the right of its parent, the first one in the same row. Dead ends are pale.
    """
    steps, rows = _steps(branches), _rows(branches)
    header: BeamTree = {
        "branches": [
            TreeBranch(**branch._asdict(), step=step, row=row)
            for branch, step, row in zip(branches[:shown], steps, rows, strict=False)
        ],
        "steps": max(steps, default=0) + 1,
        "rows": max(rows, default=0) + 1,
        "alt": alt,
    }
    table = tables.of(
        ["step", "token", "p", "ln p of all", "fate"],
        [
            [branch["step"] + 1 for branch in header["branches"]],
            *(tables.field(f"branches.*.{name}") for name in ("token", "probability", "log_probability", "fate")),
        ],
        labels=2,
    )
    return Drawn(header, table=table, key=key)


def _steps(branches: Sequence[Branch]) -> list[int]:
    """The step of each, from 0."""
    steps: list[int] = []
    for branch in branches:
        steps.append(0 if branch.parent is None else steps[branch.parent] + 1)
    return steps


def _rows(branches: Sequence[Branch]) -> list[int]:
    """The row of each: that of its parent for the first, the next free one under these for the others."""
    children: dict[int | None, list[int]] = {}
    for index, branch in enumerate(branches):
        children.setdefault(branch.parent, []).append(index)
    rows, free, waiting = [0] * len(branches), 0, [*reversed(children.get(None, []))]
    while waiting:  # from the top down, each with all that grew from it
        index = waiting.pop()
        parent = branches[index].parent
        if parent is not None and children[parent][0] == index:
            rows[index] = rows[parent]
        else:
            rows[index], free = free, free + 1
        waiting += reversed(children.get(index, []))
    return rows
