"""The shapes of the table are those of the arrays that the model computes."""

import numpy as np
import torch

from transformer import load
from transformer.readings.shapes import classroom, steps


def test_the_shapes_are_those_of_a_real_batch() -> None:
    transformer = load("story").transformer
    with torch.inference_mode():
        block = transformer.stages(torch.arange(3 * 5).reshape(3, 5)).blocks[2]
    found = {step.name: step.shape for step in steps(transformer.config, 3, 5)}
    stages, attention = block.attention, transformer.block(2).attention
    assert found["X"] == tuple(block.residual_in.shape) == (3, 5, 192)
    assert found["W_Q, also W_K, W_V"] == tuple(attention.query.weight.shape) == tuple(attention.value.weight.shape)
    assert found["Q, also K, V"] == tuple(attention.query(block.residual_in).shape)
    for part in (stages.queries, stages.keys, stages.values):
        assert found["queries, also keys, values"] == tuple(part.shape) == (3, 6, 5, 32)
    for part in (stages.scores, stages.scaled, stages.masked, stages.pattern):
        assert found["scores, scaled, masked, pattern"] == tuple(part.shape) == (3, 6, 5, 5)
    assert found["context"] == tuple(stages.context.shape)
    assert found["contexts side by side"] == tuple(stages.context.transpose(1, 2).flatten(2).shape)
    assert found["W_O"] == tuple(attention.output.weight.T.shape)
    assert found["attended"] == tuple(block.attended.shape)


def test_the_classroom_example_is_16_by_8_times_8_by_4() -> None:
    x, w, product = classroom()
    assert (x.shape, w.shape, product.shape) == ((16, 8), (8, 4), (16, 4))
    by_hand = [[sum(x[row, at] * w[at, column] for at in range(8)) for column in range(4)] for row in range(16)]
    np.testing.assert_array_equal(product, by_hand)
    assert x.any() and w.any(axis=0).all()
