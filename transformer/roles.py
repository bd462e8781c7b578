"""Roles of heads: the table of all, and which of them each head of a model was measured to have."""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple


class Role(NamedTuple):
    """One thing that heads do, in the words of each text that speaks of it."""

    attends: str  # to what, in a sentence about words
    aim: str  # where the weights are that measure it in any text; "" where which words are nouns would have to be known
    means: str  # of tokens, exactly
    places: Callable[[Sequence[object], int], list[int]]  # where it looks from the place of one of these ids
    measured_in: str = ""  # the text that its score is of, where that is no ordinary one


def _before(ids: Sequence[object], query: int) -> list[int]:
    return [query - 1] if query else []


def _equal(ids: Sequence[object], query: int) -> list[int]:
    return [key for key in range(query) if ids[key] == ids[query]]


# By the names that they have in a model's file.
HEAD_ROLES: Mapping[str, Role] = {
    "previous_token": Role(
        attends="to the word before",
        aim="the token before",
        means="attends to the token before",
        places=_before,
    ),
    "same_token": Role(
        attends="to the same word earlier",
        aim="the same token earlier",
        means="attends to earlier tokens equal to its own",
        places=_equal,
    ),
    "itself": Role(
        attends="to itself",
        aim="itself",
        means="attends to its own position",
        places=lambda ids, query: [query],
    ),
    "first_token": Role(
        attends="to the first word",
        aim="the first token",
        means="attends to the first token of the text",
        places=lambda ids, query: [0] if query else [],
    ),
    "induction": Role(
        attends="to what followed the same word earlier",
        aim="what followed it earlier",
        means="attends to what followed the same token earlier",
        places=lambda ids, query: [key + 1 for key in _equal(ids, query)],
        measured_in=", in random words said twice",
    ),
    "modifier": Role(
        attends="from a noun to the word describing it",
        aim="",
        means="attends from a noun to the word before it that describes it",
        places=_before,
    ),
}
# As menus list them, from a place that is always the same one to what has to be known of the words.
IN_MENUS = "first_token", "previous_token", "itself", "same_token", "induction", "modifier"


class HeadRoles:
    """Measured roles; layers and heads count from 0. A model without measurements has no named heads."""

    def __init__(self, measured: dict) -> None:
        self.measured = measured

    @classmethod
    def read(cls, path: Path) -> "HeadRoles":
        """The roles that a file lists; every entry is looked at, so that a damaged file fails here and not later."""
        roles = cls(json.loads(path.read_text(encoding="utf-8")))
        for layer, head in roles._entries:
            roles.of(layer, head)
            roles.scores(layer, head)
        for role in roles.measured.get("best", {}):
            roles.best(role)
        return roles

    @cached_property
    def _entries(self) -> dict[tuple[int, int], dict]:
        return {(entry["layer"], entry["head"]): entry for entry in self.measured.get("heads", ())}

    def of(self, layer: int, head: int) -> str | None:
        """The role of a head, such as "previous_token"; None where no role stands out."""
        return self._entries.get((layer, head), {}).get("role")

    def best(self, role: str) -> tuple[int, int]:
        """The (layer, head) that scores highest for a role; the first head where nothing was measured."""
        entry = self.measured.get("best", {}).get(role, {"layer": 0, "head": 0})
        return entry["layer"], entry["head"]

    def scores(self, layer: int, head: int) -> dict[str, dict[str, float]]:
        """For each role the head's score and its shuffled baseline."""
        entry = self._entries.get((layer, head), {})
        return {name: value for name, value in entry.items() if isinstance(value, dict)}
