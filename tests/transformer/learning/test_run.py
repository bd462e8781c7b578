"""A run learns, is measured on rows that it never saw, goes back to any step, and comes out the same again."""

import dataclasses

import numpy as np
import pytest
import torch
from torch import Generator

from transformer import Intervention, Run, Step, learn
from transformer.learning.examples import Examples
from transformer.learning.plans import EXPERIMENTS, offered, plan
from transformer.learning.run import LEARNED, Training, half_formed, learned
from transformer.learning.tasks import TASKS


@pytest.fixture(scope="module")
def induction() -> Run:
    return learn("induction", seed=11, seconds=600, steps=140)


@pytest.fixture(scope="module")
def reverse() -> Run:
    return learn("reverse", seed=11, seconds=600, steps=130)


@pytest.mark.study
def test_an_induction_head_forms_in_layer_2_on_a_previous_token_head_in_layer_1(induction: Run) -> None:
    """At periods that it was never trained on (Olsson et al. 2022)."""
    last = induction.steps[-1]
    assert induction.learned is not None and last.accuracy > LEARNED
    assert last.scores["previous token"].shape == (2, 2)
    assert last.scores["previous token"][0].max() > 0.6 > last.scores["previous token"][1].max()
    assert last.scores["induction"][1].max() > 0.8 > last.scores["induction"][0].max()


@pytest.mark.study
def test_both_heads_and_the_loss_turn_together(induction: Run) -> None:
    turns = [half_formed(induction.steps, kind) for kind in ("previous token", "induction")]
    assert all(turns) and induction.learned
    assert abs(turns[0].step - turns[1].step) <= 30
    assert induction.learned.step > turns[1].step
    assert half_formed(induction.steps[:3], "induction") is None and half_formed([], "induction") is None


@pytest.mark.study
def test_a_string_of_the_readers_own_is_gone_on_with(induction: Run) -> None:
    trace = induction.model.trace("headlight2headlig")
    assert induction.model.task.alphabet.signs[trace.next_logits.argmax()] == "h"
    assert trace.words == (*"headlight2headlig",) and trace.patterns.shape == (2, 2, 17, 17)
    np.testing.assert_allclose(trace.patterns.sum(-1), 1.0, rtol=1e-5)
    long = induction.model.trace("a" + "b" * 39)
    assert (trace.dropped, long.dropped, long.words[0]) == (0, 8, "a")
    for text in ("", "  ", "9"):
        with pytest.raises(ValueError, match=r"nothing to trace|alphabet"):
            induction.model.trace(text)


def test_silencing_the_head_that_does_the_task_undoes_it(reverse: Run) -> None:
    whole, silenced = reverse.model.measured()[1], reverse.model.measured(Intervention(silenced=frozenset({(0, 0)})))[1]
    assert whole > LEARNED and silenced < 0.2


def test_what_is_measured_is_what_the_traces_of_the_test_rows_say(reverse: Run) -> None:
    task = reverse.model.task
    rows = task.test(100, Generator().manual_seed(5))
    right, losses, weights = [], [], []
    for ids, places, _ in zip(rows.ids, rows.answers, range(20), strict=False):
        trace = reverse.model.trace(task.alphabet.written(ids))
        for place in places.nonzero().flatten().tolist():
            right.append(trace.logits[place - 1].argmax() == ids[place])
            losses.append(-np.log(trace.probabilities[place - 1, ids[place]]))
            weights.append(trace.layers[0].pattern[0, place - 1, 16 - place])
    twenty = dataclasses.replace(task, test=lambda count, generator: first(task.test(count, generator), 20))
    loss, accuracy, scores = dataclasses.replace(reverse.model, task=twenty).measured()
    assert (loss, accuracy) == (pytest.approx(np.mean(losses), rel=1e-4), pytest.approx(np.mean(right)))
    assert scores["next letter"][0, 0] == pytest.approx(np.mean(weights), rel=1e-4)


def first(rows: Examples, count: int) -> Examples:
    return dataclasses.replace(
        rows,
        ids=rows.ids[:count],
        answers=rows.answers[:count],
        looks={kind: look[:count] for kind, look in rows.looks.items()},
    )


def test_the_same_seed_gives_the_same_run_however_it_is_sliced_and_another_seed_another() -> None:
    heard: list[Step] = []
    run = learn("copy", seed=3, seconds=600, steps=12, every=4, on_step=heard.append)
    torch.manual_seed(99)  # torch's own numbers play no part
    sliced = Training(plan("copy"), 3)
    for steps in (1, 1, 10):
        sliced.advance(steps)
    assert [step.step for step in run.steps] == [0, 4, 8, 12] == [0, *(step.step for step in heard)]
    assert run.steps[-1].loss == sliced.steps[-1].loss
    assert np.mean([step.batch_loss for step in run.steps[1:]]) == pytest.approx(
        (sliced.steps[1].batch_loss + sliced.steps[2].batch_loss + 10 * sliced.steps[3].batch_loss) / 12
    )
    for one, other in zip(run.model.transformer.parameters(), sliced.model().transformer.parameters(), strict=True):
        assert torch.equal(one, other)
    assert learn("copy", seed=4, seconds=600, steps=12).steps[-1].loss != run.steps[-1].loss


def test_a_run_goes_back_to_its_steps_and_keeps_few_of_them() -> None:
    training = Training(plan("copy"), 0)
    losses = {0: training.steps[0].loss}
    for _ in range(90):
        measured = training.advance(1)
        losses[measured.step] = measured.loss
    kept = training.kept
    assert len(kept) <= 64 and kept[0] == 0 and kept[-1] == 90 and kept == sorted(kept)
    for step in kept[:: len(kept) // 6]:
        assert training.model(step).measured()[0] == pytest.approx(losses[step], rel=1e-5)
    between = next(step for step in range(90) if step not in kept)
    assert training.model(between).measured()[0] == training.model(max(k for k in kept if k < between)).measured()[0]


def test_experiments_change_one_thing_and_only_those_that_change_something_are_offered() -> None:
    for name, task in TASKS.items():
        for experiment in offered(task):
            assert plan(name, experiment) != plan(name)
    assert "one layer" not in offered(TASKS["reverse"]) and "1 head" not in offered(TASKS["reverse"])
    assert set(offered(TASKS["induction"])) == {*EXPERIMENTS} - {"2 heads", "300 sums"}
    assert "300 sums" in offered(TASKS["addition"]) and "one period" not in offered(TASKS["addition"])
    changed = plan("induction", "no residual").recipe
    assert len(changed.change.residual_off) == 4 and changed.config == plan("induction").recipe.config
    assert plan("induction", "learning rate × 10").recipe.rate == pytest.approx(0.05)
    another, following, own = (
        learn("copy", experiment=experiment, seed=seed, steps=5).steps[-1].loss
        for experiment, seed in (("another seed", 3), ("", 4), ("", 3))
    )
    assert another == following != own
    with pytest.raises(KeyError):
        plan("induction", "two moons")


def test_fixed_queries_and_keys_stay_as_they_were_drawn() -> None:
    training = Training(plan("induction", "W_Q and W_K fixed"), 0)
    before = {name: weight.clone() for name, weight in training.model(0).transformer.named_parameters()}
    training.advance(3)
    for name, weight in training.model().transformer.named_parameters():
        assert torch.equal(weight, before[name]) == (".query." in name or ".key." in name), name


@pytest.mark.study
def test_without_a_mask_the_batches_seem_learned_and_the_test_says_otherwise() -> None:
    run = learn("induction", seed=0, seconds=600, steps=100, experiment="no mask")
    assert run.steps[-1].batch_loss < 0.3 and run.steps[-1].accuracy < 0.5


def test_a_head_that_looks_at_the_same_places_in_another_text_changes_no_answer(reverse: Run) -> None:
    model, text, other = reverse.model, "headlist|tsildaeh", "browsing|gnisworb"
    whole, patched = model.trace(text), model.trace(text, model.looking_as_on(other, [(0, 0)]))
    np.testing.assert_allclose(patched.patterns[0, 0], model.trace(other).patterns[0, 0], atol=1e-6)
    np.testing.assert_array_equal(patched.layers[0].values, whole.layers[0].values)
    signs = model.task.alphabet.signs
    assert "".join(signs[patched.logits[place].argmax()] for place in range(8, 16)) == "tsildaeh"
    with pytest.raises(ValueError, match="as many tokens"):
        model.trace("headlist", model.looking_as_on(other, [(0, 0)]))


@pytest.mark.study
def test_a_patched_head_brings_back_this_text_from_where_it_looks_in_another() -> None:
    model = learn("sort", seed=11, seconds=600, steps=200, every=50).model
    text, other = "headlist|adehilst", "browsing|bginorsw"
    whole, patched = model.trace(text), model.trace(text, model.looking_as_on(other, [(0, 0)]))
    np.testing.assert_allclose(patched.patterns[0, 0], model.trace(other).patterns[0, 0], atol=1e-6)
    np.testing.assert_array_equal(patched.layers[0].values, whole.layers[0].values)
    signs = model.task.alphabet.signs
    said = [signs[whole.logits[place].argmax()] for place in range(8, 16)]
    moved = [signs[patched.logits[place].argmax()] for place in range(8, 16)]
    assert said == sorted("headlist")
    expected = [text["browsing".index(letter)] for letter in sorted("browsing")]  # its letters in the other's order
    assert sum(one == two for one, two in zip(moved, expected, strict=True)) >= 6


def test_seconds_are_those_of_training_and_end_a_run() -> None:
    run = learn("copy", seconds=0.01)
    assert len(run.steps) == 2 and run.steps[1].seconds > 0.01 and run.learned is None
    assert learned(run.steps) is None
