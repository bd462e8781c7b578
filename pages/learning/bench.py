"""A visitor's run of the training bench: what is to be trained, a slice at each picture, and where it stands still."""

from dataclasses import dataclass
from time import perf_counter

from headlight.pages.learning import measured as five_seeds
from transformer.learning.plans import TrainingPlan, changed
from transformer.learning.run import Step, Training, learned

LASTS = 8.0  # seconds of a run, and of its replay
LONGEST = 0.8  # seconds that a slice of training may take, before the next picture
ALONE, BESIDE, MORE = 1000, 200, 200  # steps to where a run stands still: alone, beside another at least, and gone on
MOST = 6000  # steps that one run can have


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
        cost = self.now.seconds / max(self.now.step, 1) * (2 if self.beside else 1)  # seconds of one step
        return max(1, min(round(self.pace * (self.since - before)), int(LONGEST / cost) if cost else 1))

    def advance(self, steps: int) -> None:
        """Train both a slice."""
        self.shown = None
        for run in (self.run, self.beside):
            if run:
                run.advance(steps)
        now, first_right = self.now.step, learned(self.run.steps)
        settled = self.settles and first_right is not None and now >= 1.5 * first_right.step and self.beside is None
        if settled or now >= min(self.stops, MOST):
            self.playing = self.settles = False

    def play(self) -> None:
        """Go on by itself from now on, or stand still."""
        self.playing = not self.playing
        self.presses, self.since = self.presses + self.playing, perf_counter()
        if self.playing and self.now.step >= self.stops:
            self.stops = self.now.step + MORE

    def show_step(self, step: int) -> None:
        """Go back to the step next to this one."""
        self.shown = min(self.run.kept, key=lambda kept: abs(kept - step))

    def over(self, guessed: int | None) -> bool:
        """Whether it stands still after a guess, once it has learned or at its stop: now five seeds may be told of."""
        still = not self.playing and self.now.step > 0
        return still and (guessed is not None or not self.settles or learned(self.run.steps) is not None)

    @property
    def now(self) -> Step:
        """Where the run stands."""
        return self.run.steps[-1]

    @property
    def step_shown(self) -> int:
        """The step whose model is shown: the present one, or where the reader has gone back to."""
        if self.playing or len(self.run.kept) < 2:
            return self.now.step
        return self.run.kept[-1] if self.shown is None else self.shown


def begun(plan: TrainingPlan, experiment: str, seed: int, name: str) -> Bench:
    """A fresh bench of this plan, and of the untouched one beside it where an experiment changes something.

    `name` tells it from benches of other plans, experiments and seeds.
    """
    beside = Training(plan, seed) if experiment else None
    run = Training(changed(plan, experiment), seed)
    stops = max(BESIDE, five_seeds.far(plan.task.name, experiment))  # as far as its sentence tells
    lasts = stops if beside else 1.5 * five_seeds.typical(plan.task.name)
    return Bench(name, run, beside, stops=stops if beside else ALONE, pace=lasts / LASTS)
