"""Interventions do in a model from a folder what they do in a bundled one, or are refused with a sentence."""

import numpy as np
import pytest

from tests.sampled import sampled
from tests.transformer.real.kinds import KINDS
from transformer import Intervention, load

TEXT = "bear country, bears"


def trace(model, **change):
    return model.trace(TEXT, Intervention(**change))


def test_learned_positions_end(opened) -> None:
    for kind, last in (("gpt2", 60), ("roberta", 57), ("bert", 60)):
        _, model = opened(kind)
        n_tokens = len(trace(model).tokens)
        assert model.plan.max_tokens == last + 1
        trace(model, start=last + 1 - n_tokens)
        with pytest.raises(ValueError, match=f"positions 0 to {last}"):
            trace(model, start=last + 2 - n_tokens)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"silenced": frozenset({(3, 0)})}, "layers 0 to 2 with heads 0 to 5, got layer 3"),
        ({"silenced": frozenset({(0, 6)})}, "head 6"),
        ({"permutation": (1, 0)}, "a permutation of 21 positions is needed"),
        ({"toggled": frozenset({(0, 0)})}, "may attend nowhere"),
    ],
)
def test_what_makes_no_sense_is_refused(change, sentence, opened) -> None:
    _, model = opened("llama")
    with pytest.raises(ValueError, match=sentence):
        trace(model, **change)


CAPPED = {"gemma2"}  # tanh bounds its scores, so that no multiplier makes them too large


@pytest.mark.parametrize("change", [{"multiplier": 1e38, "temperature": 1e-9}, {"multiplier": -1e300}])
@pytest.mark.parametrize("kind", [*sampled(KINDS, ["llama", "bert"]), "story"])
def test_numbers_too_large_to_compute_with_are_refused(kind: str, change, opened) -> None:
    model = load("story") if kind == "story" else opened(kind)[1]
    if kind in CAPPED:
        layers = model.trace("bear country", Intervention(**change)).layers
        assert all(np.allclose(layer.pattern.sum(-1), 1, atol=1e-5) for layer in layers)
        return
    with pytest.raises(ValueError, match=r"Under the change multiplier.* too large for float32"):
        model.trace("bear country", Intervention(**change))


@pytest.mark.parametrize("text", ["", "\t"])
def test_a_text_without_tokens_is_refused(text, opened) -> None:
    _, model = opened("bert")
    with pytest.raises(ValueError, match="nothing to trace"):
        model.trace(text)


def test_a_long_text_is_cut_and_the_rest_counted(opened) -> None:
    _, model = opened("bert")
    found = model.trace("bear" * 30)
    assert (len(found.tokens), found.dropped) == (61, 61)
    assert found.tokens[-1].text == "</s>"
