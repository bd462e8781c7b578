"""The prediction before a run: at which step will it have learned?"""

from headlight.pages.learning.bench import Bench
from transformer.learning.run import learned


def answered(bench: Bench, guessed: int | None) -> str:
    """How near the guess came, once the run has learned; empty before, and without a guess."""
    first_right = learned(bench.run.steps)
    if guessed is None:
        return ""
    if first_right is None:
        return f" You guess step {guessed}: it has not learned yet."
    if abs(first_right.step - guessed) <= 5:
        return f" You guessed step {guessed}, and so it was."
    when = "later" if first_right.step > guessed else "sooner"
    return f" You guessed step {guessed}: it came {abs(first_right.step - guessed)} steps {when}."


def is_right(step: int, guessed: int) -> bool:
    """Return whether a guess is within a fifth of the step at which the run had learned."""
    return abs(step - guessed) <= step / 5
