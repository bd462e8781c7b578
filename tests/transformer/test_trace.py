"""A Trace holds what the model computed, cannot be changed, and owes nothing to what ran beside it."""

import dataclasses
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import numpy as np
import pytest
import torch

from transformer import UNCHANGED, Intervention, edits
from transformer.softmax import softmax

TEXT = "The cat sat on the mat."
OTHER = "Bears won the bear game"


def assert_equal_traces(one, other, arrays_of):
    for name in ("text", "tokens", "dropped", "intervention"):
        assert getattr(one, name) == getattr(other, name)
    expected = arrays_of(other)
    for name, array in arrays_of(one).items():
        np.testing.assert_allclose(array, expected[name], rtol=0, atol=1e-5, err_msg=name)


def test_the_stages_of_attention_follow_from_each_other(language_model):
    factor = language_model.config.d_head**-0.5
    for layer in language_model.trace(TEXT).layers:
        np.testing.assert_allclose(layer.scores, layer.queries @ layer.keys.swapaxes(-1, -2), rtol=1e-4, atol=1e-4)
        np.testing.assert_allclose(layer.scaled, layer.scores * factor, rtol=1e-5)
        seen = np.tril(np.ones(layer.masked.shape, dtype=bool))
        np.testing.assert_array_equal(layer.masked, np.where(seen, layer.scaled, -np.inf))
        np.testing.assert_allclose(layer.pattern, softmax(layer.masked), rtol=0, atol=1e-5)
        np.testing.assert_allclose(layer.context, layer.pattern @ layer.values, rtol=1e-4, atol=1e-4)


def test_the_residual_stream_is_the_sum_of_what_is_written_to_it(language_model):
    trace = language_model.trace(TEXT)
    before = trace.embedded + trace.positions
    for layer, block in zip(trace.layers, language_model.transformer.blocks, strict=True):
        np.testing.assert_array_equal(layer.residual_in, before)
        np.testing.assert_allclose(layer.residual_in + layer.attended, layer.residual_mid, rtol=0, atol=1e-5)
        side_by_side = np.concatenate(list(layer.context), axis=-1)
        w_o = block.attention.output.weight.detach().numpy()
        np.testing.assert_allclose(side_by_side @ w_o.T, layer.attended, rtol=0, atol=1e-4)
        added = block.mlp_out(torch.tensor(layer.hidden)).detach().numpy()
        np.testing.assert_allclose(layer.residual_mid + added, layer.residual_out, rtol=0, atol=1e-4)
        before = layer.residual_out


def test_what_is_embedded_are_rows_of_the_embedding(language_model):
    trace = language_model.trace(TEXT)
    rows = language_model.transformer.embedding.weight.detach().numpy()[[token.id for token in trace.tokens]]
    np.testing.assert_allclose(trace.embedded, rows * language_model.config.d_model**0.5, rtol=1e-5)
    assert np.any(trace.positions) == (language_model.config.positions in ("sinusoidal", "learned"))


def test_the_logits_are_those_of_a_plain_forward(language_model):
    trace = language_model.trace(TEXT)
    ids = torch.tensor(language_model.tokenizer.ids(TEXT))
    # NumPy and torch sum a dot product in different orders.
    np.testing.assert_allclose(trace.logits, language_model.transformer(ids).detach().numpy(), rtol=0, atol=1e-5)
    np.testing.assert_allclose(trace.next_logits, trace.logits[-1], rtol=0, atol=1e-5)
    np.testing.assert_allclose(trace.probabilities, softmax(trace.logits), rtol=0, atol=1e-5)
    np.testing.assert_allclose(trace.probabilities.sum(-1), 1, rtol=0, atol=1e-5)


def test_a_trace_names_its_text_and_tokens(make_language_model):
    model = make_language_model()
    trace = model.trace(TEXT)
    assert (trace.text, trace.dropped, trace.intervention, trace.config) == (TEXT, 0, UNCHANGED, model.config)
    assert trace.tokens == model.tokenizer.encode(TEXT)
    assert len(trace.layers) == 2
    assert trace.patterns.shape == (2, 3, len(trace.tokens), len(trace.tokens))
    np.testing.assert_array_equal(trace.patterns[1], trace.layers[1].pattern)


def test_words_are_the_tokens_without_the_space_before_them(make_language_model):
    trace = make_language_model().trace("the  the\n")
    assert [token.text for token in trace.tokens] == [" the", " ", " the", "\n"]
    assert trace.words == ("the", "␣", "the", "\n")


def test_every_array_is_read_only(language_model, arrays_of):
    arrays = arrays_of(language_model.trace(TEXT))
    assert len(arrays) == 4 + 2 * 13
    for name, array in arrays.items():
        assert array.dtype == np.float32, name
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


def test_what_follows_from_the_scores_is_made_when_it_is_asked_for_and_kept(language_model):
    layer = language_model.trace(TEXT).layers[0]
    assert not {"scaled", "masked"} & vars(layer).keys()
    assert layer.masked is layer.masked and layer.scaled is layer.scaled
    assert not layer.may_look.flags.writeable


def test_no_field_can_be_set(make_language_model):
    trace = make_language_model().trace(TEXT)
    with pytest.raises(dataclasses.FrozenInstanceError):
        trace.text = OTHER
    with pytest.raises(dataclasses.FrozenInstanceError):
        trace.layers[0].pattern = trace.layers[1].pattern


def test_no_array_is_the_memory_of_a_weight(language_model, arrays_of):
    weights = [weight.detach().numpy() for weight in language_model.transformer.parameters()]
    for name, array in arrays_of(language_model.trace(TEXT)).items():
        assert not any(np.shares_memory(array, weight) for weight in weights), name


def test_nothing_is_left_on_the_model(language_model):
    def remembered():
        modules = language_model.transformer.named_modules()
        return {name: {key: id(value) for key, value in vars(module).items()} for name, module in modules}

    before = remembered()
    weights = {name: weight.clone() for name, weight in language_model.transformer.state_dict().items()}
    uniform = (1 / len(language_model.tokenizer.encode(TEXT)),) * len(language_model.tokenizer.encode(TEXT))
    language_model.trace(TEXT, Intervention(silenced=frozenset({(1, 1)}), edits=(edits.row(0, 0, 0, uniform),)))
    assert remembered() == before
    for name, weight in language_model.transformer.state_dict().items():
        assert torch.equal(weight, weights[name]), name


def test_two_threads_at_once_get_what_each_gets_alone(language_model, arrays_of):
    silenced = Intervention(mask="none", silenced=frozenset({(0, 1)}))
    requests = [(TEXT, UNCHANGED), (OTHER, silenced)]
    alone = [language_model.trace(*request) for request in requests]
    together = Barrier(2)

    def visit(request):
        together.wait(30)
        return [language_model.trace(*request) for _ in range(15)]

    with ThreadPoolExecutor(2) as pool:
        visits = list(pool.map(visit, requests))
    for expected, traces in zip(alone, visits, strict=True):
        assert len(traces) == 15
        for trace in traces:
            assert_equal_traces(trace, expected, arrays_of)


@pytest.mark.parametrize(("length", "dropped"), [(6, 0), (7, 0), (8, 1), (1000, 993)])
def test_tokens_that_do_not_fit_are_dropped_and_counted(make_language_model, length, dropped):
    model = make_language_model(max_tokens=7)
    text = "x" * (length - 1)  # the space and each x are a token
    trace = model.trace(text)
    assert trace.dropped == dropped and len(trace.tokens) == length - dropped
    assert trace.text == text
    assert trace.tokens == model.tokenizer.encode(text)[:7]
    assert trace.logits.shape == (length - dropped, 283)


def test_an_empty_text_is_refused(language_model):
    with pytest.raises(ValueError, match="there is nothing to trace in an empty text"):
        language_model.trace("")


@pytest.mark.parametrize(
    "text", [" ", "\0", "🐻", "e\u0301", "שלום", "\u200b", "\ud800", "<|end|>", "<b>", "a" * 10_000]
)
def test_awkward_texts_are_traced(language_model, text):
    trace = language_model.trace(text)
    assert 1 <= len(trace.tokens) <= language_model.config.max_tokens
    assert np.isfinite(trace.logits).all()
    assert len(trace.words) == len(trace.tokens) and all(trace.words)
