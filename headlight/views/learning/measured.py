"""What an experiment does to a task, in a sentence: five seeds each."""

from collections.abc import Mapping, Sequence

# Of the induction task, up to 130 steps each; the untouched run has learned after 90 to 100. `python -m
# benchmarks.learning` prints the numbers.
INDUCTION = {
    "one layer": "None of five seeds learns: before a head can look for the place that follows the same sign, another "
    "must have told each place what stood before it, one layer earlier. The induction score stays below 0.14.",
    "1 head": "One head in each layer is enough: all of five seeds learn, after 80 to 90 steps.",
    "4 heads": "All of five seeds learn, a little later: after 105 to 120 steps instead of 90 to 100.",
    "no mask": "None of five seeds learns. The loss in training falls to 0, for the answer stands in view; with the "
    "answer hidden, as in use, at most 5% come right.",
    "no positions": "None of five seeds learns within 130 steps: only the mask tells what came first. About a third of "
    "the answers come right, and no head looks one back.",
    "no 1/√d": "None of five seeds learns within 130 steps: at most 15% of the answers come right, and no head turns.",
    "no residual": "None of five seeds learns within 130 steps: at most 7% of the answers come right.",
    "temperature 0.1": "None of five seeds learns within 130 steps: at most 14% come right, and no head turns.",
    "temperature 10": "All of five seeds learn, a little later: after 115 to 125 steps instead of 90 to 100.",
    "W_Q and W_K fixed": "None of five seeds learns within 130 steps: 24 to 33% of the answers come right, and no head "
    "turns. Where a head looks can be learned only through what it reads.",
    "learning rate × 10": "None of five seeds learns: the loss stays at 3.4 to 3.5 nats, a blind guess among 32 signs, "
    "and at most 12% of the answers come right.",
    "sinusoidal positions": "None of five seeds learns within 130 steps, though 29 to 78% of the answers come right by "
    "then: the best previous token score stays below 0.2.",
    "tied embeddings": "None of five seeds learns within 130 steps: at most 15% of the answers come right.",
    "one period": "None of five seeds learns, though the loss in training falls to 0: at other periods at most 3% "
    "come right. It copies by distance and not by sign, so this is no induction head.",
    "another seed": "Other weights and other examples to begin with: all of five seeds learn, after 90 to 100 steps.",
}

# Of the other tasks: the step at which each of five seeds had learned, measured every 5 steps; None for never.
STEPS: Mapping[str, Mapping[str, Sequence[int | None]]] = {
    "agreement": {
        "1 head": (75, 50, 45, 45, None),
        "4 heads": (40, 40, 50, 45, 50),
        "no mask": (None, None, None, None, None),
        "no positions": (None, None, None, None, None),
        "no 1/√d": (50, 60, 55, 50, 135),
        "no residual": (30, 35, 30, 35, 35),
        "temperature 0.1": (60, 60, 60, 55, None),
        "temperature 10": (50, 55, 45, 50, 50),
        "W_Q and W_K fixed": (70, 60, 75, 75, 100),
        "learning rate × 10": (30, 70, 25, 20, 65),
        "tied embeddings": (85, 55, 45, 80, 55),
    },
    "reverse": {
        "2 heads": (85, 75, 80, 90, 80),
        "4 heads": (95, 85, 90, 100, 90),
        "no mask": (None, 80, None, 85, 75),
        "no positions": (None, None, None, None, None),
        "no 1/√d": (125, 130, 145, None, 130),
        "no residual": (85, 65, 80, 90, 75),
        "temperature 0.1": (135, 135, 150, None, 145),
        "temperature 10": (100, 95, 90, 105, 95),
        "W_Q and W_K fixed": (None, None, None, None, None),
        "learning rate × 10": (75, 60, 75, 95, 75),
        "tied embeddings": (None, None, None, None, 150),
    },
    "copy": {
        "2 heads": (90, 80, 75, 85, 85),
        "4 heads": (95, 90, 85, 95, 95),
        "no mask": (None, None, None, None, 80),
        "no positions": (None, None, None, None, None),
        "no 1/√d": (115, 115, 115, 120, None),
        "no residual": (85, 65, 80, 75, 80),
        "temperature 0.1": (135, 140, 130, 135, None),
        "temperature 10": (100, 95, 100, 105, 100),
        "W_Q and W_K fixed": (None, None, None, None, None),
        "learning rate × 10": (75, 75, 45, 85, 120),
        "tied embeddings": (None, None, 145, None, None),
    },
    "sort": {
        "2 heads": (90, 130, 75, 80, 70),
        "4 heads": (80, 75, 65, 75, 65),
        "no mask": (None, None, None, None, None),
        "no positions": (90, 115, 85, 120, 70),
        "no 1/√d": (None, None, None, None, None),
        "no residual": (145, 195, None, None, 175),
        "temperature 0.1": (None, None, None, None, None),
        "temperature 10": (75, 75, 80, 75, 75),
        "W_Q and W_K fixed": (130, 135, 105, 120, 120),
        "learning rate × 10": (270, None, 270, None, 185),
        "tied embeddings": (None, None, 285, None, None),
    },
    "addition": {
        "1 head": (765, None, None, None, None),
        "2 heads": (None, None, 800, None, 665),
        "no mask": (None, None, None, None, None),
        "no positions": (None, None, None, None, None),
        "no 1/√d": (None, None, None, None, None),
        "no residual": (475, 520, 305, 235, 375),
        "temperature 0.1": (785, None, None, None, 895),
        "temperature 10": (405, 565, 875, 720, 710),
        "W_Q and W_K fixed": (300, 570, 480, 540, 350),
        "learning rate × 10": (None, None, None, None, None),
        "tied embeddings": (380, None, 625, None, 710),
        "sinusoidal positions": (655, 750, None, 540, 815),
        "300 sums": (None, None, None, None, None),
    },
    "bear": {
        "one layer": (None, None, None, None, None),
        "2 heads": (None, None, None, None, None),
        "4 heads": (None, 285, 285, None, None),
        "no mask": (None, None, None, None, None),
        "no positions": (None, None, None, None, None),
        "no 1/√d": (None, None, None, None, None),
        "no residual": (None, None, None, None, None),
        "temperature 0.1": (None, None, None, None, None),
        "temperature 10": (280, 220, 175, 255, 210),
        "W_Q and W_K fixed": (None, 205, 265, 325, 195),
        "learning rate × 10": (None, None, None, None, None),
        "tied embeddings": (None, None, None, None, None),
    },
}
WITHIN = {
    "agreement": 150,
    "reverse": 150,
    "copy": 150,
    "sort": 300,
    "bear": 400,
    "addition": 1000,
}  # so many steps were measured
UNTOUCHED = {
    "agreement": "all learn, after 35 to 105",
    "reverse": "all learn, after 70 to 95",
    "copy": "all learn, after 70 to 85",
    "sort": "all learn, after 100 to 160",
    "bear": "all learn, after 120 to 320",
    "addition": "four learn, after 480 to 925",
}
_REMARKS: Mapping[str, Mapping[str, str]] = {
    "agreement": {
        "no mask": "The loss in training falls to 0, for the answer stands in view; hidden, as in use, 47 to 62% come "
        "right, as by tossing a coin.",
        "no positions": "81 to 88% of the answers come right.",
        "no residual": "Sooner than untouched.",
        "W_Q and W_K fixed": "What the heads read can still be learned, and that is enough here.",
    },
    "reverse": {
        "no mask": "In the others the loss in training falls to 0, for the answer stands in view, and 12% come right "
        "in use.",
        "no positions": "At most 11% of the answers come right: without places there is no order to reverse.",
        "W_Q and W_K fixed": "22 to 34% of the answers come right.",
    },
    "copy": {
        "no mask": "In the others the loss in training falls to 0, for the answer stands in view, and 38 to 88% come "
        "right in use.",
        "no positions": "At most 13% of the answers come right: without places there is no order to keep.",
        "W_Q and W_K fixed": "22 to 32% of the answers come right.",
    },
    "addition": {
        "no mask": "The loss in training falls to 0, for the answer stands in view, and 21 to 31% come right in use.",
        "no positions": "45 to 51% of the digits come right: only the mask tells which digit came first.",
        "no residual": "Sooner than untouched.",
        "W_Q and W_K fixed": "What the heads read can still be learned, and that is enough here, even sooner.",
        "300 sums": "They can be learned by heart: after 400 steps the loss in training is 0.04 to 0.08, and that of "
        "sums never trained on, 1.8 to 2.1 at step 50, is 2.7 to 3.3, more than a blind guess among ten digits costs.",
    },
    "bear": {
        "one layer": "At most 29% of the answers come right. One layer can find the noun again, and another what stood "
        "before it, but the second must read what the first has written.",
        "2 heads": "44 to 50% of the answers come right: with the same width, each head has half as many numbers.",
        "no mask": "The loss in training falls, for the answer stands in view, and at most 9% come right in use.",
        "no residual": "44 to 49% of the answers come right.",
        "learning rate × 10": "22 to 31% of the answers come right: one of the four pairs, guessed.",
    },
    "sort": {
        "no mask": "The loss in training falls to 0, for the answer stands in view, and 66 to 79% come right in use.",
        "no positions": "Sooner than untouched: where a letter stood does not matter to its place in the alphabet.",
        "no 1/√d": "74 to 88% of the answers come right.",
        "temperature 10": "Sooner than untouched: many letters must be weighed at once.",
        "W_Q and W_K fixed": "What the heads read can still be learned, and that is enough here.",
    },
}
_COUNTS = ("None", "One", "Two", "Three", "Four", "All")


def sentence(task: str, experiment: str) -> str:
    """What five seeds did, where they were measured; empty without an experiment."""
    if not experiment:
        return ""
    if task == "induction":
        return INDUCTION[experiment]
    if experiment == "another seed" and task in UNTOUCHED:
        return f"Other weights and other examples to begin with. Of five seeds {UNTOUCHED[task]} steps."
    if experiment in STEPS.get(task, {}):
        learned = _learned(STEPS[task][experiment], UNTOUCHED[task], WITHIN[task])
        return f"{learned} {_REMARKS[task].get(experiment, '')}".strip()
    return "A task of your own: compare with the untouched run yourself."


def _learned(steps: Sequence[int | None], untouched: str, most: int) -> str:
    got = [step for step in steps if step is not None]
    learn = f"{_COUNTS[len(got)]} of five seeds learn{'' if len(got) > 1 else 's'}"
    if not got:
        return f"{learn} within {most} steps; untouched {untouched}."
    when = f"after {min(got)} to {max(got)} steps" if len(got) > 1 else f"after {got[0]} steps"
    within = "" if len(got) == len(steps) else f" within {most} steps"
    return f"{learn}{within}, {when}; untouched {untouched}."
