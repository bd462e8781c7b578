"""What the bench says of an experiment is so: each is trained again, with one of the five seeds that were measured."""

import re

import pytest

from headlight.pages.learning import measured
from tests.pages.test_learning import OTHER_TASKS, run_until_learned, soonest
from transformer.learning.run import learn, learned


@pytest.mark.parametrize(
    "experiment",
    [
        *("one layer", "1 head", "no mask", "one period", "temperature 10"),
        *("post-norm", "no norm", "W_Q and W_K fixed", "learning rate × 10", "sinusoidal positions"),
    ],
)
def test_what_is_said_of_an_experiment_is_so(experiment: str) -> None:
    """With one of its five seeds; the benchmark prints all, and waits longer for those who do not learn."""
    said = measured.sentence("induction", experiment)
    seed, expected = soonest("induction", experiment)
    run = run_until_learned("induction", experiment, seed, steps=expected + 15 if expected else 90)
    got = learned(run.steps)
    assert (got is not None) == (expected is not None) == said.startswith("All of five seeds learn, after")
    if got:
        assert abs(got.step - expected) <= 15
    last = run.steps[-1]
    if experiment == "one layer":
        assert last.best("induction") < 0.15
    if experiment in ("no mask", "one period"):
        assert last.batch_loss < 0.05 and last.accuracy <= 0.05
    if experiment == "learning rate × 10":
        assert 3.3 < last.loss < 3.6 and last.accuracy <= 0.12
    if experiment == "W_Q and W_K fixed":  # and both kinds of head turn
        assert min(last.best(kind) for kind in last.scores) > 0.4
    assert measured.sentence("copy", "") == ""


@pytest.mark.parametrize(
    ("task", "experiment", "beginning"), [row.split(" | ") for row in OTHER_TASKS.strip().split("\n")]
)
def test_what_is_said_of_the_other_tasks_is_so(task: str, experiment: str, beginning: str) -> None:
    """With one of its five seeds; a machine of another kind may need a few steps more or less."""
    assert measured.sentence(task, experiment).startswith(beginning)
    seed, said = soonest(task, experiment)
    near = max(15, (said or 0) // 5)  # rounding adds up
    steps = said + near if said else measured.MEASURED[task][experiment].within
    run = run_until_learned(task, experiment, seed, steps)
    got = learned(run.steps)
    assert (got is not None) == (said is not None)
    if got:
        assert abs(got.step - said) <= near
    if experiment in ("no mask", "no positions"):
        low, high = {"agreement": (0.4, 0.7), "sort": (0.6, 0.8)}.get(task, (0.0, 0.13))
        assert low <= run.steps[-1].accuracy <= high


def test_bear_without_positions_still_rises_where_its_sentence_ends() -> None:
    """With the second of its five seeds."""
    run = learn("bear", experiment="no positions", seed=1, seconds=600, steps=960, every=320)
    middle, last = run.steps[1].accuracy, run.steps[-1].accuracy
    low, high, before_low, before_high = (
        int(number) / 100
        for number in re.findall(r"(\d+) to (\d+)%.*from (\d+) to (\d+)%", measured.sentence("bear", "no positions"))[0]
    )
    assert low - 0.05 <= last <= high + 0.05 and before_low - 0.05 <= middle <= before_high + 0.05
    assert last > middle + 0.05


def test_few_sums_are_learned_by_heart_and_others_get_worse() -> None:
    """With the second of its five seeds, to step 250."""
    run = learn("addition", experiment="300 sums", seed=1, seconds=600, steps=250, every=50)
    first, last = run.steps[1], run.steps[-1]
    assert run.learned is None and measured.sentence("addition", "300 sums").startswith(
        "None of five seeds learns within 6000"
    )
    assert first.step == 50 and 1.75 < first.loss < 2.15
    assert last.batch_loss < 0.4 and last.loss > max(2.3, first.loss + 0.3)  # ln 10 = 2.30
