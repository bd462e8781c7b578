"""Patching: each part put in by hooks on the torch modules, and the two runs themselves at its ends."""

import numpy as np
import pytest
import torch

from tests.transformer.conftest import POSITIONS
from transformer import Intervention, patch
from transformer.readings import patching
from transformer.readings.patching import estimate, patch_in_parts
from transformer.readings.resumed import resume

CLEAN, CORRUPT, WORD = "The cat sat on the mat.", "The bat sat on the mat.", (5, 9)


@pytest.fixture(params=[*POSITIONS, "llama", "gpt-j", "gemma3"])
def runs(request, make_language_model, opened):
    """A tiny model of each kind, and its runs of two texts of equally many tokens."""
    model = make_language_model(request.param) if request.param in POSITIONS else opened(request.param)[1]
    clean, corrupt = model.trace(CLEAN), model.trace(CORRUPT)
    assert len(clean.tokens) == len(corrupt.tokens)
    return model, clean, corrupt


@torch.inference_mode()
def answer(model, trace) -> float:
    logits = model.transformer(torch.tensor([token.id for token in trace.tokens]))[-1].double()
    return float(logits[WORD[0]] - logits[WORD[1]])


def test_a_token_of_the_stream_is_put_in_as_a_hook_puts_it_in(runs) -> None:
    model, clean, corrupt = runs
    found = patch(model, clean, corrupt, WORD)
    for layer, place in ((0, 1), (1, 3), (1, len(clean.tokens) - 1)):

        def changed(module, given, layer=layer, place=place):
            stream = given[0].clone()
            stream[place] = torch.tensor(clean.layers[layer].residual_in[place])
            return (stream, *given[1:])

        hook = model.transformer.block(layer).register_forward_pre_hook(changed)
        assert found.residual[layer, place] == pytest.approx(answer(model, corrupt), abs=1e-4)
        hook.remove()


def test_a_head_is_put_in_as_a_hook_puts_it_in(runs) -> None:
    model, clean, corrupt = runs
    found, size = patch(model, clean, corrupt, WORD), corrupt.config.d_head
    for layer, head in ((0, 0), (1, 2)):

        def changed(module, given, layer=layer, head=head):
            vectors = given[0].clone()
            vectors[:, head * size : (head + 1) * size] = torch.tensor(clean.layers[layer].context[head])
            return (vectors,)

        hook = model.transformer.block(layer).attention.output.register_forward_pre_hook(changed)
        assert found.heads[layer, head] == pytest.approx(answer(model, corrupt), abs=1e-4)
        hook.remove()


def test_an_estimate_is_the_slope_of_a_small_step_towards_the_clean_run(runs) -> None:
    model, clean, corrupt = runs
    found, size, share = estimate(model, clean, corrupt, WORD), corrupt.config.d_head, 2e-2
    layer, place, head = 1, 1, 2

    def moved(module, given, step):
        stream = given[0].clone()
        now, then = (run.layers[layer].residual_in[place] for run in (corrupt, clean))
        stream[place] += step * torch.tensor(then - now)
        return (stream, *given[1:])

    def moved_head(module, given, step):
        vectors = given[0].clone()
        now, then = (run.layers[layer].context[head] for run in (corrupt, clean))
        vectors[:, head * size : (head + 1) * size] += step * torch.tensor(then - now)
        return (vectors,)

    block = model.transformer.block(layer)
    for module, change, estimated in (
        (block, moved, found.residual[layer, place]),
        (block.attention.output, moved_head, found.heads[layer, head]),
    ):
        answers = []
        for step in (share, -share):
            hook = module.register_forward_pre_hook(lambda *given, by=step, of=change: of(*given, by))
            answers.append(answer(model, corrupt))
            hook.remove()
        slope = (answers[0] - answers[1]) / (2 * share)
        assert estimated - answer(model, corrupt) == pytest.approx(slope, abs=2e-3, rel=2e-2)


def test_words_before_the_changed_one_are_the_run_itself_and_are_not_run_again(runs, monkeypatch) -> None:
    model, clean, _ = runs
    corrupt, run = model.trace(f"{CLEAN[:-1]},"), []
    first = next(at for at, one in enumerate(clean.tokens) if one.id != corrupt.tokens[at].id)
    monkeypatch.setattr(patching, "resume", lambda *given: run.append(len(given[2])) or resume(*given))
    found = patch(model, clean, corrupt, WORD)
    assert sum(run) == corrupt.config.n_layers * (len(clean.tokens) - first + corrupt.config.n_heads)
    assert first > 3 and (found.residual_final[:, :first] == corrupt.final[-1]).all()


def test_the_runs_themselves_are_0_and_1(runs) -> None:
    model, clean, corrupt = runs
    found = patch(model, clean, corrupt, WORD)
    np.testing.assert_allclose(found.shares(np.array([[found.clean, found.corrupt]])), [[1, 0]])
    assert found.clean == pytest.approx(answer(model, clean), abs=1e-4)
    same = patch(model, clean, clean, WORD)
    np.testing.assert_allclose(same.residual, same.clean, atol=1e-4)
    np.testing.assert_allclose(same.heads, same.clean, atol=1e-4)
    assert not same.tells


def test_texts_of_other_lengths_and_changed_passes_are_refused(runs) -> None:
    model, clean, _ = runs
    with pytest.raises(ValueError, match="equally many tokens"):
        patch(model, clean, model.trace("The cat"), WORD)
    with pytest.raises(ValueError, match="without an Intervention"):
        patch(model, clean, model.trace(CORRUPT, Intervention(temperature=2.0)), WORD)


def test_a_model_that_predicts_no_next_word_is_refused_for_that(opened) -> None:
    _, model = opened("bert")
    with pytest.raises(ValueError, match="predicts no next word"):
        patch(model, model.trace(CLEAN), model.trace(CORRUPT), WORD)


def test_the_parts_come_from_the_top_down_and_end_as_the_whole(runs) -> None:
    model, clean, corrupt = runs
    whole = patch(model, clean, corrupt, WORD)
    every = list(patch_in_parts(model, clean, corrupt, WORD, at_once=2))
    known = [int(np.isfinite(each.residual).sum() + np.isfinite(each.heads).sum()) for each in every]
    assert known == sorted(set(known)) and known[0] < known[-1] == whole.residual.size + whole.heads.size
    for each in every:
        for name in ("residual", "heads", "residual_final", "heads_final"):
            come, exact = getattr(each, name), getattr(whole, name)
            there = np.isfinite(come)
            np.testing.assert_allclose(come[there], exact[there], atol=1e-4)
    assert np.isfinite(every[0].heads[-1]).all() and np.isnan(every[0].residual[0]).all()
