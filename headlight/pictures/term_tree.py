"""Numbers that were opened one after another as a tree: a column for each its terms as bars, which open in turn."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypedDict

import numpy as np

from headlight.pictures import tables
from headlight.pictures.picture import Drawn, Piece, picture


class TreeTerm(TypedDict):
    """A term of a `TermTree`: of each of its factors, whether it opens."""

    name: str
    opens: list[bool]


class TreeLevel(TypedDict):
    """A column of a `TermTree`: see `Level`."""

    name: str
    place: str
    value: float
    factors: list[str]
    terms: list[TreeTerm]
    n_terms: int
    total: float
    says: list[Piece]
    opened: tuple[int, int] | None


class TermTree(TypedDict):
    """See `term_tree`."""

    before: list[tuple[str, str]]
    levels: list[TreeLevel]
    chosen: int
    alt: str


class Term(NamedTuple):
    """A term of an opened number, the product of its factors."""

    name: str
    factors: Sequence[float]
    opens: Sequence[bool]  # of each factor, whether it is a number that opens again


class Level(NamedTuple):
    """A number and its terms, of which the next level opens one."""

    name: str
    place: str  # where it is, in words
    value: float
    factors: Sequence[str]  # how the factors of a term are called
    terms: Sequence[Term]  # those in rows of their own
    n_terms: int  # all of them
    total: float  # their sum
    says: Sequence[Piece]  # what becomes of the sum
    opened: tuple[int, int] | None  # the row and the factor that the next level opens


@picture
def term_tree(
    levels: Sequence[Level],
    *,
    before: Sequence[tuple[str, str]] = (),
    chosen: int,
    alt: str,
    key: str,
    on_level: Callable[[int], Mapping[str, Any]],
    on_term: Callable[[int, int, int], Mapping[str, Any]],
) -> Drawn[TermTree]:
    """Draw a column for each level, as many as fit, from the left to the right; others are folded to their names.

    `before` are names and values of levels that came before these and have no column. `chosen` is the place of the open
    number among all of them; levels behind it only show what its largest term is made of, and give way first. A click
    on a name opens that level, one on a term its first factor that opens, one on such a factor this one: `on_level` is
    called with the place of a level, `on_term` with that, the row and the factor.
    """
    first, widest = len(before), 2  # factors of a term
    numbers = np.full((sum(len(level.terms) for level in levels), widest + 1), np.nan, dtype=np.float32)
    for row, term in enumerate(term for level in levels for term in level.terms):
        numbers[row, : len(term.factors)] = term.factors
        numbers[row, widest] = np.prod(term.factors)
    header: TermTree = {
        "before": list(before),
        "levels": [_level(level) for level in levels],
        "chosen": chosen,
        "alt": alt,
    }

    def choice(click: Any) -> Mapping[str, Any] | None:
        match click:
            case int(level) if 0 <= level < first + len(levels):
                return on_level(level)
            case [int(level), int(row), int(factor)] if first <= level < first + len(levels):
                terms = levels[level - first].terms
                if 0 <= row < len(terms) and 0 <= factor < len(terms[row].opens) and terms[row].opens[factor]:
                    return on_term(level, row, factor)
        return None

    table = tables.Table(
        titles=["level", "number", "term", "first factor", "second factor", "product"],
        labels=3,
        sections=[
            tables.section([[first + place + 1], [level.name]], [tables.field(f"levels.{place}.terms.*.name")])
            for place, level in enumerate(levels)
        ],
    )
    return Drawn(header, numbers, table, key=key, on_choice=choice)


def _level(level: Level) -> TreeLevel:
    fields: dict[str, Any] = level._asdict()
    terms = [TreeTerm(name=term.name, opens=list(term.opens)) for term in level.terms]
    return TreeLevel(**fields | {"terms": terms})
