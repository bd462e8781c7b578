"""The formulas of vectors and positions hold the current numbers."""

import math

import numpy as np
import pytest

from headlight.formulas import positions, vectors
from tests.mathml import plain
from tests.worked_out import worked_out
from transformer.positions import BASE
from transformer.readings.waves import encoding


def test_the_cosine_is_worked_out() -> None:
    said = plain(vectors.cosine_of_terms(np.array([3.0, 4.0]), np.array([4.0, 3.0])))
    for piece in ("a·b =(3.00)(4.00) +(4.00)(3.00) =24.00", "|a| =√a·a =5.000", "=24.00/5.000×5.000 =0.9600"):
        assert piece in said
    assert plain(vectors.cosine(np.array([3.0, 4.0]), np.array([4.0, 3.0]))) in said


def test_a_row_of_the_embedding_is_named_by_its_id() -> None:
    said = plain(vectors.one_hot_row(np.array([0.5, -0.25, 0.125, 1.0, 2.0]), 7))
    assert said == "(0,…,0,1,0,…,0) W_E =W_E[7] =(0.500,−0.250,0.125,…,2.00)"


def test_a_pair_goes_through_the_sigmoid() -> None:
    said = plain(vectors.pair(np.array([1.0, -2.0]), np.array([0.5, 0.25]))).splitlines()
    assert said[:2] == ["u·v =(0.500)(1.00) +(0.250)(−2.00)", "=0"]
    assert said[2].endswith("=0.5000") and said[3].endswith(f"={math.log(2):.4f}")
    said = plain(vectors.pair(np.array([2.0]), np.array([1.5])))
    assert f"σ(u·v) =1/1+e^−3.000 ={1 / (1 + math.exp(-3)):.4f}" in said
    assert said.endswith(f"−ln 0.9526 ={math.log(1 + math.exp(-3)):#.4g}")


def test_an_analogy_is_a_sum_and_a_cosine() -> None:
    first, taken, added, expected = np.array([[0.6, 0.8], [-0.5, 0.5], [-0.25, 1.0], [0.0, 1.0]])
    said = plain(vectors.analogy(first, taken, added, expected))
    assert "s_1 =0.600 −(−0.500) −0.250 =0.850" in said
    cosine = 1.3 / math.hypot(0.85, 1.3)  # the sum is (0.85, 1.3), the expected word (0, 1)
    assert said.endswith(f"=1.300/{math.hypot(0.85, 1.3):.3f} ={cosine:.4f}")


def test_the_encoding_of_position_three_in_width_four() -> None:
    said = plain(positions.encoding(3, 1, 4))  # 3 / 10000^(2/4) = 0.03: sin is 0.0299955, cos 0.99955
    assert said.splitlines() == [
        "PE(3,2) =sin(3/10000^2/4) =sin(3/100.0)",
        "=sin(0.03000) =0.03000",
        "PE(3,3) =cos(3/10000^2/4) =cos(0.03000)",
        "=0.9996",
    ]


def test_a_wavelength_is_written_for_each_pair() -> None:
    assert plain(positions.wavelengths([0, 1], 4)) == "λ_0 =2π·10000^0/4 =6.283\nλ_1 =2π·10000^2/4 =628.3"


def test_the_waves_are_those_of_the_model() -> None:
    assert positions.BASE == BASE
    value = encoding(4, 4)[3, 2]
    assert f"{value:.5f}" in plain(positions.encoding(3, 1, 4))


def test_a_pair_is_turned_with_its_numbers_written_out() -> None:
    encoded = encoding(61, 22)
    said = plain(positions.shift_of_pair(encoded[3, 8:10], encoded[8, 8:10], 3, 5, 4, 22))
    angle = 5 / 10_000 ** (8 / 22)
    for value in (*encoded[3, 8:10], *encoded[8, 8:10], math.cos(angle), math.sin(angle), -math.sin(angle)):
        assert f"{value:.3f}".replace("-", "−") in said
    assert "PE(8)" in said and "R(5)" in said and "PE(3)" in said
    assert worked_out(positions.shift_of_pair(encoded[3, 8:10], encoded[8, 8:10], 3, 5, 4, 22)) == (1, [])
    assert worked_out(positions.shift_of_pair(encoded[8, 8:10], encoded[3, 8:10], 3, 5, 4, 22))[1]  # turned back
    assert plain(positions.angle_of_pair(5, 4, 22)) == f"angle =5/10000^8/22 ={angle:#.4g}"


@pytest.mark.parametrize("of", [np.zeros(3), np.array([np.nan, 1.0, 2.0])])
def test_a_vector_without_a_direction_has_no_cosine(of: np.ndarray) -> None:
    assert plain(vectors.cosine(of, np.ones(3))).endswith("=NaN")
