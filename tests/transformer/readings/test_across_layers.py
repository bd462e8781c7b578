"""Rollout and flow: two cases worked by hand, flow against networkx, and the gradient against a moved vector."""

from importlib import import_module

import numpy as np
import pytest
import torch

from transformer import load
from transformer.readings.across_layers import flow, gradient_shares, rollout, with_residual

TWO = np.array([[[1, 0], [0.6, 0.4]], [[1, 0], [0.2, 0.8]]])
THREE = np.array([[[1, 0, 0], [0.5, 0.5, 0], [0.2, 0.3, 0.5]], [[1, 0, 0], [0.8, 0.2, 0], [0.6, 0.4, 0]]])


@pytest.mark.parametrize(
    ("patterns", "rolled", "flows"), [(TWO, [0.37, 0.63], [0.4, 0.7]), (THREE, [0.4, 0.225, 0.375], [0.6, 0.35, 0.5])]
)
def test_the_cases_that_were_worked_by_hand(patterns, rolled, flows) -> None:
    np.testing.assert_allclose(rollout(patterns)[-1, -1], rolled)
    np.testing.assert_allclose(flow(patterns, len(rolled) - 1), flows)


def test_flow_is_the_largest_that_another_algorithm_finds() -> None:
    networkx = import_module("networkx")  # which torch brings along
    patterns = np.random.default_rng(3).dirichlet(np.full(7, 0.4), size=(4, 7))
    graph = networkx.DiGraph()
    for (layer, query, key), capacity in np.ndenumerate(with_residual(patterns)):
        graph.add_edge((layer + 1, query), (layer, key), capacity=capacity)
    for place in (0, 6):
        expected = [networkx.maximum_flow_value(graph, (4, place), (0, key)) for key in range(7)]
        np.testing.assert_allclose(flow(patterns, place), expected, atol=1e-9)


def test_in_a_causal_model_rows_of_rollout_are_shares_of_what_came_before() -> None:
    rolled = rollout(load("story").trace("The girl stepped into bear country").patterns.mean(axis=1))
    np.testing.assert_allclose(rolled.sum(axis=-1), 1)
    assert not np.triu(rolled, 1).any()


def test_the_gradient_is_that_of_the_logit_along_each_first_vector() -> None:
    model, text = load("story"), "The girl stepped into bear country and helped the"
    trace = model.trace(text)
    word = model.tokenizer.encode(" bear")[0].id
    handles = []
    ids = torch.tensor([token.id for token in trace.tokens])
    with torch.enable_grad():
        first: list[torch.Tensor] = []

        def begin(module, given):
            first.append(given[0].detach().requires_grad_())
            return (first[0], *given[1:])

        handles.append(model.transformer.blocks[0].register_forward_pre_hook(begin))
        try:
            final = model.transformer.stages(ids).final[-1]
            (slope,) = torch.autograd.grad(final @ torch.tensor(trace.unembedding[word]), first[0])
        finally:
            handles[0].remove()
    lengths = slope.norm(dim=-1).numpy()
    np.testing.assert_allclose(gradient_shares(model, trace, word), lengths / lengths.sum(), rtol=1e-3)
