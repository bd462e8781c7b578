"""What long work tells between its steps is heard on the page, and by nobody elsewhere."""

from types import SimpleNamespace

import pytest

from headlight.reading import running


def test_a_step_says_how_far_the_work_is_unless_nobody_wants_it_any_more() -> None:
    running.step(0.5, "in a notebook")
    heard: list[tuple[float, str]] = []

    class Hearing(running.Host):
        def tell(self, share: float, work: str) -> None:
            heard.append((share, work))

    class Gone(Hearing):
        def stop_if_unwanted(self) -> None:
            raise InterruptedError

    with running.use_host(Hearing()):
        running.step(0.25, "work")
    with running.use_host(Gone()), pytest.raises(InterruptedError):
        running.step(0.5, "work")
    assert heard == [(0.25, "work")]


def test_a_result_that_grows_is_whole_in_a_notebook_and_comes_piece_by_piece_on_a_page(monkeypatch) -> None:
    assert running.Growing(iter([1, 2, 3]), lambda found: found == 3).latest() == (3, True)
    growing = running.Growing(iter([1, 2, 3]), lambda found: found == 3)
    asked: list[bool] = []
    clock = iter([0.0, 0.1, 0.5, 2.0, 2.1, 3.0])  # a step within a slice, one after it; then the last one
    monkeypatch.setattr(running, "time", SimpleNamespace(monotonic=lambda: next(clock)))

    class Returning(running.Host):
        def will_redraw(self) -> bool:
            asked.append(True)
            return True

    def heard() -> tuple[int, bool]:
        with running.use_host(Returning()):
            return growing.latest()

    assert heard() == (2, False) and asked == [True], "after a slice it is drawn as far as it has come"
    assert heard() == (3, True) and asked == [True]
    assert heard() == (3, True) and asked == [True]


def test_a_result_that_cannot_begin_raises_at_once() -> None:
    def steps():
        raise ValueError("no")
        yield

    with pytest.raises(ValueError, match="no"):
        running.Growing(steps(), bool)
