"""A visitor's run of the training bench: what is to be trained, a slice at each picture, and where it stands still."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter, sleep

import streamlit as st

from headlight.frame import controls, heavy, kept
from headlight.views.learning import measured as five_seeds
from transformer.learning.plans import TrainingPlan, changed
from transformer.learning.run import Step, TinyModel, Training, learned

LASTS = 8.0  # seconds of a run, and of its replay
EVERY = 0.2  # seconds between two pictures
LONGEST = 0.8  # seconds that a slice of training may take, before the next picture
ALONE, BESIDE, MORE = 1000, 200, 200  # steps to where a run stands still: alone, beside another at least, and gone on
MOST = 6000  # steps that one run can have
PACE = 0.15  # seconds between the slices of two visitors, which leave the processor to those who only type
WAITING = 12  # visitors in the queue; with more nobody goes on
_BENCH = "training bench"  # in the session's state: all that is kept of a run
_TAKEN = "model on the screen"
_TRAIN = "train"  # key of the button
_SEED, _FIRST = "training_seed", 11


@dataclass
class Bench:
    """A run, the untouched one beside it where something is changed, and whether they go on by themselves."""

    name: str  # of all that they follow from
    run: Training
    beside: Training | None
    playing: bool = False
    stops: int = ALONE  # at this step
    settles: bool = True  # and, the first time, half as many steps after it has learned as it took
    pace: float = 25.0  # steps a second
    since: float = 0.0  # when the last slice began
    shown: int | None = None  # the step that the reader has gone back to
    presses: int = 0  # of Train

    def due(self) -> int:
        """The steps of the next slice: as many as keep the pace, however long a picture takes here."""
        before, self.since = self.since, perf_counter()
        each = self.now.seconds / max(self.now.step, 1) * (2 if self.beside else 1)
        return max(1, min(round(self.pace * (self.since - before)), int(LONGEST / each) if each else 1))

    def advance(self, steps: int) -> None:
        """Train both a slice."""
        self.shown = None
        for run in (self.run, self.beside):
            if run:
                run.advance(steps)
        now, got = self.now.step, learned(self.run.steps)
        settled = self.settles and got is not None and now >= 1.5 * got.step and self.beside is None
        if settled or now >= min(self.stops, MOST):
            self.playing = self.settles = False

    def over(self, guessed: int | None) -> bool:
        """Whether it stands still after a guess, once it has learned or at its stop: now five seeds may be told of."""
        still = not self.playing and self.now.step > 0
        return still and (guessed is not None or not self.settles or learned(self.run.steps) is not None)

    @property
    def now(self) -> Step:
        """Where the run stands."""
        return self.run.steps[-1]


def of(begun: TrainingPlan, experiment: str, seed: int, name: str) -> Bench:
    """The visitor's bench for this plan and seed; a fresh one if it was another, whose run is dropped.

    `name` tells plans apart: two of the same name are the same. A run that was left on its way stands still.
    """
    name = f"{name} {experiment} {seed}"
    bench = st.session_state.get(_BENCH)
    if bench is None or bench.name != name:
        beside = Training(begun, seed) if experiment else None
        run = Training(changed(begun, experiment), seed)
        both = max(BESIDE, five_seeds.far(begun.task.name, experiment))  # as far as its sentence tells
        lasts = both if beside else 1.5 * five_seeds.typical(begun.task.name)
        bench = st.session_state[_BENCH] = Bench(name, run, beside, stops=both if beside else ALONE, pace=lasts / LASTS)
    if _TRAIN not in st.session_state:  # the button is new: the page is just opened, or opened again
        bench.playing = False
    return bench


def every() -> float | None:
    """Seconds after which the page is wanted anew: None while nothing goes on by itself."""
    bench = st.session_state.get(_BENCH)
    return EVERY if bench and bench.playing else None


def buttons(bench: Bench) -> None:
    """What moves the run."""
    words = "Pause" if bench.playing else "Train" if not bench.now.step else "Go on"
    done = bench.now.step >= MOST
    st.button(words, key=_TRAIN, on_click=_play, args=(bench,), disabled=done, type="primary")
    if bench.now.step:
        st.button("Reset", key="reset_run", on_click=_reset)


def more_buttons(bench: Bench) -> None:
    """What else moves it: a seed, and a step at a time."""
    controls.number(
        _SEED, "Seed", _FIRST, width=120, help="Of the first weights and of all examples: the same seed, the same run."
    )
    st.button("Another seed", key="another_seed", on_click=_another_seed)
    st.button("One step", key="one_step", on_click=slice_of, args=(bench, 1), disabled=bench.playing)


def taken() -> tuple[TinyModel, str]:
    """What this visitor takes home: the model on the screen, and the text that it reads."""
    return st.session_state[_TAKEN]


def keep(model: TinyModel, text: str) -> None:
    """This model stands on the screen now, and reads this text."""
    st.session_state[_TAKEN] = model, text


def seed() -> int:
    """The seed of the run, whose box is drawn after what it begins."""
    return int(st.session_state.get(_SEED, kept.text_of(_SEED) or _FIRST))


def go_on(bench: Bench, *, polled: bool) -> None:
    """Train as many steps as are due, or as the address asks for; `polled` says that the page is wanted anew for it."""
    if bench.playing:
        asked = kept.keep("steps_a_picture")
        slice_of(bench, int(asked) if asked else bench.due())
    if bench.playing != polled:
        st.rerun()


def slice_of(bench: Bench, steps: int) -> None:
    """Train so many steps when it is this visitor's turn; where too many wait, nothing happens and a line says so."""
    if len(heavy.QUEUE) >= WAITING:
        st.caption("Many are training just now, so this run waits. It goes on by itself.")
        return
    with heavy.QUEUE.slot(lambda before: heavy.stop_if_left()):
        bench.advance(steps)
        if len(heavy.QUEUE) > 1:
            sleep(PACE)


def step_shown(bench: Bench) -> int:
    """The step whose model is shown: the present one, or where the reader has gone back to with the slider."""
    steps = bench.run.kept
    if bench.playing or len(steps) < 2:
        return bench.now.step
    shown, places = steps[-1] if bench.shown is None else bench.shown, [str(step) for step in steps]

    def turned(step: str | None) -> None:
        show_step(bench, int(step or places[-1]))

    controls.slide("at_step", "Replay: step", str(shown), places[-1], places, turned, plays=LASTS)
    return shown


def show_step(bench: Bench, step: int) -> None:
    """Move the slider to the step next to this one."""
    bench.shown = min(bench.run.kept, key=lambda kept: abs(kept - step))


def measured(steps: Sequence[Step], step: int) -> Step:
    """What was measured at this step."""
    return next(each for each in steps if each.step == step)


def _play(bench: Bench) -> None:
    bench.playing = not bench.playing
    bench.presses, bench.since = bench.presses + bench.playing, perf_counter()
    if bench.playing and bench.now.step >= bench.stops:
        bench.stops = bench.now.step + MORE
    st.rerun()


def _reset() -> None:
    del st.session_state[_BENCH]
    st.rerun()


def _another_seed() -> None:
    st.session_state.pop(_BENCH, None)
    kept.move(**{_SEED: (st.session_state[_SEED] + 1) % 10_000})
