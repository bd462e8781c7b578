"""Attention agrees with torch's own, keeps its invariants and can be worked by hand."""

import numpy as np
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
    """Queries, keys and values of a batch of heads."""
    generator = torch.Generator().manual_seed(1)
    return tuple(torch.randn(BATCH, HEAD, POS, D_HEAD, generator=generator) for _ in range(3))


@names_of_masks
@pytest.mark.parametrize("factor", [None, 0.3, 1.0, -2.0])
def test_attend_agrees_with_torch(vectors, change, factor):
    stages = attend(*vectors, allowed(POS, change), None if factor is None else Scale(factor))
    expected = scaled_dot_product_attention(*vectors, attn_mask=allowed(POS, change), scale=factor)
    torch.testing.assert_close(stages.context, expected, rtol=0, atol=1e-5)


def test_causal_attend_agrees_with_the_causal_mask_of_torch(vectors):
    stages = attend(*vectors, allowed(POS))
    expected = scaled_dot_product_attention(*vectors, is_causal=True)
    torch.testing.assert_close(stages.context, expected, rtol=0, atol=1e-5)


def test_attend_works_without_a_batch_axis(vectors):
    one = attend(*(vector[1] for vector in vectors), allowed(POS))
    many = attend(*vectors, allowed(POS))
    torch.testing.assert_close(one.context, many.context[1], rtol=0, atol=1e-6)


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


def test_the_pattern_is_the_softmax_of_the_scores():
    # With one key dimension, the query 1 and the keys 2, 4, 5 the scores are 2, 4, 5. exp of them is 7.389056,
    # 54.598150, 148.413159; their sum is 210.400365; each divided by it is the expected row (facts.md, 1).
    keys = torch.tensor([2.0, 4.0, 5.0])[None, :, None]
    stages = attend(torch.ones(1, 3, 1), keys, keys, allowed(3, Intervention(mask="none")))
    expected = torch.tensor([0.03511903, 0.25949646, 0.70538451])
    torch.testing.assert_close(stages.pattern, expected.expand(1, 3, 3), rtol=0, atol=1e-6)


def test_the_four_word_example():
    random = np.random.RandomState(42)  # facts.md, 2: W_Q, W_K, W_V in this order
    words = np.array([[1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1]])
    queries, keys, values = (
        torch.tensor(words @ random.randint(3, size=(3, 3)), dtype=torch.float32)[None] for _ in range(3)
    )
    expected = [
        [0.98522025, 1.74174051, 0.75652026],
        [0.90965265, 1.40965265, 0.5],
        [0.99851226, 1.75849334, 0.75998108],
        [0.99560386, 1.90407309, 0.90846923],
    ]
    context = attend(queries, keys, values, allowed(4, Intervention(mask="none"))).context
    torch.testing.assert_close(context, torch.tensor([expected]), rtol=0, atol=1e-6)


def test_scores_a_hundred_times_larger_make_the_pattern_almost_one_hot(vectors):
    everywhere = allowed(POS, Intervention(mask="none"))
    plain, large = attend(*vectors, everywhere).pattern, attend(*vectors, everywhere, Scale(100 * D_HEAD**-0.5)).pattern
    assert plain.amax(-1).median() < 0.6
    assert large.amax(-1).median() > 0.99
    assert torch.equal(plain.argmax(-1), large.argmax(-1))


def test_a_causal_query_looks_at_itself_and_back():
    expected = [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 1, 1, 0, 0], [1, 1, 1, 1, 0], [1, 1, 1, 1, 1]]
    assert allowed(5).int().tolist() == expected


def test_a_window_of_three_is_the_token_and_two_before_it():
    expected = [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 1, 1, 0, 0], [0, 1, 1, 1, 0], [0, 0, 1, 1, 1]]
    assert allowed(5, Intervention(mask="window", window=3)).int().tolist() == expected


def test_a_window_of_one_is_the_token_alone():
    assert torch.equal(allowed(5, Intervention(mask="window", window=1)), torch.eye(5, dtype=torch.bool))


@pytest.mark.parametrize("window", [5, 1000])
def test_a_window_as_long_as_the_text_is_causal(window):
    assert torch.equal(allowed(5, Intervention(mask="window", window=window)), allowed(5))


def test_no_mask_lets_every_query_look_everywhere():
    assert allowed(5, Intervention(mask="none")).all()


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
