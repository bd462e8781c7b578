"""The prediction before a run: at which step will it have learned?"""

from headlight.frame import controls, kept
from headlight.views.learning.bench import Bench
from transformer.learning.run import learned

_KEY = "learned_at"


def ask() -> int | None:
    """A box for the reader's guess; a click in the curves fills it too."""
    return controls.place(_KEY, "When will it learn this?", placeholder="guess a step", width=170)


def choose(step: int) -> None:
    """A step was chosen in the curves."""
    kept.move(learned_at=max(1, step))


def marks(bench: Bench, guessed: int | None) -> dict[str, float]:
    """Where the guess stands on the axis of steps, and where the run had learned."""
    got = learned(bench.run.steps)
    found = {"your guess": guessed, "learned": got and got.step}
    return {name: float(step) for name, step in found.items() if step}


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
