"""A head's scores are one bilinear form, on the shipped weights; what the form's rank and symmetry are."""

import numpy as np
import pytest

from transformer.experiments.by_hand import look
from transformer.readings.projections import asymmetry, bilinear, look_at_themselves, normalized, symmetric_share
from transformer.similarity import unit

TEXT = "The hiking trail led us through bear country"


@pytest.mark.parametrize(("layer", "head"), [(0, 0), (2, 0), (5, 5)])
def test_scores_are_one_bilinear_form(model, layer: int, head: int) -> None:
    trace = model.trace(TEXT)
    x = normalized(model.transformer, trace, layer).astype(np.float64)
    np.testing.assert_allclose(
        x @ bilinear(model.transformer, layer, head) @ x.T, trace.layers[layer].scores[head], atol=1e-3, rtol=1e-5
    )


def test_normalized_has_mean_and_variance_of_a_layer_norm_before_its_gain(model) -> None:
    norm = model.transformer.block(1).attention_norm
    x = normalized(model.transformer, model.trace(TEXT), 1)
    plain = (x - norm.bias.detach().numpy()) / norm.weight.detach().numpy()
    np.testing.assert_allclose(plain.mean(axis=1), 0, atol=1e-5)
    np.testing.assert_allclose(plain.var(axis=1), 1, atol=1e-3)


def test_every_form_has_the_rank_of_a_head_and_is_no_more_symmetric_than_chance(model) -> None:
    config = model.config
    for layer in range(config.n_layers):
        for head in range(config.n_heads):
            form = bilinear(model.transformer, layer, head)
            assert np.linalg.matrix_rank(form) == config.d_head
            assert 0.4 < symmetric_share(form) < 0.75


def test_without_projections_every_word_of_the_example_looks_most_at_itself_and_the_head_does_otherwise(model) -> None:
    trace = model.trace(TEXT)
    vectors = unit(trace.embedded)
    simple = look(vectors, vectors, vectors, causal=True)
    assert look_at_themselves(simple.pattern) == len(trace.tokens) == 8
    assert asymmetry(simple.scores) == 0
    least = np.where(simple.pattern > 0, simple.pattern, 1).min(axis=1)
    assert (simple.pattern.max(axis=1) <= np.exp(2) * least).all()
    long = look(trace.embedded, trace.embedded, trace.embedded, causal=True)
    assert long.pattern.max(axis=1).min() > 0.99  # "their weights are the other extreme"
    assert look_at_themselves(trace.layers[2].pattern[0]) == 2
    assert asymmetry(trace.layers[2].scaled[0]) > 8


def test_symmetric_share_tells_symmetric_from_skew() -> None:
    matrix = np.random.default_rng(0).standard_normal((7, 7))
    assert symmetric_share(matrix + matrix.T) == pytest.approx(1)
    assert symmetric_share(matrix - matrix.T) == pytest.approx(0)
    assert symmetric_share(np.random.default_rng(0).standard_normal((199, 199))) == pytest.approx(0.5, abs=0.01)
