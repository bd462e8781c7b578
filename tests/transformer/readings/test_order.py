"""Order as a model sees it: against loops and formulas worked by hand, and the laws of each kind of positions."""

import numpy as np
import pytest
import torch

from transformer import Intervention
from transformer.positions import rotate, sinusoidal
from transformer.readings.loss import token_losses
from transformer.readings.order import (
    by_distance,
    encoding_of,
    loss_from,
    moved_by_shuffle,
    shift,
    shift_missed_by,
    shuffle,
    with_shuffle,
)

ORDER = (2, 0, 1, 6, 5, 3, 4)
KINDS = ["none", "sinusoidal", "learned", "rotary"]


def moved(model, ids, mask):
    """How far each token's output is from what it was, after the tokens were put in ORDER."""
    return moved_by_shuffle(with_shuffle(model, ids, ORDER, mask), ORDER)


@pytest.mark.parametrize("n_tokens", [1, 2, 3, 11])
def test_a_shuffle_has_each_place_once_and_changes_something(n_tokens):
    for seed in range(20):
        order = shuffle(n_tokens, seed)
        assert sorted(order) == list(range(n_tokens))
        assert n_tokens == 1 or order != tuple(range(n_tokens))
        assert order == shuffle(n_tokens, seed)


@pytest.mark.parametrize("kind", KINDS)
def test_the_differences_are_those_of_a_loop_over_tokens(make_transformer, ids, kind):
    model, change = make_transformer(kind), Intervention(mask="causal")
    with torch.no_grad():
        plain, shuffled = model.stages(ids, change).final, model.stages(ids[list(ORDER)], change).final
    found = moved(model, ids, "causal")
    for now, before in enumerate(ORDER):  # the token that stood at `before` stands at `now`
        assert found[before] == pytest.approx((shuffled[now] - plain[before]).abs().max().item(), abs=1e-5)


def test_the_encoding_is_what_is_added_or_what_turns(make_transformer):
    made = {kind: make_transformer(kind) for kind in KINDS}
    assert not encoding_of(made["none"]).any()
    np.testing.assert_array_equal(encoding_of(made["sinusoidal"]), sinusoidal(torch.arange(17), 15).numpy())
    np.testing.assert_array_equal(encoding_of(made["learned"]), made["learned"].position_embedding.weight.detach())
    rotary = encoding_of(made["rotary"])
    assert rotary.shape == (17, 10)
    # A vector along the first axis of each pair, turned, is (cos, sin) of the angle.
    turned = rotate(torch.tensor([1.0, 0.0] * 5).expand(17, 10), torch.arange(17)).numpy()
    np.testing.assert_allclose(turned[:, 0::2], rotary[:, 1::2], atol=1e-6)
    np.testing.assert_allclose(turned[:, 1::2], rotary[:, 0::2], atol=1e-6)


def test_by_distance_reads_diagonals_with_the_key_before_the_query():
    found = by_distance(np.array([[1.0, 90, 90], [4, 2, 90], [7, 6, 6]]))
    np.testing.assert_allclose(found.mean, [3, 5, 7])
    np.testing.assert_allclose(found.lowest, [1, 4, 7])
    np.testing.assert_allclose(found.highest, [6, 6, 7])
    assert found.spread == 3


def test_a_shift_is_a_rotation():
    matrix = shift(7, 22)
    np.testing.assert_allclose(matrix @ matrix.T, np.eye(22), atol=1e-12)
    assert np.linalg.det(matrix) == pytest.approx(1)
    np.testing.assert_allclose(matrix @ shift(4, 22), shift(11, 22), atol=1e-6)
    np.testing.assert_allclose(shift(0, 22), np.eye(22))


@pytest.mark.parametrize("distance", [0, 1, 7, 60, 61, 100])
def test_every_sinusoidal_encoding_is_the_one_before_turned(distance):
    encoded = sinusoidal(torch.arange(61), 22).numpy()
    assert shift_missed_by(encoded, distance) < 1e-4


def test_rows_that_are_no_waves_are_missed():
    rows = np.random.default_rng(0).standard_normal((13, 10))
    expected = max(np.abs(rows[at + 3] - shift(3, 10) @ rows[at]).max() for at in range(10))
    assert shift_missed_by(rows, 3) == pytest.approx(expected)


def test_learned_positions_end(make_transformer, ids):
    model = make_transformer("learned")  # of 17 positions
    assert torch.equal(model.stages(ids, Intervention(start=10)).positions, model.position_embedding.weight[10:17])
    with pytest.raises(ValueError, match="learned positions 0 to 16: it has nothing to add at position 17"):
        model.stages(ids, Intervention(start=11))


@pytest.mark.parametrize("kind", KINDS)
def test_the_loss_from_a_start_is_that_of_a_trace(make_language_model, kind):
    model = make_language_model(kind)
    text = "She bears the pain"
    ids = torch.tensor(model.tokenizer.ids(text))
    room = model.config.max_tokens - len(ids)
    for start in (0, 2, room):
        expected = token_losses(model.trace(text, Intervention(start=start))).mean()
        assert loss_from(model.transformer, ids, start) == pytest.approx(expected, abs=1e-4)
    assert np.isnan(loss_from(model.transformer, ids, room + 1)) == (kind == "learned")


def test_a_single_token_has_no_loss(make_transformer, ids):
    assert np.isnan(loss_from(make_transformer("rotary"), ids[:1], 5))
