"""Interventions do in a model from a folder what they do in a bundled one, or are refused with a sentence."""

import numpy as np
import pytest
import torch

from tests.sampled import sampled
from tests.transformer.real.kinds import KINDS
from transformer import Intervention, edits, load
from transformer.plan import Plan
from transformer.readings.check import check_all
from transformer.real.stack import Stack

TEXT = "bear country, bears"
SOME = [*KINDS][::3]
DECODERS = [kind for kind in KINDS if "bert" not in kind]
LAYER, HEAD = 1, 2


def trace(model, **change):
    return model.trace(TEXT, Intervention(**change))


@pytest.mark.parametrize("kind", sampled(KINDS, SOME))
def test_a_silenced_head_hands_nothing_on_and_no_other_head_of_its_layer_changes(kind, opened) -> None:
    _, model = opened(kind)
    plain, changed = trace(model), trace(model, silenced=frozenset({(LAYER, HEAD)}))
    before, after = plain.layers[LAYER], changed.layers[LAYER]
    assert not after.context[HEAD].any()
    others = [head for head in range(model.plan.n_heads) if head != HEAD]
    assert np.array_equal(after.context[others], before.context[others])
    assert np.array_equal(changed.layers[0].residual_out, plain.layers[0].residual_out)
    assert not np.allclose(after.attended, before.attended)
    assert check_all(changed).passed


@pytest.mark.parametrize("kind", sampled(KINDS, SOME))
def test_factors_of_the_scores_are_those_that_the_trace_names(kind, opened) -> None:
    _, model = opened(kind)
    plain = trace(model)
    for change in (
        {"temperature": 2.0},
        {"multiplier": -3.0},
        {"scaled": False},
        {"scaled": False, "temperature": 0.5},
    ):
        changed = trace(model, **change)
        factor = plain.factor if change.get("scaled", True) else 1.0
        assert changed.factor == pytest.approx(factor * change.get("multiplier", 1) / change.get("temperature", 1))
        scaled = changed.layers[0].scores * changed.factor
        cap = model.plan.softcap
        expected = scaled if cap is None else cap * np.tanh(scaled / cap)
        np.testing.assert_allclose(changed.layers[0].scaled, expected, rtol=0, atol=1e-5)
        assert np.array_equal(changed.layers[0].scores, plain.layers[0].scores)


@pytest.mark.parametrize("kind", KINDS)
def test_without_positions_equal_tokens_are_alike(kind, opened) -> None:
    _, model = opened(kind)
    first, second = (found := trace(model, positions=False)).words.index("a"), len(found.tokens) - 4
    assert found.tokens[first].id == found.tokens[second].id
    keys = found.layers[0].keys
    np.testing.assert_allclose(keys[:, first], keys[:, second], rtol=0, atol=1e-6)
    assert not np.allclose(trace(model).layers[0].keys[:, first], trace(model).layers[0].keys[:, second], atol=1e-3)


@pytest.mark.parametrize("kind", ["llama", "gemma3", "gpt-neox", "gpt-j", "phi3-window"])
def test_a_text_further_on_gives_rotary_scores_that_are_the_same(kind, opened) -> None:
    _, model = opened(kind)
    here, there = trace(model), trace(model, start=11)
    np.testing.assert_allclose(here.layers[0].scores, there.layers[0].scores, rtol=0, atol=2e-5)
    assert not np.allclose(here.layers[0].keys, there.layers[0].keys, atol=1e-2)


def test_learned_positions_end(opened) -> None:
    for kind, last in (("gpt2", 60), ("roberta", 57), ("bert", 60)):
        _, model = opened(kind)
        n_tokens = len(trace(model).tokens)
        assert model.plan.max_tokens == last + 1
        trace(model, start=last + 1 - n_tokens)
        with pytest.raises(ValueError, match=f"positions 0 to {last}"):
            trace(model, start=last + 2 - n_tokens)


@pytest.mark.parametrize("kind", DECODERS)
def test_masks_are_those_of_the_change_within_those_of_the_plan(kind, opened) -> None:
    _, model = opened(kind)
    n = len(trace(model).tokens)
    query, key = np.indices((n, n))
    for change, may_look in (({}, key <= query), ({"mask": "window", "window": 3}, (key <= query) & (key > query - 3))):
        found = trace(model, **change)
        for layer, window in zip(
            found.layers, model.plan.sliding_windows or (None,) * model.plan.n_layers, strict=True
        ):
            own = may_look if window is None else may_look & (key > query - window)
            assert np.array_equal(np.isfinite(layer.masked), np.broadcast_to(own, layer.masked.shape))
    free = trace(model, mask="none", toggled=frozenset({(2, 4)}))
    hidden = {(int(row), int(column)) for row, column in np.argwhere(np.isneginf(free.layers[0].masked[0]))}
    assert hidden == {(2, 4)}


def test_an_encoder_has_no_window_and_its_cells_can_be_toggled(opened) -> None:
    _, model = opened("bert")
    found = trace(model, toggled=frozenset({(2, 4)}))
    assert np.argwhere(np.isneginf(found.layers[1].masked[0])).tolist() == [[2, 4]]
    with pytest.raises(ValueError, match="a model that reads both ways has none"):
        trace(model, mask="window")


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
