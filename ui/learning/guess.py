"""The prediction before a run: at which step will it have learned?"""

from transformer.learning.run import learned
from ui import controls
from ui.learning.bench import Bench

_KEY = "learned_at"


def ask() -> int | None:
    """A box for the reader's guess."""
    return controls.place(_KEY, "When will it get it?", "a step: guess", width=170)


def answered(bench: Bench, guessed: int | None) -> str:
    """How near the guess came, once the run has learned; empty before, and without a guess."""
    got = learned(bench.run.steps)
    if guessed is None:
        return ""
    if got is None:
        return f" You guess step {guessed}: it has not learned yet."
    if abs(got.step - guessed) <= 5:
        return f" You guessed step {guessed}, and so it was."
    when = "later" if got.step > guessed else "sooner"
    return f" You guessed step {guessed}: it came {abs(got.step - guessed)} steps {when}."
