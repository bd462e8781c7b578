"""What a cell is worth: against hooks and automatic differentiation on the torch modules, and against whole runs."""

import dataclasses

import numpy as np
import pytest
import torch

from transformer import Intervention, edits, effects, load
from transformer.readings.answer import direction, id_of, logit
from transformer.readings.effects import (
    can_be_cut,
    cut,
    first_order,
    rank_correlation,
    row_without,
    run_again,
    taken_off,
)

TEXT = "The cat sat on the mat."


def exactly(model, trace, cells, word):
    """Return what cutting each of some cells takes off the logit."""
    return taken_off(model, trace, run_again(model, trace, cells), word)


CHANGES = (
    Intervention(),
    Intervention(temperature=0.7, silenced=frozenset({(0, 1)})),
    Intervention(mask="none", positions=False),
    Intervention(
        edits=(edits.row(1, 1, 11, (0.5, *([0.0] * 10), 0.5)), edits.row(1, 2, 0, (1.0, *([0.0] * 11)))), scaled=False
    ),
    Intervention(edits=(edits.average(1),), residual_off=frozenset({(0, "ffn")})),
)


def slopes_by_hooks(model, trace, word):
    """d logit / d pattern: what attention adds is moved by zeros, whose gradient meets each value through W_O."""
    zeros = [torch.zeros(len(trace.tokens), trace.config.d_model, requires_grad=True) for _ in trace.layers]
    hooks = [
        model.transformer.block(layer).attention.register_forward_hook(
            lambda module, given, made, layer=layer: (made[0] + zeros[layer], made[1])
        )
        for layer in range(len(trace.layers))
    ]
    final = model.transformer.stages(torch.tensor([token.id for token in trace.tokens]), trace.intervention).final
    answer = final[trace.last].double() @ torch.tensor(direction(model, trace, word))
    moved = torch.autograd.grad(answer, zeros)
    for hook in hooks:
        hook.remove()
    found = []
    for layer, slope in enumerate(moved):
        w_o = model.transformer.block(layer).attention.output.weight.detach().T
        rows = w_o.reshape(trace.config.n_heads, -1, trace.config.d_model)
        found.append(torch.einsum("qe,hde,hkd->hqk", slope, rows, torch.tensor(trace.layers[layer].values)))
    return torch.stack(found).double().numpy()


@pytest.mark.parametrize("word", [5, (5, 9)])
def test_the_first_order_is_the_gradient_along_the_cut(any_model, word):
    trace = any_model.trace(TEXT)
    slopes, found = slopes_by_hooks(any_model, trace, word), first_order(any_model, trace, word)[0]
    assert found.shape == trace.patterns.shape
    for layer, head, query, key in np.argwhere(trace.patterns > 0)[::7]:
        row = trace.patterns[layer, head, query].astype(np.float64)
        if query == 0:
            assert found[layer, head, query, key] == 0  # its only key: nothing can be cut
            continue
        moved = row_without(trace, int(layer), int(head), int(query), int(key)) - row
        expected = -moved @ slopes[layer, head, query]
        assert found[layer, head, query, key] == pytest.approx(expected, abs=2e-4, rel=2e-4)
    assert not found[trace.patterns == 0].any()


def test_the_reach_is_the_length_of_the_step_times_that_of_the_slope(make_language_model):
    model = make_language_model()
    trace = model.trace(TEXT)
    found, reach = first_order(model, trace, 5)
    assert (np.abs(found) <= reach + 1e-9).all()
    moved = [
        row_without(trace, 1, 2, trace.last, key) - trace.layers[1].pattern[2, trace.last] for key in range(trace.last)
    ]
    steps = np.linalg.norm(np.stack(moved) @ trace.layers[1].values[2], axis=-1)
    slope = reach[1, 2, trace.last, :-1] / steps
    np.testing.assert_allclose(slope, slope[0], rtol=1e-5)  # one query has one slope


def by_hook(model, trace, cell, word):
    """The logit with one score at -inf: the concatenated contexts that W_O reads are changed on their way into it."""
    layer, head, query, key = cell
    stages = trace.layers[layer]
    masked = torch.tensor(stages.masked[head, query])
    masked[key] = -torch.inf
    context = masked.softmax(-1) @ torch.tensor(stages.values[head])
    own = slice(head * trace.config.d_head, (head + 1) * trace.config.d_head)

    def changed(module, given):
        vectors = given[0].clone()
        vectors[query, own] = context
        return (vectors,)

    hook = model.transformer.block(layer).attention.output.register_forward_pre_hook(changed)
    with torch.inference_mode():
        ids = torch.tensor([token.id for token in trace.tokens])
        final = model.transformer.stages(ids).final[trace.last].double().numpy()
    hook.remove()
    return float(final @ direction(model, trace, word))


@pytest.mark.parametrize("layer", [0, 1])
def test_a_cell_that_is_run_again_is_its_score_at_minus_infinity(any_model, layer):
    trace, word = any_model.trace(TEXT), (5, 9)
    cells = [(layer, 0, trace.last, 1), (layer, 2, 3, 0), (layer, 1, trace.last, trace.last)]
    found = exactly(any_model, trace, cells, word)
    whole = logit(any_model, trace, word)
    expected = [whole - by_hook(any_model, trace, cell, word) for cell in cells]
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-4)
    again = [whole - logit(any_model, cut(any_model, trace, *cell), word) for cell in cells]
    np.testing.assert_allclose(found, again, rtol=0, atol=1e-4)


@pytest.mark.parametrize("change", CHANGES)
def test_a_batch_of_cuts_is_each_cut_by_itself_whatever_else_was_changed(make_language_model, change):
    model = make_language_model()
    trace = model.trace(TEXT, change)
    cells = [
        (at, head, query, key) for query in (5, 3, trace.last) for head in range(3) for at in (1, 0) for key in (0, 1)
    ]
    assert len(trace.tokens) == 12
    whole = logit(model, trace, 5)
    heard = [cell for cell in cells if cell[:2] not in change.silent]
    each = [whole - logit(model, cut(model, trace, *cell), 5) for cell in heard]
    np.testing.assert_allclose(exactly(model, trace, heard, 5), each, rtol=0, atol=1e-4)
    for cell, effect in zip(heard, each, strict=True):  # alone its query's row is the first that is run again
        np.testing.assert_allclose(exactly(model, trace, [cell], 5), effect, rtol=0, atol=1e-4)
    for cell in set(cells) - set(heard):
        assert exactly(model, trace, [cell], 5) == pytest.approx(0, abs=1e-5) and not can_be_cut(trace, cell)
        with pytest.raises(ValueError, match="its head is switched off"):
            cut(model, trace, *cell)


def test_a_row_that_was_edited_before_is_cut_as_it_was_edited(make_language_model):
    model = make_language_model()
    n = len(model.trace(TEXT).tokens)
    row = (0.25, 0.75, *([0.0] * (n - 2)))
    trace = model.trace(TEXT, Intervention(edits=(edits.row(1, 2, n - 1, row),)))
    left = cut(model, trace, 1, 2, n - 1, 1)
    assert left.layers[1].pattern[2, n - 1].tolist() == [1.0, *([0.0] * (n - 1))]
    assert len(left.intervention.edits) == 1
    with pytest.raises(ValueError, match="nothing else to attend to"):
        cut(model, left, 1, 2, n - 1, 0)


def test_cells_that_the_first_order_could_be_wrong_about_are_exact(make_language_model):
    model = make_language_model()
    trace = model.trace(TEXT)
    plain, found = first_order(model, trace, 5)[0], effects(model, trace, 5, exact=9)
    changed = np.argwhere(plain != found)
    assert 0 < len(changed) <= 9
    for cell in (tuple(map(int, each)) for each in changed):
        true = logit(model, trace, 5) - logit(model, cut(model, trace, *cell), 5)
        assert found[cell] == pytest.approx(true, abs=1e-4)
    np.testing.assert_array_equal(effects(model, trace, 5, exact=0), plain)


@pytest.mark.study
def test_a_few_exact_cells_mend_the_largest_errors_in_the_bundled_model():
    model = load("story")
    trace = model.trace("Tom went to the park because he wanted to play with his")
    word = int(trace.next_logits.argmax())
    cells = [
        (layer, *at) for layer in range(6) for at in np.argwhere(trace.layers[layer].pattern > 0).tolist() if at[1]
    ]
    true, at = exactly(model, trace, cells, word), tuple(np.array(cells).T)
    plain, mended = effects(model, trace, word, exact=0)[at], effects(model, trace, word)[at]
    assert np.abs(plain - true).max() > 0.8 * np.abs(true).max()
    assert np.abs(mended - true).max() < 0.25 * np.abs(true).max()
    assert rank_correlation(np.abs(mended), np.abs(true)) > 0.97


def test_a_word_is_an_id_or_how_it_is_written():
    model = load("story")
    trace = model.trace("We saw a big brown")
    bear, dog = id_of(model, "bear"), id_of(model, " dog")
    assert model.tokenizer.text_of(bear) == " bear"
    assert logit(model, trace, ("bear", "dog")) == pytest.approx(
        float(trace.next_logits[bear]) - float(trace.next_logits[dog]), abs=1e-5
    )
    with pytest.raises(ValueError, match="no single token"):
        id_of(model, "bear country")
    with pytest.raises(ValueError, match="tokens 0 to 8191"):
        id_of(model, 8192)


def test_rank_correlation_counts_ties_once():
    assert rank_correlation(np.array([1.0, 2, 3]), np.array([10.0, 20, 30])) == pytest.approx(1)
    assert rank_correlation(np.array([1.0, 2, 2, 3]), np.array([1.0, 3, 2, 4])) == pytest.approx(0.9486832981)
    assert np.isnan(rank_correlation(np.ones(3), np.array([1.0, 2, 3])))


def test_a_model_that_predicts_no_next_word_is_refused(make_language_model):
    model = make_language_model()
    trace = model.trace(TEXT)
    blind = dataclasses.replace(trace, config=dataclasses.replace(trace.plan, predicts="nothing"))
    with pytest.raises(ValueError, match="predicts no next word"):
        effects(model, blind, 5)


def test_cells_of_a_silenced_head_are_worth_nothing(make_language_model):
    model = make_language_model()
    trace = model.trace(TEXT, Intervention(silenced=frozenset({(0, 2)})))
    assert not effects(model, trace, 5)[0, 2].any()
