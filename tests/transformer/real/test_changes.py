"""Interventions do in a model from a folder what they do in a bundled one, or are refused with a sentence."""

import numpy as np
import pytest
import torch

from tests.sampled import sampled
from tests.transformer.real.kinds import KINDS
from transformer import Intervention, edits, load
from transformer.plan import Plan
from transformer.real.stack import Stack

TEXT = "bear country, bears"
SOME = [*KINDS][::3]
DECODERS = [kind for kind in KINDS if "bert" not in kind]
LAYER, HEAD = 1, 2


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


def test_rows_averages_and_missing_residuals(opened) -> None:
    _, model = opened("llama")
    n = len(trace(model).tokens)
    weights = tuple(float(key == 1) for key in range(n))
    found = trace(model, edits=(edits.row(LAYER, HEAD, 3, weights),))
    assert found.layers[LAYER].pattern[HEAD, 3].tolist() == list(weights)
    np.testing.assert_allclose(
        found.layers[LAYER].context[HEAD, 3], found.layers[LAYER].values[HEAD, 1], rtol=0, atol=1e-6
    )
    averaged = trace(model, edits=(edits.average(LAYER),)).layers[LAYER]
    np.testing.assert_allclose(averaged.pattern[0], trace(model).layers[LAYER].pattern.mean(0), rtol=0, atol=1e-6)
    alone = trace(model, residual_off=frozenset({(LAYER, "attention")})).layers[LAYER]
    assert np.array_equal(alone.residual_mid, alone.attended)
    alone = trace(model, residual_off=frozenset({(LAYER, "ffn")})).layers[LAYER]
    block = model.transformer.block(LAYER)
    added = alone.hidden @ block.mlp_out.weight.numpy().T + block.mlp_out.bias.numpy()
    np.testing.assert_allclose(alone.residual_out, added, rtol=0, atol=1e-5)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"padding": 2}, "the model llama does not honour the change padding=2"),
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


@pytest.mark.parametrize("positions", ["learned", "rotary", "none"])
def test_the_stack_computes_what_a_bundled_model_does(positions, make_language_model) -> None:
    model = make_language_model(positions)
    stack = Stack(Plan.of(model.config)).requires_grad_(False)
    stack.load_state_dict(model.transformer.state_dict())
    change = Intervention(temperature=0.7, silenced=frozenset({(1, 0)}))
    expected = model.trace("the river bank", change)
    with torch.inference_mode():
        found = stack.stages(torch.tensor([token.id for token in expected.tokens]), change)
    np.testing.assert_allclose(found.final, expected.final, rtol=0, atol=1e-5)
    for ours, theirs in zip(found.blocks, expected.layers, strict=True):
        for name in ("residual_in", "attended", "residual_mid", "hidden", "residual_out"):
            np.testing.assert_allclose(getattr(ours, name), getattr(theirs, name), rtol=0, atol=1e-5, err_msg=name)
        np.testing.assert_allclose(ours.attention.pattern, theirs.pattern, rtol=0, atol=1e-6)
