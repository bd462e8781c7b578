"""The sums of a head say what the arrays say."""

import math

import numpy as np
import pytest

from headlight.formulas import attention
from tests.mathml import plain

FACTS = np.array([2.0, 4.0, 5.0])  # powers of e: 7.389, 54.60, 148.4; their sum 210.4


def test_the_score_is_the_sum_of_its_products_and_scaled_by_the_root() -> None:
    said = plain(attention.score_and_scaled(np.full(32, 0.25)))
    assert said == "score =0.250 +0.250 +⋯ +0.250\n=8.000\nscaled =8.000/√32 =8.000/5.657 =1.414"


def test_a_model_may_multiply_by_another_factor_and_press_what_comes_of_it() -> None:
    products = np.full(32, 0.25)
    assert plain(attention.score_and_scaled(products, 32**-0.5)).endswith("scaled =8.000/√32 =8.000/5.657 =1.414")
    assert plain(attention.score_and_scaled(products, 0.5)).endswith("scaled =8.000×0.5000 =4.000")
    said = plain(attention.score_and_scaled(products, 0.5, 2.0)).splitlines()
    assert said[2] == "8.000×0.5000 =4.000"
    assert said[3] == f"scaled =2.000×tanh(4.000/2.000) ={2 * math.tanh(2):.3f}"


def test_the_weight_is_exp_over_the_sum_of_the_keys_that_may_be_looked_at() -> None:
    said = plain(attention.weight_of(np.append(FACTS, -np.inf), 2))
    assert said == "exp(5.000) =148.4\nsum =7.39 +54.6 +148\n=210.4\nweight =148.4/210.4 =0.7054"
    said = plain(attention.weight_of(FACTS, 0))
    assert said == "exp(2.000) =7.389\nsum =7.39 +54.6 +148\n=210.4\nweight =7.389/210.4 =0.03512"


def test_a_masked_cell_has_no_weight() -> None:
    assert plain(attention.weight_of(np.append(FACTS, -np.inf), 3)) == "masked =−∞\nweight =e^−∞/sum =0"


def test_a_row_of_masked_shows_its_heaviest_open_cell_and_its_first_closed_one() -> None:
    scaled = np.array([2.0, 9.0, 4.0, 5.0, 8.0])
    said = plain(attention.masked_row(scaled, np.array([2.0, -np.inf, 4.0, 5.0, -np.inf]), 7))
    assert said.splitlines() == [
        "masked_7,3 =5.000 +0 =5.000",
        "masked_7,1 =9.000 +(−∞) =−∞",
        "row sum =7.39 +e^−∞ +⋯ +e^−∞",
        "=210.4,  e^−∞ =0",
        "weight_7,3 =148.4/210.4 =0.7054",
    ]
    assert "∞" not in plain(attention.masked_row(FACTS, FACTS, 2))
    assert plain(attention.masked_row(FACTS, np.full(3, -np.inf), 2)) == "masked_2,0 =2.000 +(−∞) =−∞"


def test_a_number_of_attended_is_the_sum_over_all_heads() -> None:
    said = plain(attention.sum_of_heads(np.array([0.5, -0.25, 1.0, -2.0, 0.0, 0.125]), 17))
    assert "attended_last,17 =∑_h(context_h W_O^(h))_last,17" in said
    assert said.endswith("=0.500 −0.250 +1.00\n  −2.00 +0 +0.125\n=−0.625")


def test_a_weight_of_a_dense_layer_and_of_attention() -> None:
    said = plain(attention.dense_and_attention(2, 1, 0.5, FACTS))
    assert "dense: m_2,1 =0.5000  for any sentence" in said
    assert said.endswith("=e^4.000/210.4 =0.2595")  # e^4 / (e^2 + e^4 + e^5)
    said = plain(attention.dense_and_attention(0, 1, None, np.array([1.0, -np.inf, -np.inf])))
    assert said.endswith("=0  (masked)") and "no such row or column" in said


@pytest.mark.parametrize("place", [0, 1, 2])
def test_the_weights_are_those_of_softmax(place: int) -> None:
    weight = math.exp(FACTS[place]) / sum(map(math.exp, FACTS))
    assert plain(attention.weight_of(FACTS, place)).endswith(f"={weight:#.4g}")
