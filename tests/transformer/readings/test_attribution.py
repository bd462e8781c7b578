"""Who wrote a word: shares that sum to the logit, of each part as hooks on the torch modules catch it."""

import numpy as np
import pytest
import torch

from headlight.pictures.decimals import decimal
from tests.statements import measured
from training.why import beginnings
from transformer import attribution, load
from transformer.readings.answer import direction, logit
from transformer.readings.attribution import silenced
from transformer.readings.effects import cut

TEXT = "The cat sat on the mat."


@pytest.mark.parametrize("word", [5, (5, 9)])
def test_the_shares_sum_to_the_logit(any_model, word):
    trace = any_model.trace(TEXT)
    found = attribution(any_model, trace, word)
    assert found.total == pytest.approx(logit(any_model, trace, word), abs=1e-5)
    assert found.looks.shape == (len(trace.layers), trace.config.n_heads, len(trace.tokens))


def test_each_share_is_the_slope_of_the_last_norm_times_what_a_hook_catches(any_model):
    trace, word = any_model.trace(TEXT), 5
    attended, added = [], []
    hooks = []
    for layer in range(len(trace.layers)):
        block = any_model.transformer.block(layer)
        hooks.append(block.attention.register_forward_hook(lambda module, given, made: attended.append(made[0])))
        hooks.append(block.mlp_out.register_forward_hook(lambda module, given, made: added.append(made)))
    with torch.inference_mode():
        any_model.transformer.stages(torch.tensor([token.id for token in trace.tokens]))
    for hook in hooks:
        hook.remove()
    norm, stream = any_model.transformer.final_norm, torch.tensor(trace.layers[-1].residual_out[trace.last])
    centred = isinstance(norm, torch.nn.LayerNorm)
    spread = ((stream.var(correction=0) if centred else stream.square().mean()) + norm.eps).sqrt()

    def share(part):
        part = (part - part.mean() * centred) / spread * norm.weight
        return float(part.detach().double().numpy() @ direction(any_model, trace, word))

    found = attribution(any_model, trace, word)
    np.testing.assert_allclose(found.heads.sum(-1), [share(each[trace.last]) for each in attended], rtol=0, atol=1e-4)
    np.testing.assert_allclose(found.ffns, [share(each[trace.last]) for each in added], rtol=0, atol=1e-4)
    assert found.embedding == pytest.approx(share(torch.tensor(trace.embedded[trace.last])), abs=1e-4)


def test_what_a_change_does_not_reach_is_not_computed_again():
    model = load("story")
    trace, kept = model.trace(TEXT), []

    class Noting:
        transformer, tokenizer = model.transformer, model.tokenizer

        def trace(self, *given, **named):
            kept.append(model.trace(*given, **named))
            return kept[-1]

    silenced(Noting(), trace, 5, 3, 0)
    cut(Noting(), trace, 3, 0, 4, 1)
    for again in kept:
        assert [one is other for one, other in zip(again.layers, trace.layers, strict=True)] == [True] * 3 + [False] * 3
    assert len(kept) == 2


def test_what_silencing_takes_off_is_a_run_with_the_heads_columns_of_w_o_at_zero(any_model):
    trace, word, (layer, head) = any_model.trace(TEXT), 5, (0, 1)
    d_head, output = trace.config.d_head, any_model.transformer.block(0).attention.output

    def without(module, given):
        vectors = given[0].clone()
        vectors[:, head * d_head : (head + 1) * d_head] = 0
        return (vectors,)

    hook = output.register_forward_pre_hook(without)
    with torch.inference_mode():
        final = any_model.transformer.stages(torch.tensor([token.id for token in trace.tokens])).final
    hook.remove()
    expected = logit(any_model, trace, word) - float(
        final[trace.last].double().numpy() @ direction(any_model, trace, word)
    )
    assert silenced(any_model, trace, word, layer, head) == pytest.approx(expected, abs=1e-4)


def test_in_the_last_layer_a_head_is_worth_about_its_share_and_before_it_is_not():
    model = load("story")
    trace = model.trace("The hiking trail led us through bear country and then we saw a big brown")
    word = int(trace.next_logits.argmax())
    direct = attribution(model, trace, word).heads
    real = np.array([[silenced(model, trace, word, layer, head) for head in range(6)] for layer in range(6)])
    assert np.corrcoef(direct[5], real[5])[0, 1] > 0.99
    assert np.corrcoef(direct.ravel(), real.ravel())[0, 1] == pytest.approx(0.77, abs=0.005)


@pytest.mark.study
def test_over_many_texts_shares_and_total_effects_correlate_less_than_in_that_one():
    model, found, texts = load("story"), [], beginnings(200)
    for text in texts:
        trace = model.trace(text)
        word = int(trace.next_logits.argmax())
        real = [silenced(model, trace, word, layer, head) for layer in range(6) for head in range(6)]
        found.append(np.corrcoef(attribution(model, trace, word).heads.ravel(), real)[0, 1])
    median, least, most = (decimal(float(each)) for each in (np.median(found), min(found), max(found)))
    said = measured("attributed")
    assert f"In {len(texts)} beginnings of sentences that the model has not read" in said
    assert f"the median is {median}, from {least} to {most}" in said
