"""How soon a tiny transformer learns each task, and what each experiment changes: python -m benchmarks.learning."""

import statistics

import torch

from transformer.learning.plans import offered, plan
from transformer.learning.run import Step, Training, learned
from transformer.learning.tasks import TASKS

SEEDS = range(5)
MOST_STEPS = {"addition": 1500}  # of the others 400
EXPERIMENT_STEPS = 130  # of the induction task, which the untouched run learns within 100


def runs(task: str, experiment: str = "", most: int = 400) -> list[list[Step]]:
    """What was measured in five runs; each ends once it has learned, with half as many steps again."""
    found = []
    for seed in SEEDS:
        training = Training(plan(task, experiment), seed)
        while training.steps[-1].step < most:
            training.advance(10)
            got = learned(training.steps)
            if got and training.steps[-1].step >= 1.5 * got.step:
                break
        found.append(training.steps)
    return found


def row(name: str, found: list[list[Step]]) -> str:
    """How many learned; median, smallest and largest of steps and seconds; losses, accuracy and scores in the end."""
    got = [step for step in map(learned, found) if step]
    line = f"{name:22}{len(got)} of {len(found)}"
    if got:
        steps, seconds = [step.step for step in got], [step.seconds for step in got]
        line += f"  steps {statistics.median(steps):.0f} ({min(steps)} to {max(steps)})"
        line += f"  seconds {statistics.median(seconds):.1f} ({min(seconds):.1f} to {max(seconds):.1f})"
    last = [steps[-1] for steps in found]
    measured = {
        "loss in training": [step.batch_loss for step in last],
        "loss": [step.loss for step in last],
        "accuracy": [step.accuracy for step in last],
    } | {kind: [step.best(kind) for step in last] for kind in last[0].scores}
    return line + "".join(f"  {what} {min(values):.2f} to {max(values):.2f}" for what, values in measured.items())


def main() -> None:
    torch.set_num_threads(1)
    for name in TASKS:
        print(row(name, runs(name, most=MOST_STEPS.get(name, 400))), flush=True)
    print("\ninduction, with one thing changed")
    for experiment in offered(TASKS["induction"]):
        print(row(experiment, runs("induction", experiment, EXPERIMENT_STEPS)), flush=True)


if __name__ == "__main__":
    main()
