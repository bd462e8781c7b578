"""A visitor's run of the training bench: what is to be trained, a slice at each picture, and where it stands still."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import sleep

import streamlit as st

from headlight.frame import controls, heavy, kept
from headlight.views.learning import measured as five_seeds
from transformer.learning.plans import Plan, changed
from transformer.learning.run import Step, Training, learned

EVERY = 0.3  # seconds between two pictures
ALONE, BESIDE, MORE = 1000, 200, 200  # steps to where a run stands still: alone, beside another at least, and gone on
MOST = 6000  # steps that one run can have
PACE = 0.15  # seconds between the slices of two visitors, which leave the processor to those who only type
WAITING = 12  # visitors in the queue; with more nobody goes on
_BENCH = "training bench"  # in the session's state
_TRAIN = "train"  # key of the button
_SEED = "training_seed"


@dataclass
class Bench:
    """A run, the untouched one beside it where something is changed, and whether they go on by themselves."""

    name: str  # of all that they follow from
    run: Training
    beside: Training | None
    playing: bool = False
    stops: int = ALONE  # at this step
    settles: bool = True  # and, the first time, half as many steps after it has learned as it took

    def advance(self, steps: int) -> None:
        """Train both a slice."""
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


def of(begun: Plan, experiment: str, seed: int, name: str) -> Bench:
    """The visitor's bench for this plan and seed; a fresh one if it was another, whose run is dropped.

    `name` tells plans apart: two of the same name are the same. A run that was left on its way stands still.
    """
    name = f"{name} {experiment} {seed}"
    bench = st.session_state.get(_BENCH)
    if bench is None or bench.name != name:
        beside = Training(begun, seed) if experiment else None
        run = Training(changed(begun, experiment), seed)
        both = max(BESIDE, five_seeds.far(begun.task.name, experiment))  # as far as its sentence tells
        bench = st.session_state[_BENCH] = Bench(name, run, beside, stops=both if beside else ALONE)
    if _TRAIN not in st.session_state:  # the button is new: the page is just opened, or opened again
        bench.playing = False
    return bench


def every() -> float | None:
    """Seconds after which the page is wanted anew: None while nothing goes on by itself."""
    bench = st.session_state.get(_BENCH)
    return EVERY if bench and bench.playing else None


def buttons(bench: Bench) -> int:
    """What moves the run; gives the steps of a slice."""
    st.button(
        "Pause" if bench.playing else "Train" if not bench.now.step else "Go on",
        key=_TRAIN,
        on_click=_play,
        args=(bench,),
        disabled=bench.now.step >= MOST,
    )
    st.button("One step", key="one_step", on_click=slice_of, args=(bench, 1), disabled=bench.playing)
    st.button("Reset", key="reset_run", on_click=_reset, disabled=not bench.now.step)
    st.button("Another seed", key="another_seed", on_click=_another_seed)
    return controls.scale("steps_a_picture", "Steps between two pictures", 3, width=190)


def slice_of(bench: Bench, steps: int) -> None:
    """Train so many steps when it is this visitor's turn; where too many wait, nothing happens and a line says so."""
    if len(heavy.QUEUE) >= WAITING:
        st.caption("Many are training just now, so this run waits. It goes on by itself.")
        return
    with heavy.QUEUE.turn(lambda before: heavy.stop_if_left()):
        bench.advance(steps)
        if len(heavy.QUEUE) > 1:
            sleep(PACE)


def step_shown(bench: Bench) -> int:
    """The step whose model is shown: the present one, or where the reader has gone back to with the slider."""
    kept = bench.run.kept
    if bench.playing or len(kept) < 2:
        return bench.now.step
    return st.select_slider("Back through the run: at step", kept, kept[-1], key=_slider(bench), width="stretch")


def show_step(bench: Bench, step: int) -> None:
    """Move the slider to the step next to this one."""
    kept.move(**{_slider(bench): min(bench.run.kept, key=lambda kept: abs(kept - step))})


def _slider(bench: Bench) -> str:
    return f"at_step_{bench.name}_{bench.now.step}"


def measured(steps: Sequence[Step], step: int) -> Step:
    """What was measured at this step."""
    return next(each for each in steps if each.step == step)


def _play(bench: Bench) -> None:
    bench.playing = not bench.playing
    if bench.playing and bench.now.step >= bench.stops:
        bench.stops = bench.now.step + MORE
    st.rerun()


def _reset() -> None:
    del st.session_state[_BENCH]
    st.rerun()


def _another_seed() -> None:
    st.session_state.pop(_BENCH, None)
    kept.move(**{_SEED: (st.session_state[_SEED] + 1) % 10_000})


def seed() -> int:
    """A box for the seed of the run."""
    return controls.number(
        _SEED, "Seed", 11, width=120, help="Of the first weights and of all examples: the same seed, the same run."
    )
