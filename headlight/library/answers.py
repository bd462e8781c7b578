"""The answer of a model at one position of a trace, and whether two traces can be compared."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy import ndarray as Array

from transformer import Trace
from transformer.softmax import softmax


def logits_at(trace: Trace, position: int) -> Array:
    """The logits at one position, [vocab]; the other positions are not computed."""
    return trace.logits_of(trace.final[position])


def logits_at_each(positions: Sequence[tuple[Trace, int]]) -> Array:
    """The logits at one position each of several traces of a model, [trace, vocab]."""
    return positions[0][0].logits_of(np.stack([trace.final[position] for trace, position in positions]))


def chances_at(trace: Trace, position: int) -> Array:
    """The probability of each token there, [vocab], in double precision."""
    return softmax(logits_at(trace, position))


class _Answered(Protocol):
    """A text that was run, and where its answer is read: a masked model's is at its one mask, if it has one."""

    def __len__(self) -> int: ...
    @property
    def position(self) -> int: ...


def place_in(run: _Answered, position: int | None) -> int:
    """A position of a run; where its answer is read, if none is named. ValueError if its text has no such position."""
    if position is not None and not 0 <= position < len(run):
        raise ValueError(f"this text has positions 0 to {len(run) - 1}, got position {position}")
    return run.position if position is None else position


def refuse_other_length(one: Trace, other: Trace) -> None:
    """Raise a ValueError if one is of fewer or more tokens."""
    lengths = len(one.tokens), len(other.tokens)
    if lengths[0] != lengths[1]:
        raise ValueError(
            f"both texts need equally many tokens, got {lengths[0]} and {lengths[1]}: change one word for another that "
            "is one token too"
        )
