"""What a change does to the next word, as bars."""

from headlight.frame import vocabulary
from headlight.frame.reader import Model
from headlight.pictures.bars import bars
from headlight.pictures.matrix import Says
from transformer import Trace
from transformer.ranking import largest

NO_LOSS = "One token has no next token to guess. Type a second one."


def on_next_word(model: Model, trace: Trace, before: Trace, says: Says = ()) -> None:
    """The likeliest next tokens after a change, with what they were before it as outlines, and a sentence on them."""
    now = vocabulary.probabilities(trace)
    order = largest(now, 6)
    bars(
        now[order],
        labels=vocabulary.labels(model, order),
        before=None if trace is before else vocabulary.probabilities(before)[order],
        alt="The likeliest next tokens.",
        key="next_word",
        says=says,
    )
