"""How soon tiny transformers learn, and what each experiment changes.

`python -m benchmarks.learning` prints it, and with --write what the bench says of five seeds becomes what was measured.
"""

import argparse
import json
import statistics
from collections.abc import Iterator
from functools import partial
from typing import Any

import torch

from headlight.pages.learning.measured import FILE
from headlight.reading.assets import FOLDER
from transformer.learning.plans import offered, plan
from transformer.learning.run import Step, Training, learned
from transformer.learning.tasks import TASKS

SEEDS = range(5)
EVERY = 5  # steps between two measurements
PATIENCE = 3  # one that has not learned goes on for so many times the steps of the slowest that has
RISES = 0.05  # and longer while its accuracy rises by more than this in the last third of its steps
FIRST, MOST = 500, 6000  # steps that the slowest untouched run is taken to need at least, and those of a run at most


def runs(task: str, experiment: str = "", slowest: int = FIRST) -> list[list[Step]]:
    """Measure five runs; each that learns goes on for half as many steps again.

    `slowest` is the step at which the last of the untouched runs had learned: nobody is said never to learn who was
    not given several times as long as those who do.
    """
    trainings = [Training(plan(task, experiment), seed) for seed in SEEDS]
    while True:
        found = [training.steps for training in trainings]
        last = max(slowest, *(step.step for step in map(learned, found) if step), 0)
        going = [training for training in trainings if _goes_on(training.steps, last)]
        if not going:
            return found
        for training in going:
            training.advance(EVERY)


def _goes_on(steps: list[Step], slowest: int) -> bool:
    """Whether a run is not at its end yet, where the slowest so far had learned at this step."""
    now, got = steps[-1].step, learned(steps)
    if got:
        return now < 1.5 * got.step
    return now < MOST and (now < PATIENCE * slowest or rise(steps) > RISES)


def rise(steps: list[Step]) -> float:
    """By how much the accuracy, a mean over a tenth of the measurements, has risen in the last third of them."""
    accuracies = [step.accuracy for step in steps]
    tenth, two_thirds = max(1, len(accuracies) // 10), 2 * len(accuracies) // 3
    return statistics.fmean(accuracies[-tenth:]) - statistics.fmean(accuracies[two_thirds - tenth : two_thirds])


def experiments(*, write: bool = False) -> Iterator[str]:
    """Say of each experiment of each task after how many steps each seed had learned, if it has.

    `write` puts that into the file that the bench reads.
    """
    told = json.loads((FOLDER / FILE).read_text("utf-8"))
    for name, task in TASKS.items():
        yield f"\n{name}, with one thing changed"
        untouched = runs(name)
        slowest = max(step.step for step in map(learned, untouched) if step)
        for experiment in ("", *offered(task)):
            found = runs(name, experiment, slowest) if experiment else untouched
            of = told[name].setdefault(experiment, {})
            of |= {"steps": [step.step if (step := learned(each)) else None for each in found]}
            of.pop("within", None)
            if never := [each[-1].step for each in found if not learned(each)]:
                of["within"] = min(never)
            yield f"{experiment or 'untouched':22}{of['steps']}"
    if write:
        (FOLDER / FILE).write_text(_written(told), "utf-8")


def _written(told: dict[str, dict[str, Any]]) -> str:
    """As JSON, a line for each experiment."""
    dumps = partial(json.dumps, ensure_ascii=False)
    tasks = (
        f"  {dumps(task)}: {{\n"
        + ",\n".join(f"    {dumps(name)}: {dumps(of)}" for name, of in experiments.items())
        + "\n  }"
        for task, experiments in told.items()
    )
    return "{\n" + ",\n".join(tasks) + "\n}\n"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.learning", description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"write what was measured into assets/{FILE}")
    write = parser.parse_args().write
    torch.set_num_threads(1)
    for line in experiments(write=write):
        print(line, flush=True)


if __name__ == "__main__":
    main()
