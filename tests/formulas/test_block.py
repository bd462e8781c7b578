"""The formulas of the block work out what they say."""

import math

import numpy as np
import pytest
import torch

from headlight.formulas import block
from tests.mathml import plain


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
