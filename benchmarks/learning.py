"""How soon tiny transformers learn, what each experiment changes, and how long others wait meanwhile.

`python -m benchmarks.learning` prints all of it; `make bench` all but the experiments.
"""

import statistics
from collections.abc import Iterator

import torch

from benchmarks import browser
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


def tasks() -> Iterator[str]:
    """A line for each task; on one thread from here on."""
    torch.set_num_threads(1)
    for name in TASKS:
        yield row(name, runs(name, most=MOST_STEPS.get(name, 400)))


def bystanders() -> Iterator[str]:
    """A line for so many others who train: milliseconds from a key to the painted start page."""
    for others, median, tail in browser.beside_trainings():
        yield f"{others} others train{median:10.1f}{tail:10.1f}"


def main() -> None:
    print("tiny models: how many of five seeds learn, and how soon")
    for line in tasks():
        print(line, flush=True)
    print("\ninduction, with one thing changed")
    for experiment in offered(TASKS["induction"]):
        print(row(experiment, runs("induction", experiment, EXPERIMENT_STEPS)), flush=True)
    print("\nkey press -> painted, start page at 16 tokens (milliseconds: median, 95th percentile)")
    for line in bystanders():
        print(line, flush=True)


if __name__ == "__main__":
    main()
