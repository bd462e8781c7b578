"""The answer of a model at one position of a trace, and whether two traces can be compared."""

from numpy import ndarray as Array

from transformer import Trace
from transformer.softmax import softmax


def logits_at(trace: Trace, place: int) -> Array:
    """The logits at one place, [vocab]; the other places are not computed."""
    return trace.logits_of(trace.final[place])


def chances_at(trace: Trace, place: int) -> Array:
    """The probability of each token there, [vocab], in double precision."""
    return softmax(logits_at(trace, place))


def refuse_other_length(one: Trace, other: Trace) -> None:
    """Raise a ValueError if one is of fewer or more tokens."""
    lengths = len(one.tokens), len(other.tokens)
    if lengths[0] != lengths[1]:
        raise ValueError(
            f"both texts need equally many tokens, got {lengths[0]} and {lengths[1]}: change one word for another that "
            "is one token too"
        )
