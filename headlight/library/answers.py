"""The answer of a model at one position of a trace."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy import ndarray as Array

from transformer import Trace
from transformer.counted import whole
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
    if position is None:
        return run.position
    if not 0 <= (place := whole("a position", position)) < len(run):
        raise ValueError(f"this text has positions 0 to {len(run) - 1}, got position {position}")
    return place
