"""Patterns edited by hand: weights moved and patterns given to heads, as an intervention and in the address."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple, get_args

import numpy as np

from headlight.parts import dials
from headlight.parts.words import capital, hidden
from headlight.state.address import Key
from headlight.state.key_types import Line
from headlight.state.state import State, chosen_in_picture
from transformer import UNCHANGED, Head, Intervention, Trace
from transformer.edited_rows import Ready, carried_over, ready, with_rows, with_weight

MOST = 12  # edits that are kept; each costs a pass
OTHER_TEXT = "text"  # stands for the pattern of the same head over the other sentence
UNDONE = chosen_in_picture(Key("undone", Line(400), "edits that were taken back, the last one last"), "")
_CELL = re.compile(r"(\d{1,3}\.\d{1,3})\.(\d{1,4})\.(\d{1,4})=([01]?\.?\d{1,4})")
_GIVEN = re.compile(r"(\d{1,3}\.\d{1,3})=([a-z]+|\d{1,3}\.\d{1,3})")


class SetWeight(NamedTuple):
    """One weight that was set; the rest of its row made room."""

    head: Head
    query: int
    key: int
    weight: float

    def written(self) -> str:
        """The edit as the address has it: 6.5.8.4=0.25."""
        return f"{self.head.label}.{self.query}.{self.key}={self.weight:.2f}"


class GivenPattern(NamedTuple):
    """A whole pattern that a head was given: one that is ready, another head's, or that over another sentence."""

    head: Head
    pattern: str | Head

    def written(self) -> str:
        """The edit as the address has it: 6.5=uniform, or 6.5=3.2 for another head's."""
        return f"{self.head.label}={self.pattern.label if isinstance(self.pattern, Head) else self.pattern}"


SetPattern = SetWeight | GivenPattern


def parsed(text: str, trace: Trace) -> list[SetPattern]:
    """The edits of an address that this text and its model can have; what cannot be is left out."""
    plan, count, edits = trace.plan, len(trace.tokens), list[SetPattern]()
    for piece in text.split()[:MOST]:
        if match := _CELL.fullmatch(piece):
            cell = SetWeight(Head.parse(match[1]), int(match[2]), int(match[3]), float(match[4]))
            fits = cell.head.is_in(plan) and max(cell.query, cell.key) < count and cell.weight <= 1
            if fits and not hidden(trace.layers[cell.head.layer], cell.head.head)[cell.query, cell.key]:
                edits.append(cell)
        elif match := _GIVEN.fullmatch(piece):
            head, named = Head.parse(match[1]), match[2]
            pattern = Head.parse(named) if "." in named else named
            exists = pattern.is_in(plan) if isinstance(pattern, Head) else pattern in (*get_args(Ready), OTHER_TEXT)
            if head.is_in(plan) and exists:
                edits.append(GivenPattern(head, pattern))
    return edits


def changed_by(edits: Sequence[SetPattern], state: State, other_text: str = "") -> Intervention:
    """The pass with these edits, one after the other: each starts from the pattern of the pass with those before it."""
    change = UNCHANGED
    for edit in edits:
        (layer, head), trace = edit.head, state.trace(change)
        pattern, seen = trace.layers[layer].pattern[head], ~hidden(trace.layers[layer], head)
        match edit:
            case SetWeight(_, query, key, weight):
                rows = {query: with_weight(pattern[query], key, weight, seen[query])}
            case GivenPattern(_, Head() as other):
                rows = dict(enumerate(trace.layers[other.layer].pattern[other.head].astype(np.float64)))
            case GivenPattern(_, named) if named != OTHER_TEXT:
                rows = dict(enumerate(ready(named, seen)))  # pyrefly: ignore[bad-argument-type]  # it was compared with them
            case _ if other_text:
                other_pattern = state.trace(text=other_text).layers[layer].pattern[head]
                rows = dict(enumerate(carried_over(pattern, other_pattern)))
            case _:
                rows = dict(enumerate(pattern.astype(np.float64)))
        change = with_rows(change, layer, head, rows)
    return change


def with_edit(edits: Sequence[SetPattern], new: SetPattern) -> dict[str, Any]:
    """The keys that one more edit sets. One of the same cell, or the same whole head, stands in place of the last."""
    places = [edit.written().split("=")[0] for edit in (*edits[-1:], new)]
    kept = [*(edits[:-1] if len(set(places)) < len(places) else edits), new][:MOST]
    return {"edited": " ".join(edit.written() for edit in kept), "undone": None}


def undo(state: State) -> dict[str, str | None]:
    """The keys that taking the last edit back sets."""
    *kept, last = state[dials.EDITED].split()
    return {"edited": " ".join(kept) or None, "undone": f"{state[UNDONE]} {last}".strip()}


def redo(state: State) -> dict[str, str | None]:
    """The keys that making the edit again that was taken back last sets."""
    *left, last = state[UNDONE].split()
    return {"edited": f"{state[dials.EDITED]} {last}".strip(), "undone": " ".join(left) or None}


def reset(state: State) -> dict[str, str | None]:
    """The keys that leaving the model as it is sets."""
    return {"edited": None, "undone": None}


def edit_text(edit: SetPattern, trace: Trace) -> str:
    """An edit in a sentence."""
    if isinstance(edit, SetWeight):
        places = f"from “{trace.words[edit.query]}” to “{trace.words[edit.key]}”"
        return f"In {edit.head.title} the weight {places} is {edit.weight:.2f}."
    if isinstance(edit.pattern, Head):
        return f"{capital(edit.head.title)} attends where {edit.pattern.title} does."
    attends = {
        "uniform": "to every word that it may see, with equal weights",
        "itself": "from each word to itself",
        "previous": "from each word to the one before",
        "first": "from each word to the first",
        OTHER_TEXT: "as in the other sentence",
    }
    return f"{capital(edit.head.title)} attends {attends[edit.pattern]}."
