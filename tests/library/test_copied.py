"""Every model and every result is the same after a copy, a deep copy, and a pickle that is read again."""

import copy
import dataclasses
import pickle
from types import ModuleType

import numpy as np
import pytest
import torch

import headlight as hl
import transformer
from tests.in_turn import in_turn
from tests.sampled import sampled
from tests.transformer.real.kinds import ALIKE, ENCODER_DECODERS, KINDS, randomized, tokenizer, written
from transformer.trace import AttentionTrace

NEAR = 1e-5  # weights elsewhere in memory are multiplied in another order
COPIES = (copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value)))
SMALL = {  # each of a model, or of nothing
    "a list of runs": lambda model: model.run(["bear", "dear"]),
    "some stages": lambda model: model.run("bear", keep=("pattern",)),
    "an edited run": lambda model: model.steer(np.ones(model.plan.d_model), 1).run("bear"),
    "a reason": lambda model: model.run("bear").why(),
    "shares": lambda model: model.run("bear").attribution(7),
    "effects": lambda model: model.run("bear").effects(7),
    "ranks": lambda model: model.run("bear").lens(7),
    "an estimate": lambda model: model.run("bear").estimate(model.run("dear"), 7),
    "a difference": lambda model: model.run("bear").diff(model.run("dear")),
    "pictures": lambda model: model.run("bear").show(),
}
OTHERS = {
    "a view": lambda: hl.view("start", text="bear country"),
    "flips": lambda: hl.open("story").run("bear country").flips(),
    "a translation": lambda: transformer.load("translate").translate("The red car"),
    "an edit": lambda: transformer.Edit("ffn", 1, 2.0),
    "a change": lambda: transformer.Intervention(silenced=frozenset({(1, 2)})),
    "a training": lambda: transformer.learn("induction", steps=2),
    "a growing model": transformer.load_growing,
}


def same(one, other, near: float = 0, seen: dict[tuple[int, int], tuple] | None = None) -> None:
    """Whether two values hold the same words and, so near, numbers, down to each matrix of weights."""
    assert type(one) is type(other)
    holds = isinstance(one, torch.nn.Module) or dataclasses.is_dataclass(one)
    seen = {} if seen is None else seen
    pair = id(one), id(other)
    if pair in seen or (callable(one) and not holds):
        return
    seen[pair] = one, other  # kept, so that no later value has their ids
    if isinstance(one, np.ndarray | torch.Tensor):
        one, other = (np.asarray(each.detach() if isinstance(each, torch.Tensor) else each) for each in (one, other))
        assert one.dtype == other.dtype
        np.testing.assert_allclose(other, one, atol=near, rtol=near, equal_nan=True)
    elif isinstance(one, torch.nn.Module):
        same(dict(one.state_dict()), dict(other.state_dict()), near, seen)
    elif isinstance(one, dict):
        assert one.keys() == other.keys()
        for key in one:
            same(one[key], other[key], near, seen)
    elif isinstance(one, list | tuple):
        assert len(one) == len(other)
        for two in zip(one, other, strict=True):
            same(*two, near, seen)
    elif hasattr(one, "__dict__") and not isinstance(one, type | ModuleType):
        for name in vars(one).keys() & vars(other).keys():
            same(vars(one)[name], vars(other)[name], near, seen)
        if isinstance(one, AttentionTrace):
            same((one.scaled, one.masked), (other.scaled, other.masked), near, seen)
    elif type(one).__module__ == "builtins":
        np.testing.assert_equal(one, other)  # which holds NaN equal


def copies(value: object) -> list:
    """The value after each of the ways."""
    return [way(value) for way in COPIES]


@pytest.mark.parametrize("kind", sampled(KINDS, sorted({*KINDS} - ALIKE)))
def test_a_model_of_each_kind_its_run_and_its_trace(kind: str, live, tmp_path) -> None:
    """From its folder: its matrices are packed, those of a live one are not."""
    model = hl.open(written(live(kind)[0], tmp_path / kind))
    run = model.run("bear")
    for found, again in zip(copies(model), copies(run), strict=True):
        same(model, found)
        same(run, found.run("bear"), NEAR)
        same(run, again)


@in_turn("kind", ENCODER_DECODERS)
def test_a_translator_of_each_kind_and_its_trace(kind: str, tmp_path) -> None:
    translator = transformer.open_translator(written(randomized(ENCODER_DECODERS[kind]()), tmp_path / kind))
    trace = translator.trace("bear", "a")
    for found, again in zip(copies(translator), copies(trace), strict=True):
        same(translator, found)
        same(trace, found.trace("bear", "a"), NEAR)
        same(trace, again)


@in_turn("result", SMALL)
def test_results_of_a_model(result: str, live, story) -> None:
    for model in (live("llama")[1], *([story] if result in ("a reason", "pictures") else [])):  # large, so seldom
        found = SMALL[result](model)
        for again in copies(found):
            same(found, again)


@in_turn("result", OTHERS)
def test_other_results(result: str) -> None:
    found = OTHERS[result]()
    for again in copies(found):
        same(found, again)


def test_a_trace_holds_no_weights_but_those_of_the_unembedding() -> None:
    """It is a few arrays wherever it is sent: a block's matrices, which it was made with, are no part of it."""
    model = hl.from_model(randomized(KINDS["llama"]()), tokenizer())
    sizes = [len(pickle.dumps(run.trace)) for run in model.run([[7], [7, 8]])]
    assert sizes[0] < 4 * sum(weight.numel() for weight in model.inner.transformer.parameters()) / 2
