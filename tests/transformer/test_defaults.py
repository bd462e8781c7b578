"""torch's default type and device, set by somebody else before or after a model was opened, change no number."""

import ast
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import transformer
from headlight import view
from tests.sampled import sampled
from tests.transformer.real.kinds import ENCODER_DECODERS, KINDS, randomized, written
from transformer import (
    Intervention,
    attribution,
    composition,
    edits,
    effects,
    learn,
    load,
    load_growing,
    open_folder,
    open_translator,
    patch,
    translation_effects,
)
from transformer.readings.lens import logit_lens

TEXT, OTHER = "The hiking trail led us through bear country", "The hiking trail led us through bird country"
DEFAULTS = {"float64": torch.float64, "bfloat16": torch.bfloat16, "meta": "meta"}
BUNDLED = ("story", "growing", "translate", "translate-additive", "translate-dot")
FOLDERS = ("gpt2", "llama-3", "gemma2", "gemma3", "gpt-neox", "bert", "roberta", "t5", "marian")
CASES = [*product((*BUNDLED, *FOLDERS), DEFAULTS, ("before", "after"))]
OFTEN = [case for case in CASES if case[0] in ("story", "translate-additive", "llama-3", "t5")]


def set_default(name: str) -> None:
    if name == "meta":
        torch.set_default_device("meta")
    else:
        torch.set_default_dtype(DEFAULTS[name])


@pytest.fixture
def somebody_sets(request) -> Iterator[None]:
    """The defaults of somebody else, and after the test torch's own."""
    yield lambda: set_default(request.param)
    torch.set_default_dtype(torch.float32)
    torch.set_default_device(None)


def numbers(found: Any) -> Iterator[np.ndarray]:
    """All floats in a trace, in its layers and in what follows from them."""
    if isinstance(found, np.ndarray):
        if found.dtype.kind == "f":
            yield found
    elif isinstance(found, tuple):
        for each in found:
            yield from numbers(each)
    elif hasattr(found, "__dataclass_fields__") and not hasattr(found, "tokenizer"):
        for name in found.__dataclass_fields__:
            yield from numbers(getattr(found, name))
        for name in ("scaled", "masked", "logits", "next_logits", "losses"):
            if hasattr(type(found), name):
                yield from numbers(getattr(found, name))


def of_story(model: Any) -> list[Any]:
    by_hand = edits.row(0, 1, 1, (0.25, 0.75, *(0.0,) * 6))
    change = Intervention(temperature=0.7, silenced=frozenset({(1, 0)}), edits=(by_hand,))
    trace = model.trace(TEXT)
    changed = model.trace(TEXT, Intervention(silenced=change.silent), after=trace)
    found = [trace, changed, logit_lens(model.transformer, trace, 3), composition(model.transformer, trace, 2, 0, 5, 4)]
    found += [reading(model, trace, " in") for reading in (attribution, effects)]
    return [*found, patch(model, trace, model.trace(OTHER), " in")]


def of_translator(model: Any) -> list[Any]:
    result = model.translate("The red car is here.", beams=2)
    heads = [translation_effects(model.model, result.trace)] if result.trace.decoder else []
    return [result.text, result.trace, *heads]


def of_folder(model: Any) -> list[Any]:
    if not hasattr(model, "transformer"):
        return [model.trace("bear country", "les ours")]
    trace = model.trace("bear country")
    if trace.plan.causal:
        return [trace, model.trace("bear country, bears", after=trace)]
    return [trace, model.trace_pair("bear", "bee")]


def opened(name: str, home: Path) -> tuple[Any, Any]:
    if name == "story":
        return load("story"), of_story
    if name.startswith("translate"):
        return load(name), of_translator
    if name == "growing":
        growing = load_growing()
        return growing.at(growing.steps[-1]), lambda model: [model.trace(TEXT)]
    return (open_folder if name in KINDS else open_translator)(home / name), of_folder


@pytest.fixture(scope="module")
def home(tmp_path_factory) -> Path:
    at = tmp_path_factory.mktemp("defaults")
    for kind in FOLDERS:
        written(randomized((KINDS | ENCODER_DECODERS)[kind]()), at / kind)
    return at


@pytest.mark.parametrize(
    ("name", "somebody_sets", "when"),
    sampled(CASES, OFTEN[::4] + OFTEN[3::4]),  # of two defaults one is set before, the other after
    indirect=["somebody_sets"],
)
def test_no_number_depends_on_the_defaults_of_torch(name, when, somebody_sets, home) -> None:
    model, says = opened(name, home)
    expected = says(model)
    if when == "after":
        somebody_sets()
    else:
        somebody_sets()
        model, says = opened(name, home)
    found = says(model)
    assert [each for each in found if isinstance(each, str)] == [each for each in expected if isinstance(each, str)]
    pairs = list(zip(numbers(tuple(found)), numbers(tuple(expected)), strict=True))
    assert len(pairs) > 1
    for ours, theirs in pairs:
        assert ours.dtype == theirs.dtype
        np.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("somebody_sets", DEFAULTS, indirect=True)
def test_what_is_learned_does_not_depend_on_them_either(somebody_sets) -> None:
    def losses() -> list[float]:
        return [step.loss for step in learn("copy", steps=3, every=1).steps]

    expected = losses()
    somebody_sets()
    assert losses() == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize("somebody_sets", DEFAULTS, indirect=True)
@pytest.mark.parametrize("name", ["attention", "next_word", "block", "life"])
def test_a_view_is_drawn_under_any_of_them(name, somebody_sets, request) -> None:
    text = f"{TEXT} and {request.node.callspec.params['somebody_sets']}"  # that nothing has kept
    expected = load("story").trace(text).layers[2].pattern[0]
    somebody_sets()
    shown = view(name, text=text, **({"layer": 3, "head": 1} if name == "attention" else {}))
    assert len(shown.page) > 1000
    if name == "attention":
        np.testing.assert_allclose(shown.numbers("pattern"), expected, rtol=0, atol=1e-6)


def test_no_tensor_of_floats_is_made_in_the_default_type() -> None:
    """Where nothing says of which type they are, these take torch's default."""
    leaning = {"zeros", "ones", "empty", "eye", "rand", "randn", "linspace"}
    for path in Path(transformer.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Name(id="torch"), attr=name)) if name in leaning:
                    assert any(each.arg == "dtype" for each in node.keywords), f"{path.name}:{node.lineno}"
