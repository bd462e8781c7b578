"""Positions follow their formulas at points worked by hand, and rotation keeps what it promises."""

import math

import pytest
import torch

from transformer.positions import frequencies, rotate, sinusoidal

POS, D_HEAD = 7, 2 * 5


def test_frequencies_fall_from_one_by_equal_ratios():
    # width 4: 10000^(-0/4) = 1 and 10000^(-2/4) = 1/100; width 8: each is a tenth of the one before.
    torch.testing.assert_close(frequencies(4), torch.tensor([1.0, 0.01]))
    torch.testing.assert_close(frequencies(8), torch.tensor([1.0, 0.1, 0.01, 0.001]))


def test_sinusoidal_at_place_three_of_width_four():
    # The angles are 3 * 1 = 3 and 3 / 100 = 0.03: sin 3, cos 3, sin 0.03, cos 0.03.
    expected = torch.tensor([[0.14112001, -0.98999250, 0.02999550, 0.99955003]])
    torch.testing.assert_close(sinusoidal(torch.tensor([3]), 4), expected, rtol=0, atol=1e-6)


@pytest.mark.parametrize("d_model", [15, 30])
def test_sinusoidal_is_the_formula_everywhere(d_model):
    encoding = sinusoidal(torch.arange(POS), d_model)
    assert encoding.shape == (POS, d_model)
    for place in range(POS):
        for dimension in range(d_model):
            angle = place / 10000 ** ((dimension - dimension % 2) / d_model)
            expected = math.cos(angle) if dimension % 2 else math.sin(angle)
            assert encoding[place, dimension].item() == pytest.approx(expected, abs=1e-6)


def test_sinusoidal_takes_places_in_any_order():
    places = torch.tensor([4, 0, 6, 2, 2])
    assert torch.equal(sinusoidal(places, 15), sinusoidal(torch.arange(POS), 15)[places])


def test_rotate_at_place_two_of_width_four():
    # The pairs turn by 2 and by 2 / 100 = 0.02. (1, 0) becomes (cos 2, sin 2); (0, 1) becomes (-sin 0.02, cos 0.02).
    rotated = rotate(torch.tensor([[1.0, 0.0, 0.0, 1.0]]), torch.tensor([2]))
    expected = torch.tensor([[-0.41614684, 0.90929743, -0.01999867, 0.99980001]])
    torch.testing.assert_close(rotated, expected, rtol=0, atol=1e-6)


@pytest.fixture
def vectors():
    return torch.randn(2, 3, POS, D_HEAD, generator=torch.Generator().manual_seed(3))


def test_rotate_leaves_place_zero_alone(vectors):
    rotated = rotate(vectors, torch.arange(POS))
    assert torch.equal(rotated[..., 0, :], vectors[..., 0, :])
    assert not torch.isclose(rotated[..., 1:, :], vectors[..., 1:, :]).all(-1).any()


@pytest.mark.parametrize("shift", [1, 11, 97])
def test_the_dot_product_of_rotated_vectors_depends_on_their_distance_alone(vectors, shift):
    places, other = torch.arange(POS), torch.flip(vectors, dims=[0])
    here = rotate(vectors, places) @ rotate(other, places).transpose(-2, -1)
    further = rotate(vectors, places + shift) @ rotate(other, places + shift).transpose(-2, -1)
    torch.testing.assert_close(here, further, rtol=0, atol=1e-4)
    elsewhere = rotate(vectors, places) @ rotate(other, places + shift).transpose(-2, -1)
    assert (here - elsewhere).abs().max() > 0.1
