"""Attention agrees with torch's own, keeps its invariants and can be worked by hand."""

import pytest
import torch
from torch.nn.functional import scaled_dot_product_attention

from tests.transformer.stages import attention_of_torch
from transformer import Intervention
from transformer.attention import Attention, Scale, allowed, attend

BATCH, HEAD, POS, D_HEAD = 2, 3, 7, 5
MASKS = (
    Intervention(),
    Intervention(mask="none"),
    Intervention(mask="window", window=3),
    Intervention(mask="window", window=1),
)
names_of_masks = pytest.mark.parametrize("change", MASKS, ids=["causal", "none", "window 3", "window 1"])


@pytest.fixture
def vectors():
    generator = torch.Generator().manual_seed(1)
    return tuple(torch.randn(BATCH, HEAD, POS, D_HEAD, generator=generator) for _ in range(3))


@names_of_masks
@pytest.mark.parametrize("factor", [None, 0.3, 1.0, -2.0])
def test_attend_agrees_with_torch(vectors, change, factor):
    stages = attend(*vectors, allowed(POS, change), None if factor is None else Scale(factor))
    expected = scaled_dot_product_attention(*vectors, attn_mask=allowed(POS, change), scale=factor)
    torch.testing.assert_close(stages.context, expected, rtol=0, atol=1e-5)


def test_nothing_comes_through_the_mask(vectors):
    """Whatever stands at a later token, were it no number: what is hidden is replaced, not added to."""
    queries, keys, values = vectors
    expected = attend(*vectors, allowed(POS)).pattern[..., :-1, :]
    for number in (float("inf"), float("-inf"), float("nan")):
        later = keys.clone()
        later[..., -1, :] = number
        assert torch.equal(attend(queries, later, values, allowed(POS)).pattern[..., :-1, :], expected)


@names_of_masks
def test_each_stage_follows_from_the_one_before(vectors, change):
    may_look = allowed(POS, change)
    stages = attend(*vectors, may_look, Scale(0.3))
    queries, keys, values = vectors
    torch.testing.assert_close(stages.scores, torch.einsum("bhqd,bhkd->bhqk", queries, keys))
    torch.testing.assert_close(stages.scaled, stages.scores * 0.3)
    assert torch.equal(stages.masked[..., may_look], stages.scaled[..., may_look])
    assert (stages.masked[..., ~may_look] == float("-inf")).all()
    torch.testing.assert_close(stages.context, torch.einsum("bhqk,bhkd->bhqd", stages.pattern, values))


@names_of_masks
def test_each_row_of_the_pattern_sums_to_one_and_is_exactly_zero_where_it_may_not_look(vectors, change):
    may_look = allowed(POS, change)
    pattern = attend(*vectors, may_look).pattern
    torch.testing.assert_close(pattern.sum(-1), torch.ones(BATCH, HEAD, POS))
    assert (pattern[..., ~may_look] == 0).all()
    assert (pattern[..., may_look] > 0).all()


@names_of_masks
def test_a_query_looks_back_as_far_as_its_mask_says(change):
    furthest = {"causal": POS, "none": POS, "window": change.window}[change.mask]
    looks = [[q - furthest < k <= (POS if change.mask == "none" else q) for k in range(POS)] for q in range(POS)]
    assert allowed(POS, change).tolist() == looks


def test_an_attention_layer_agrees_with_that_of_torch(make_transformer):
    layer = make_transformer().blocks[1].attention
    reference = attention_of_torch(layer)
    residual = torch.randn(BATCH, POS, reference.embed_dim, generator=torch.Generator().manual_seed(2))
    attended, stages = layer(residual, torch.arange(POS), allowed(POS), 1)
    expected, pattern = reference(residual, residual, residual, attn_mask=~allowed(POS), average_attn_weights=False)
    torch.testing.assert_close(attended, expected, rtol=0, atol=1e-5)
    torch.testing.assert_close(stages.pattern, pattern, rtol=0, atol=1e-5)


def test_an_attention_layer_has_four_square_matrices_and_no_bias(make_transformer):
    config = make_transformer().config
    shapes = {name: tuple(weight.shape) for name, weight in Attention(config).named_parameters()}
    square = (config.d_model, config.d_model)
    assert shapes == {f"{name}.weight": square for name in ("query", "key", "value", "output")}
