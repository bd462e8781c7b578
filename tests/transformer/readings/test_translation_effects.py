"""What cells of a translator are worth: against small moves of contexts by hooks, and against cutting cells."""

import numpy as np
import pytest
import torch

from transformer import load
from transformer.readings.effects import rank_correlation
from transformer.readings.translation_effects import WeightPlace, can_be_cut, taken_off, translation_effects

KINDS = ("encoder", "decoder", "cross")


@pytest.fixture(scope="module")
def found():
    translator = load("translate")
    trace = translator.translate("The black cat sleeps on the big red car", beams=1).trace
    return translator.model, trace, translation_effects(translator.model, trace)


def moved(model, trace, kind, layer, head, query, context):
    """How much the logit of each written token falls where one head's context at a query is replaced by another."""
    blocks = model.encoder_blocks if kind == "encoder" else model.decoder_blocks
    attention = blocks[layer].cross_attention if kind == "cross" else blocks[layer].attention
    width = context.shape[-1]

    def changed(module, given):
        vectors = given[0].clone()
        vectors[query, head * width : (head + 1) * width] = torch.tensor(context, dtype=torch.float32)
        return (vectors,)

    hook = attention.output.register_forward_pre_hook(changed)
    with torch.inference_mode():
        source, target = (torch.tensor([token.id for token in side]) for side in (trace.source, trace.inputs))
        final = model.stages(source, target).final.double().numpy()
    hook.remove()
    return ((trace.final - final) * trace.unembedding[[token.id for token in trace.target]]).sum(-1)


@pytest.mark.parametrize("kind", KINDS)
def test_the_first_order_is_that_of_a_small_move_and_orders_cells_as_cutting_does(found, kind):
    model, trace, effects = found
    of_kind, chance, cuts = getattr(effects, kind), np.random.default_rng(0), []
    for _ in range(15):
        layer, head, query, key = (int(chance.integers(size)) for size in of_kind.shape[1:])
        stages = getattr(trace, kind)[layer]
        row, value = stages.pattern[head, query].astype(float), stages.values[head, key].astype(float)
        if not row[key] or not np.delete(row, key).any():
            assert not of_kind[:, layer, head, query, key].any()
            continue
        context, step = row @ stages.values[head], 0.02
        away = row[key] / np.delete(row, key).sum() * (context - value)
        at = (model, trace, kind, layer, head, query)
        slope = (moved(*at, context + step * away) - moved(*at, context - step * away)) / (2 * step)
        first = of_kind[:, layer, head, query, key]
        np.testing.assert_allclose(first, slope, rtol=0.02, atol=2e-3)
        read = slice(0 if kind == "encoder" else query, None)  # rows before it were written without this token
        cuts += zip(first[read], moved(*at, context + away)[read], strict=True)
    assert rank_correlation(*np.array(cuts).T) > 0.97


def test_a_row_has_its_own_looks_and_a_recurrent_translator_none(found):
    _, trace, effects = found
    assert effects.own.shape == (3, 6, len(trace.target), len(trace.source))
    np.testing.assert_array_equal(effects.own[2, 5, 4], effects.cross[4, 2, 5, 4])
    assert not effects.cross[2, :, :, 3:].any()  # nothing is worth anything for what was written before
    with pytest.raises(TypeError, match="recurrent"):
        translation_effects(load("translate-dot").model, trace)


@pytest.mark.parametrize("kind", KINDS)
def test_a_cell_is_cut_as_a_hook_with_its_row_made_anew_cuts_it(found, kind):
    model, trace, effects = found
    of_kind, chance, firsts, exacts = getattr(effects, kind), np.random.default_rng(1), [], []
    for _ in range(15):
        look = WeightPlace(kind, *(int(chance.integers(size)) for size in of_kind.shape[1:]))
        _, layer, head, query, key = look
        stages = getattr(trace, kind)[layer]
        row = stages.pattern[head, query].astype(float)
        if not can_be_cut(trace, look):
            assert not row[key] or not np.delete(row, key).any()
            continue
        row[key] = 0
        exact = taken_off(model, trace, look)
        hooked = moved(model, trace, kind, layer, head, query, row / row.sum() @ stages.values[head])
        np.testing.assert_allclose(exact, hooked, atol=5e-5)
        firsts += of_kind[:, layer, head, query, key].tolist()
        exacts += exact.tolist()
    assert rank_correlation(np.array(firsts), np.array(exacts)) > 0.9
