"""Bugs in what is shown of a model that learns: steps, losses and heads that are not those of the slider."""

from tests.planted.bug import Bug

_P = "tests/pages/"
BUGS = (
    Bug("headlight/views/learning/growing.py", "at=step + 1.0", "at=float(step)", (_P + "test_growing_up.py",)),
    Bug(
        "headlight/views/learning/growing.py",
        "lost = [sentence_loss(trace) if trace.last",
        "lost = [sentence_loss(traces[0]) if trace.last",
        (_P + "test_growing_up.py",),
    ),
    Bug(
        "headlight/views/learning/growing.py",
        "at=lived.steps.index(step),",
        "at=0,",
        (_P + "test_growing_up.py",),
    ),
    Bug(
        "headlight/views/learning/growing.py",
        "nearest(_nearness(step)",
        "nearest(_nearness(2000)",
        (_P + "test_growing_up.py",),
    ),
    Bug(
        "headlight/views/learning/bench.py", "return still and (guessed", "return (guessed", (_P + "test_learning.py",)
    ),
    Bug(
        "headlight/views/learning/by_heart.py",
        "state[LEARNED] == _name(asked)",
        "state[LEARNED]",
        (_P + "test_by_heart.py",),
    ),
    Bug(
        "transformer/learning/own.py",
        "if held_out else 'all of which it trains on'",
        "if pairs else 'all of which it trains on'",
        ("tests/transformer/learning/test_own.py",),
    ),
)
