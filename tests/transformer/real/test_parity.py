"""Each kind of model computes, stage by stage, what the transformers library does with the same weights."""

from functools import partial

import numpy as np
import pytest
import torch

from tests.transformer.real.kinds import KINDS, LAYERS
from tests.transformer.real.oracle import stages_of
from transformer import trace
from transformer.readings.check import check_all

TEXT = "bear country, bears"
STAGES = {"queries", "keys", "values", "scores", "scaled", "masked", "pattern", "context", "attended"}
STREAM = {"residual_in", "residual_mid", "hidden", "residual_out"}


@pytest.fixture(scope="module", params=KINDS)
def pair(request, opened):
    """A model of each kind in turn: the library's, and ours with its weights."""
    return opened(request.param)


def test_every_stage_is_that_of_the_library(pair) -> None:
    theirs, model = pair
    trace = model.trace(TEXT)
    layers, logits = stages_of(theirs, [token.id for token in trace.tokens])
    assert len(layers) == len(trace.layers) == trace.plan.n_layers == LAYERS
    for ours, expected in zip(trace.layers, layers, strict=True):
        assert expected.keys() == STAGES | STREAM
        for name, array in expected.items():
            found = getattr(ours, name)
            if name == "masked":
                hidden = array < -1e30
                assert np.array_equal(np.isneginf(found), hidden)
                found, array = found[~hidden], array[~hidden]
            np.testing.assert_allclose(found, array, rtol=0, atol=1e-5, err_msg=name)
    np.testing.assert_allclose(trace.logits, logits, rtol=0, atol=1e-5)
    np.testing.assert_allclose(trace.next_logits, logits[-1], rtol=0, atol=1e-5)


def test_the_live_check_passes(pair) -> None:
    _, model = pair
    assert check_all(model.trace(TEXT)).passed


def test_the_plan_says_which_identities_hold(pair) -> None:
    _, model = pair
    trace = model.trace(TEXT)
    plan, first = trace.plan, trace.layers[0]
    same = np.allclose(trace.embedded + trace.positions, first.residual_in, atol=1e-5)
    assert same != plan.embedding_norm
    added = np.allclose(first.residual_in + first.attended, first.residual_mid, atol=1e-5)
    assert added == (plan.norm_position != "after")
    w_o = model.transformer.block(0).attention.output
    side_by_side = np.concatenate(list(first.context), axis=-1) @ w_o.weight.numpy().T
    written = side_by_side + (0 if w_o.bias is None else w_o.bias.numpy())
    assert np.allclose(written, first.attended, atol=1e-5) != plan.norms_added


def test_the_table_of_names_holds_for_the_library(opened) -> None:
    theirs, model = opened("llama")
    theirs.set_attn_implementation("eager")
    ours = model.trace(TEXT)
    ids = torch.tensor([[token.id for token in ours.tokens]])
    with torch.inference_mode():
        given = theirs(ids, output_hidden_states=True, output_attentions=True, use_cache=True)
    assert ours.factor == theirs.model.layers[0].self_attn.scaling
    same = partial(np.testing.assert_allclose, rtol=0, atol=1e-5)
    same(ours.final, given.hidden_states[-1][0])
    same(ours.logits, given.logits[0])
    same(ours.unembedding, theirs.lm_head.weight.detach())
    for number, layer in enumerate(ours.layers):
        same(layer.residual_in, given.hidden_states[number][0])
        same(layer.pattern, given.attentions[number][0])
        kept = given.past_key_values.layers[number]
        same(layer.keys[:: ours.plan.group], kept.keys[0])
        same(layer.values[:: ours.plan.group], kept.values[0])
        if number + 1 < len(ours.layers):
            same(layer.residual_out, given.hidden_states[number + 1][0])


def test_every_stage_stands_in_the_table_of_names() -> None:
    _, _, table = (trace.__doc__ or "").partition("Vaswani et al. 2017\n")
    named = [row.split()[0] for row in table.partition("\n\n")[0].splitlines()]
    stages = {*STAGES, *STREAM, "embedded", "positions", "final", "logits", "factor", "unembedding"}
    assert len(named) == len(stages) and {*named} == stages
