"""The shapes of the table are those of the arrays that the model computes."""

import numpy as np
import torch

from transformer import load
from transformer.readings.shapes import steps


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


def test_values_may_have_another_width_than_queries() -> None:
    """Every shape of the table, computed with numbers: W_O takes whatever width there is back to d_model."""
    config, d_value = load("story").config, 48
    assert steps(config, 3, 5, config.d_head) == steps(config, 3, 5)
    found = {step.name: step.shape for step in steps(config, 3, 5, d_value)}
    x, w_q, w_v, w_o = (np.ones(found[name]) for name in ("X", "W_Q, also W_K", "W_V", "W_O"))
    q, v = x @ w_q, x @ w_v

    def heads(of: np.ndarray) -> np.ndarray:
        return of.reshape(3, 5, config.n_heads, -1).transpose(0, 2, 1, 3)

    scores = heads(q) @ heads(q).transpose(0, 1, 3, 2)
    context = scores @ heads(v)
    together = context.transpose(0, 2, 1, 3).reshape(3, 5, -1)
    assert (found["Q, also K"], found["V"]) == (q.shape, v.shape) == ((3, 5, 192), (3, 5, 6 * d_value))
    assert (found["queries, also keys"], found["values"]) == (heads(q).shape, heads(v).shape)
    assert found["scores, scaled, masked, pattern"] == scores.shape == (3, 6, 5, 5)
    assert (found["context"], found["contexts side by side"]) == (context.shape, together.shape)
    assert found["attended"] == (together @ w_o).shape == (3, 5, 192)
