"""Two texts that an encoder reads as one: whose tokens are whose, and how much of a head's weight crosses over."""

from collections.abc import Collection

import numpy as np
from jaxtyping import Float, Int
from numpy import ndarray as Array

from transformer.trace import Trace

PARTS = ("first", "second", "marks")


def parts(trace: Trace, marks: Collection[int]) -> Int[Array, " pos"]:
    """For each token the number of its part: of the first text, of the second, or a mark such as [SEP].

    The text of the trace has a line break between the two; `marks` are the ids of marks.
    """
    ends = trace.text.index("\n")
    return np.array([2 if token.id in marks else int(token.start > ends) for token in trace.tokens])


def between(pattern: Float[Array, "*head query key"], part: Int[Array, " pos"]) -> Float[Array, "*head part part"]:
    """How much of their weight the tokens of each part give to each part, on average; rows sum to one."""
    onto = np.stack([pattern[..., part == number].sum(axis=-1) for number in range(len(PARTS))], axis=-1)
    return np.stack([onto[..., part == number, :].mean(axis=-2) for number in range(len(PARTS))], axis=-2)


def crossing(trace: Trace, part: Int[Array, " pos"]) -> Float[Array, "layer head"]:
    """The mean weight that tokens of either text give to those of the other, in every head."""
    shares = between(trace.patterns, part)
    sizes = np.array([(part == number).sum() for number in (0, 1)])
    return (shares[..., 0, 1] * sizes[0] + shares[..., 1, 0] * sizes[1]) / sizes.sum()
