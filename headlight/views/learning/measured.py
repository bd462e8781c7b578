"""What an experiment does to a task, in a sentence: five seeds each."""

import statistics
from collections.abc import Mapping, Sequence

_USUAL = 130  # steps that a task takes of which nothing was measured

# The step at which each of five seeds had learned, measured every 5 steps, and None for never; "" is the untouched
# task, of which `WITHIN` says how long at least those went on that never did: three times as long as the slowest seed
# that learned, and longer while they still got better. `python -m benchmarks.learning` prints the numbers.
STEPS: Mapping[str, Mapping[str, Sequence[int | None]]] = {
    "induction": {
        "": (100, 95, 90, 90, 95),
        "one layer": (None, None, None, None, None),
        "1 head": (85, 85, 85, 85, 80),
        "4 heads": (120, 105, 110, 110, 110),
        "no mask": (None, None, None, None, None),
        "no positions": (None, None, None, None, None),
        "no 1/√d": (None, None, None, None, None),
        "no residual": (None, None, None, None, None),
        "post-norm": (105, 105, 95, 100, 100),
        "no norm": (100, 100, 95, 95, 90),
        "temperature 0.1": (None, None, None, None, None),
        "temperature 10": (125, 120, 120, 115, 120),
        "W_Q and W_K fixed": (220, 205, 180, 185, 185),
        "learning rate × 10": (None, None, None, None, None),
        "tied embeddings": (None, None, None, None, None),
        "sinusoidal positions": (190, 180, 180, 175, 195),
        "one period": (None, None, None, None, None),
        "another seed": (95, 90, 90, 95, 95),
    },
    "agreement": {
        "": (35, 55, 45, 45, 105),
        "1 head": (75, 50, 45, 45, None),
        "4 heads": (40, 40, 50, 45, 50),
        "no mask": (None, None, None, None, None),
        "no positions": (None, None, None, None, None),
        "no 1/√d": (50, 60, 55, 50, 130),
        "no residual": (30, 35, 30, 35, 35),
        "post-norm": (45, 90, 45, 40, 50),
        "no norm": (50, 85, 60, 35, 40),
        "temperature 0.1": (60, 60, 60, 55, 310),
        "temperature 10": (50, 55, 45, 50, 50),
        "W_Q and W_K fixed": (70, 60, 75, 75, 100),
        "learning rate × 10": (40, 45, 25, 20, 55),
        "tied embeddings": (85, 55, 45, 80, 55),
        "another seed": (55, 45, 45, 105, 40),
    },
    "reverse": {
        "": (80, 70, 75, 95, 75),
        "2 heads": (85, 75, 80, 90, 80),
        "4 heads": (95, 85, 90, 100, 90),
        "no mask": (None, 80, None, 85, 75),
        "no positions": (None, None, None, None, None),
        "no 1/√d": (125, 130, 145, 170, 130),
        "no residual": (85, 65, 80, 90, 75),
        "post-norm": (100, 85, 90, 100, 90),
        "no norm": (75, 75, 80, 75, 75),
        "temperature 0.1": (135, 135, 150, 175, 140),
        "temperature 10": (100, 95, 90, 105, 95),
        "W_Q and W_K fixed": (715, 455, 665, 855, 570),
        "learning rate × 10": (70, 75, 70, 75, 80),
        "tied embeddings": (505, 280, 155, 505, 150),
        "another seed": (70, 75, 95, 75, 70),
    },
    "copy": {
        "": (85, 70, 70, 85, 85),
        "2 heads": (90, 80, 75, 85, 85),
        "4 heads": (95, 90, 85, 95, 95),
        "no mask": (None, None, None, None, 80),
        "no positions": (None, None, None, None, None),
        "no 1/√d": (115, 115, 115, 120, 165),
        "no residual": (85, 65, 80, 75, 80),
        "post-norm": (90, 90, 85, 95, 105),
        "no norm": (80, 75, 80, 75, 75),
        "temperature 0.1": (135, 140, 130, 135, 195),
        "temperature 10": (100, 95, 100, 105, 100),
        "W_Q and W_K fixed": (630, 895, 1070, 540, 480),
        "learning rate × 10": (60, 85, 80, 95, 120),
        "tied embeddings": (575, 310, 145, 160, 200),
        "another seed": (70, 70, 85, 85, 90),
    },
    "sort": {
        "": (120, 160, 110, 155, 100),
        "2 heads": (90, 130, 75, 80, 70),
        "4 heads": (80, 75, 65, 75, 65),
        "no mask": (None, None, None, None, None),
        "no positions": (90, 115, 85, 120, 70),
        "no 1/√d": (440, 1910, 640, 1290, 365),
        "no residual": (145, 195, 305, 305, 175),
        "post-norm": (125, 195, 120, 215, 135),
        "no norm": (120, 250, 165, 185, 125),
        "temperature 0.1": (770, 1525, 955, 1265, 660),
        "temperature 10": (75, 75, 80, 75, 75),
        "W_Q and W_K fixed": (130, 135, 105, 120, 120),
        "learning rate × 10": (255, None, 465, 375, 200),
        "tied embeddings": (455, None, 290, 395, 860),
        "another seed": (160, 110, 155, 100, 115),
    },
    "addition": {
        "": (905, 500, 925, 2770, 480),
        "1 head": (765, 2585, 2600, 1160, 1250),
        "2 heads": (1710, 1135, 800, 1620, 665),
        "no mask": (None, None, None, None, None),
        "no positions": (None, None, None, None, None),
        "no 1/√d": (1080, 4440, 1645, 2130, 1775),
        "no residual": (475, 520, 305, 235, 375),
        "post-norm": (535, 375, 1245, 3645, 895),
        "no norm": (1250, 655, 485, 320, 395),
        "temperature 0.1": (785, 1755, 1935, 3125, 895),
        "temperature 10": (405, 565, 875, 720, 710),
        "W_Q and W_K fixed": (300, 570, 480, 540, 350),
        "learning rate × 10": (None, None, None, None, None),
        "tied embeddings": (380, 2415, 625, 4025, 710),
        "sinusoidal positions": (655, 750, 1535, 540, 815),
        "300 sums": (None, None, None, None, None),
        "another seed": (500, 925, 2770, 480, 1185),
    },
    "bear": {
        "": (265, 250, 120, 320, 220),
        "one layer": (None, None, None, None, None),
        "2 heads": (None, 855, 1010, None, None),
        "4 heads": (None, 285, 285, None, None),
        "no mask": (None, None, None, None, None),
        "no positions": (None, None, None, None, None),
        "no 1/√d": (None, None, None, None, None),
        "no residual": (None, None, None, None, None),
        "post-norm": (280, 190, 165, 195, 200),
        "no norm": (115, 75, 90, 125, 90),
        "temperature 0.1": (None, None, None, None, None),
        "temperature 10": (280, 220, 175, 255, 210),
        "W_Q and W_K fixed": (430, 205, 265, 325, 195),
        "learning rate × 10": (None, None, None, None, None),
        "tied embeddings": (565, 470, None, 1050, None),
        "another seed": (250, 120, 320, 220, 220),
    },
}
WITHIN: Mapping[str, Mapping[str, int]] = {
    "induction": {
        "one layer": 300,
        "no mask": 300,
        "no positions": 955,
        "no 1/√d": 300,
        "no residual": 300,
        "temperature 0.1": 300,
        "learning rate × 10": 300,
        "tied embeddings": 300,
        "one period": 300,
    },
    "agreement": {
        "1 head": 315,
        "no mask": 315,
        "no positions": 315,
    },
    "reverse": {
        "no mask": 285,
        "no positions": 285,
    },
    "copy": {
        "no mask": 255,
        "no positions": 255,
    },
    "sort": {
        "no mask": 480,
        "learning rate × 10": 1395,
        "tied embeddings": 2580,
    },
    "addition": {
        "no mask": 6000,
        "no positions": 6000,
        "learning rate × 10": 6000,
        "300 sums": 6000,
    },
    "bear": {
        "one layer": 960,
        "2 heads": 3030,
        "4 heads": 960,
        "no mask": 960,
        "no positions": 960,
        "no 1/√d": 960,
        "no residual": 960,
        "temperature 0.1": 960,
        "learning rate × 10": 960,
        "tied embeddings": 3150,
    },
}
_REMARKS: Mapping[str, Mapping[str, str]] = {
    "induction": {
        "one layer": "Before a head can look for the place that follows the same character, another must have written "
        "into each place what came before it, one layer earlier. The induction score stays below 0.15.",
        "1 head": "One head in each layer is enough.",
        "no mask": "The loss in training falls to 0, for the answer is in view; with the answer hidden, as in use, "
        "at most 4% come right.",
        "no positions": "Only the mask tells what came first: 80 to 83% of the answers come right, and no head looks "
        "at the character before.",
        "no 1/√d": "13 to 15% of the answers come right, and no head turns.",
        "no residual": "At most 9% of the answers come right.",
        "temperature 0.1": "12 to 14% of the answers come right, and no head turns.",
        "W_Q and W_K fixed": "Where a head looks was drawn at random; what it reads there can be learned instead, and "
        "that is enough, though it takes twice as long.",
        "learning rate × 10": "The loss stays at 3.4 to 3.5 nats, a blind guess among 32 signs, and at most 10% of "
        "the answers come right.",
        "sinusoidal positions": "It takes twice as long.",
        "tied embeddings": "15 to 16% of the answers come right.",
        "one period": "The loss in training falls to 0, and at other periods at most 5% come right. It copies by "
        "distance and not by sign, so this is no induction head.",
    },
    "agreement": {
        "no mask": "The loss in training falls to 0, for the answer is in view; hidden, as in use, 46 to 58% come "
        "right, as by tossing a coin.",
        "no positions": "80 to 89% of the answers come right.",
        "no residual": "Sooner than untouched.",
        "W_Q and W_K fixed": "What the heads read can still be learned, and that is enough here.",
    },
    "reverse": {
        "no mask": "In the others the loss in training falls to 0, for the answer is in view, and 12% come right "
        "in use.",
        "no positions": "At most 5% of the answers come right: without places there is no order to reverse.",
        "W_Q and W_K fixed": "What the heads read can be learned instead, several times more slowly.",
    },
    "copy": {
        "no mask": "In the others the loss in training falls to 0, for the answer is in view, and 38 to 88% come "
        "right in use.",
        "no positions": "At most 13% of the answers come right: without places there is no order to keep.",
        "W_Q and W_K fixed": "What the heads read can be learned instead, several times more slowly.",
    },
    "sort": {
        "no mask": "The loss in training falls to 0, for the answer is in view, and 61 to 73% come right in use.",
        "no positions": (
            "Sooner than untouched: the place of a letter in the word does not matter to its place in the alphabet."
        ),
        "temperature 10": "Sooner than untouched: many letters must be weighed at once.",
        "W_Q and W_K fixed": "What the heads read can still be learned, and that is enough here.",
    },
    "addition": {
        "no mask": "The loss in training falls to 0, for the answer is in view, and 14 to 28% come right in use.",
        "no positions": "51 to 59% of the digits come right: only the mask tells which digit came first.",
        "no residual": "Sooner than untouched.",
        "W_Q and W_K fixed": "What the heads read can still be learned, and that is enough here, even sooner.",
        "learning rate × 10": "At the end 31 to 50% of the digits come right.",
        "300 sums": "They can be learned by heart: after 400 steps the loss in training is 0.02 to 0.08, and that of "
        "sums never trained on, 1.8 to 2.1 at step 50, is 2.6 to 3.2, more than a blind guess among ten digits costs. "
        "It falls again long after, and at step 6000 77 to 86% of their digits come right.",
    },
    "bear": {
        "one layer": "22 to 28% of the answers come right. One layer can find the noun again, and another what came "
        "before it, but the second must read what the first has written.",
        "2 heads": "Of the other seeds 52 to 53% of the answers come right.",
        "4 heads": "Of the other seeds 48 to 53% of the answers come right.",
        "no mask": "The loss in training falls to 0, for the answer is in view, and at most 10% come right in use.",
        "no positions": "38 to 48% of the answers come right then, up from 22 to 39% at step 320: it still rises.",
        "no 1/√d": "41 to 43% of the answers come right.",
        "no residual": "47 to 55% of the answers come right.",
        "temperature 0.1": "35 to 43% of the answers come right.",
        "learning rate × 10": "17 to 28% of the answers come right: one of the four pairs, guessed.",
        "tied embeddings": "Of the other seeds 50 to 52% of the answers come right.",
    },
}
_COUNTS = ("None", "One", "Two", "Three", "Four", "All")


def sentence(task: str, experiment: str) -> str:
    """What five seeds did, where they were measured; empty without an experiment."""
    if not experiment:
        return ""
    if task not in STEPS:
        return "A task of your own: compare with the untouched run yourself."
    begins = "Other weights and other examples to begin with." if experiment == "another seed" else ""
    learned = f"{_learned(task, experiment)}; untouched {_lower(_learned(task, ''))}."
    return f"{begins} {learned} {_REMARKS[task].get(experiment, '')}".strip()


def far(task: str, experiment: str) -> int:
    """The step up to which its sentence tells; 0 for a task of the reader's own."""
    steps = STEPS.get(task, {}).get(experiment, ())
    return max([WITHIN.get(task, {}).get(experiment, 0), *(step for step in steps if step)], default=0)


def typical(task: str) -> float:
    """The step at which the untouched run has learned it, the middle of five seeds; of another task the usual one."""
    return statistics.median(step or _USUAL for step in STEPS.get(task, {}).get("", (_USUAL,)))


def _learned(task: str, experiment: str) -> str:
    got = [step for step in STEPS[task][experiment] if step is not None]
    count = _COUNTS[len(got)]
    learn = f"{count} of five seeds learn{'s' if count in ('None', 'One') else ''}"
    within = f" within {WITHIN[task][experiment]} steps" if count != "All" else ""
    if not got:
        return f"{learn}{within}"
    when = f"{min(got)} to {max(got)}" if len(got) > 1 else f"{got[0]}"
    return f"{learn}{within}, after {when} steps"


def _lower(said: str) -> str:
    return said[0].lower() + said[1:]
