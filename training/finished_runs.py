"""Train the untouched model of each task to its end, and keep its curves: what the bench shows before a run of its own.

`python -m training.finished_runs` writes assets/finished_runs.json, in three minutes of one core.
"""

import json
from collections.abc import Sequence

from headlight.pages.learning.aim import FILE, SEED
from headlight.reading import assets
from transformer.learning.plans import untouched
from transformer.learning.run import Step, Training, learned
from transformer.learning.tasks import TASKS

EVERY = 5  # steps between two measurements
_POINTS = 30  # of a curve, at most
_DIGITS = 3


def run(task: str, most: float = float("inf")) -> list[Step]:
    """Train until half as many steps after it has learned as it took, or up to a step."""
    training = Training(untouched(TASKS[task]), SEED)
    while training.steps[-1].step < most:
        first_right = learned(training.steps)
        if first_right and training.steps[-1].step >= 1.5 * first_right.step:
            break
        training.advance(EVERY)
    return training.steps


def kept(steps: Sequence[Step]) -> dict[str, list[float]]:
    """Return the curves of a run as they are written."""
    some = steps[:: -(-len(steps) // _POINTS)]
    columns = {
        "step": [step.step for step in some],
        "accuracy": [step.accuracy for step in some],
        **{kind: [step.best(kind) for step in some] for kind in some[0].scores},
        "loss": [step.loss for step in some],
    }
    return {name: [round(float(number), _DIGITS) for number in column] for name, column in columns.items()}


def main() -> None:
    """Write the file."""
    curves = {task: kept(run(task)) for task in TASKS}
    (assets.FOLDER / FILE).write_text(json.dumps(curves, separators=(",", ":")) + "\n", "utf-8")


if __name__ == "__main__":
    main()
