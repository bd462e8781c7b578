"""What long work tells between its steps is heard on the page, and by nobody elsewhere."""

from contextlib import nullcontext

import pytest

from headlight.frame import pauses


def test_a_step_says_how_far_the_work_is_unless_nobody_wants_it_any_more() -> None:
    pauses.step(0.5, "in a notebook")
    heard: list[tuple[float, str]] = []
    with pauses.answered_by(lambda: None, nullcontext, lambda *said: heard.append(said)):
        pauses.step(0.25, "work")

    def unwanted() -> None:
        raise InterruptedError

    with pauses.answered_by(unwanted, nullcontext, lambda *said: heard.append(said)), pytest.raises(InterruptedError):
        pauses.step(0.5, "work")
    assert heard == [(0.25, "work")]
