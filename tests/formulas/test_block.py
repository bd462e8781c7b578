"""The formulas of the block work out what they say."""

import math

import numpy as np
import pytest
import torch

from headlight.formulas import block
from tests.mathml import plain


def test_the_block_adds_twice() -> None:
    said = plain(block.block())
    assert said == "residual_mid =x +Attention(LN(x))\nresidual_out =residual_mid\n  +FFN(LN(residual_mid))"


def test_the_second_sublayer_of_a_parallel_block_reads_what_the_first_reads() -> None:
    said = plain(block.block(parallel=True))
    assert said == "residual_mid =x +Attention(LN(x))\nresidual_out =residual_mid\n  +FFN(LN(x))"


def test_norms_around_a_sublayer_are_written_around_it() -> None:
    said = plain(block.block("RMSNorm", added=True))
    assert said.splitlines()[0] == "residual_mid =x +RMSNorm(Attention(RMSNorm(x)))"
    assert said.endswith("+RMSNorm(FFN(RMSNorm(residual_mid)))")


def test_a_block_may_normalize_what_it_adds_alone() -> None:
    said = plain(block.block("RMSNorm", before=False, added=True))
    assert said.splitlines()[0] == "residual_mid =x +RMSNorm(Attention(x))"
    assert said.endswith("+RMSNorm(FFN(residual_mid))")


@pytest.mark.parametrize(
    ("one", "other"), [((3.0, 0.0), (0.0, 4.0)), ((1.0, 2.0), (-2.0, 0.5)), ((2.0, 0.0), (-2.0, 0.0))]
)
def test_the_length_of_a_sum_is_the_length_of_the_sum(one: tuple, other: tuple) -> None:
    x, y = np.array(one), np.array(other)
    lengths = float(np.linalg.norm(x)), float(np.linalg.norm(y))
    cosine = float(x @ y) / (lengths[0] * lengths[1])
    said = plain(block.length_of_sum("FFN", *lengths, cosine))
    whole = float(np.linalg.norm(x + y))
    assert said.endswith(f"|x+y| ={whole:#.3g}" if whole else "|x+y| =0")
    assert f"={lengths[0]:#.3g}^2 +{lengths[1]:#.3g}^2" in said and "y =FFN" in said


def test_a_number_through_layer_norm() -> None:
    before = np.array([1.0, -3.0, 5.0, 9.0])
    mean, deviation = 3.0, math.sqrt(20.0)  # of squares 4, 36, 4, 36
    one = (5.0 - 3.0) / deviation
    said = plain(block.layer_norm(before, mean, deviation, one, 0.5, -0.25, 0.5 * one - 0.25, 2)).splitlines()
    assert said == [
        "μ =1.00−3.00+⋯+9.00/4 =3.000",
        "σ =√1/4∑_i(x_i−μ)^2+ε =4.472",
        "xˆ_2 =5.000−3.000/4.472 =0.4472",
        "y_2 =γxˆ +β =0.5000·0.4472 −0.2500 =−0.02639",
    ]


@pytest.mark.parametrize("given", [-1.5, 0.0, 2.2])
def test_gelu_by_its_tanh_form_is_what_torch_computes_by_it(given: float) -> None:
    said = plain(block.gelu(5, given, by_tanh=True)).replace("−", "-")
    of_torch = torch.nn.functional.gelu(torch.tensor(given, dtype=torch.float64), approximate="tanh")
    assert said.endswith(f"={of_torch:#.4g}" if given else "=0")
    assert "z =√2/π (x+0.044715·x^3) =" in said and "=x/2 (1+tanh(z))" in said and "Φ" not in said


@pytest.mark.parametrize("given", [-1.5, 0.0, 2.0])
def test_gelu_is_x_times_the_share_of_a_gaussian_below_x(given: float) -> None:
    grid = np.linspace(-12, given, 200_001)
    below = float(np.trapezoid(np.exp(-(grid**2) / 2) / math.sqrt(2 * math.pi), grid))
    said = plain(block.gelu(5, given)).replace("−", "-")
    assert said.endswith(f"={given * below:#.4g}" if given else "=0")
    assert "hidden_5 =GELU(" in said and "W_in[:,5]" in said


def test_a_push_is_a_value_times_what_one_would_add() -> None:
    said = plain(block.push(5, 2.0, -0.5))
    assert said == "push =hidden_5×(W_out[5]→W_U^⊤)\n=2.000×(−0.5000) =−1.000"
