"""What is changed in a line is what plain hooks on the transformers library make of the same weights."""

import dataclasses

import numpy as np
import pytest
import torch

from headlight.library.runs import Runs
from tests.library.hooks import KINDS, OF_HEADS, put
from tests.sampled import sampled
from transformer import Edit, Head

IDS, OTHER = [7, 30, 41, 9, 55, 30, 12, 66], [7, 30, 19, 9, 55, 30, 12, 66]
ALL = slice(None)
NEAR = 2e-6  # of the largest number
STREAM = ("stream", "attended", "hidden", "ffn")


def near(found, expected) -> None:
    expected = np.asarray(expected.detach() if isinstance(expected, torch.Tensor) else expected, np.float64)
    found = np.asarray(found, np.float64)
    assert found.shape == expected.shape
    assert np.abs(found - expected).max() <= NEAR * max(1.0, np.abs(expected).max())


def shared(model, head: int) -> tuple[int, list[int]]:
    """The head of keys and values that a head of queries looks with, and all that share it."""
    group = model.plan.group
    return head // group, [*range(head // group * group, (head // group + 1) * group)]


@pytest.mark.parametrize("kind", sampled(KINDS, ["gpt2", "llama-3"]))
def test_stages_are_those_that_hooks_see(both, kind: str) -> None:
    hooked, model = both(kind)
    run = model.run(IDS)
    near(run.logits, hooked.logits(IDS))
    near(run.patterns, torch.stack(hooked.run(IDS).attentions)[:, 0])
    for name in (*STREAM, "context"):
        near(run.stage(name, 1), hooked.stage(IDS, name, 1))
    near(run.stage("values", 1)[:: model.plan.group], hooked.stage(IDS, "values", 1))


@pytest.mark.parametrize("kind", sampled(KINDS, ["gpt2", "llama-3"]))
def test_heads_and_ffns_are_switched_off(both, kind: str) -> None:
    hooked, model = both(kind)
    texts = [IDS, OTHER, IDS[:5]]
    silent = ("context", 1, put(0.0, 2))
    near(model.ablate((1, 2)).run(IDS).logits, hooked.logits(IDS, silent))
    near(model.ablate([Head(1, 2)], ffns=[0]).run(IDS).logits, hooked.logits(IDS, silent, ("ffn", 0, put(0.0, ALL))))
    means = torch.cat([hooked.stage(text, "context", 1) for text in texts], 1).mean(1)
    fed = torch.cat([hooked.stage(text, "ffn", 2) for text in texts]).mean(0)
    off = model.ablate([(1, 2)], [2], how="mean", over=texts)
    near(off.run(IDS).logits, hooked.logits(IDS, ("context", 1, put(means[2], 2)), ("ffn", 2, put(fed, ALL))))
    theirs = hooked.stage(OTHER, "context", 1)
    off = model.ablate((1, 2), how="resample", over=[OTHER])
    near(off.run(IDS).logits, hooked.logits(IDS, ("context", 1, put(theirs[2], 2))))


@pytest.mark.parametrize("kind", sampled(KINDS, ["gpt2", "llama-3"]))
def test_a_vector_steers(both, kind: str) -> None:
    hooked, model = both(kind)
    vector = torch.linspace(-1, 1, model.plan.d_model)

    def added(stage):
        return stage + 3 * vector

    def at_one_place(stage):
        stage[4] += 3 * vector
        return stage

    near(model.steer(vector, layer=1, by=3).run(IDS).logits, hooked.logits(IDS, ("stream", 1, added)))
    near(model.steer(vector, 1, 3, position=4).run(IDS).logits, hooked.logits(IDS, ("stream", 1, at_one_place)))


@pytest.mark.parametrize("position", [None, 2])
@pytest.mark.parametrize("kind", sampled(KINDS, ["gpt2", "llama-3"]))
def test_parts_of_another_run_are_put_in(both, kind: str, position: int | None) -> None:
    hooked, model = both(kind)
    clean, rows = model.run(IDS), ALL if position is None else position
    for name in STREAM:
        theirs = hooked.stage(IDS, name, 1)
        patched = model.patch(clean, name, 1, position=position).run(OTHER)
        near(patched.logits, hooked.logits(OTHER, (name, 1, put(theirs[rows], rows))))
    for name in OF_HEADS:
        theirs = hooked.stage(IDS, name, 1)
        one, together = (2, [2]) if name in ("queries", "context") else shared(model, 2)
        patched = model
        for head in together:  # of keys that heads share, hooks can change all or none
            patched = patched.patch(clean, name, 1, head=head, position=position)
        near(patched.run(OTHER).logits, hooked.logits(OTHER, (name, 1, put(theirs[one, rows], one, rows))))


@pytest.mark.parametrize("stage", [*STREAM, *OF_HEADS])
@pytest.mark.parametrize("kind", sampled(["gpt2", "qwen2", "gemma2", "gpt-neox"], ["gpt2"]))
def test_a_sweep_is_each_part_patched_by_itself(live, kind: str, stage: str) -> None:
    _, model = live(kind)
    clean, word = model.run(IDS), (20, 33)
    found = model.sweep(clean, OTHER, stage, word)
    parts = model.plan.n_heads if stage in OF_HEADS else len(IDS)
    assert found.shape == (model.plan.n_layers, parts)
    for layer in range(model.plan.n_layers):
        for part in range(parts):
            named = {"head": part} if stage in OF_HEADS else {"position": part}
            near(found[layer, part], model.patch(clean, stage, layer, **named).run(OTHER).logit(word))
    assert np.ptp(found) > 1e-4


def test_scaled_and_added_stages_in_a_batch(both) -> None:
    hooked, model = both("llama")
    changed = model.edit(Edit("hidden", 1, 0.5, "scale"), Edit("context", 2, 0.25, "add", head=3))
    runs = changed.run([IDS, OTHER[:5], IDS[:3]])
    assert isinstance(runs, Runs)

    def added(stage):
        stage[3] += 0.25
        return stage

    for text, run in zip((IDS, OTHER[:5], IDS[:3]), runs, strict=True):
        near(run.logits, hooked.logits(text, ("hidden", 1, lambda stage: stage * 0.5), ("context", 2, added)))


def test_what_does_not_fit_is_refused(story) -> None:
    run = story.run("bear country")
    for refused, words in (
        (lambda: story.ablate(), "nothing is switched off"),
        (lambda: story.ablate((6, 0)), "layers 0 to 5 with heads 0 to 5"),
        (lambda: story.ablate((0, 6), how="mean", over=["bear"]), "heads 0 to 5"),
        (lambda: story.ablate((0, 1), how="mean"), "over texts"),
        (lambda: story.ablate((0, 1), over=["bear"]), "leave over out"),
        (lambda: story.ablate((0, 1), how="off"), "zero, mean or resample"),
        (lambda: story.steer([1.0, 2.0], 1), "192 numbers"),
        (lambda: story.steer([np.nan] * 192, 1), "finite"),
        (lambda: story.steer(np.full(192, 1e16), 1), "finite numbers up to 1e"),
        (lambda: story.steer(np.ones(192), 6), "layers 0 to 5"),
        (lambda: story.patch(run, "scores", 1), "a stage that can be edited"),
        (lambda: story.patch(run, "stream", 1, head=2), "all heads together"),
        (lambda: story.patch(run, "stream", 1, position=2), "positions 0 to 1"),
        (lambda: story.patch(run, "queries", 1).run("The king and the"), "as many tokens"),
        (lambda: story.ablate((0, 1), how="resample", over=["bear"]).run("The king and the"), "as many tokens"),
        (lambda: story.sweep(run, "The king and the", "ffn", " bear"), "equally many tokens"),
        (lambda: story.changed(edits=(Edit("ffn", 0, 0.0), Edit("ffn", 0, 1.0))), "undone by another"),
        (lambda: story.ablate((2, 1)).patch(run, "values", 2, head=1), "head is switched off"),
    ):
        with pytest.raises(ValueError, match=words):
            refused()


def test_readings_of_an_edited_run_are_right_or_refused(story) -> None:
    run = story.steer(np.ones(192), 2).run("bear country")
    for refused in (run.attribution, run.effects):
        with pytest.raises(ValueError, match=r"does not honour the change edits=\(Edit"):
            refused(" bear")
    near(run.lens()[-1], run.trace.next_logits)
    assert dataclasses.replace(run.trace.intervention) == run.trace.intervention
