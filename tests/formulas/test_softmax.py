"""The formulas of softmax hold its numbers."""

import math

import numpy as np
import pytest

from headlight.formulas import softmax
from tests.mathml import plain

FACTS = np.array([2.0, 4.0, 5.0])
WEIGHTS = np.exp(FACTS) / np.exp(FACTS).sum()


def test_the_table_has_eight_decimals() -> None:
    said = plain(softmax.softmax_table(FACTS, WEIGHTS)).splitlines()
    assert said[:5] == [
        "x e^x e^x/sum",
        "2 7.389 0.03511903",
        "4 54.60 0.25949646",
        "5 148.4 0.70538451",
        "sum 210.4 1.00000000",
    ]


def test_the_norm_of_the_jacobian_is_the_norm_of_its_slopes() -> None:
    slopes = [[p * ((i == j) - q) for j, q in enumerate(WEIGHTS)] for i, p in enumerate(WEIGHTS)]
    norm = math.sqrt(sum(slope**2 for row in slopes for slope in row))
    said = plain(softmax.norm_of_jacobian(WEIGHTS))
    assert f"a =∑_ip^2 ={sum(WEIGHTS**2):.4f},  b =∑_ip^3 =0.3685" in said
    assert "=0.7054×0.2946\n=0.2078" in said
    assert said.endswith(f"‖J‖ =√a−2b+a^2 ={norm:.4f}") and f"{norm:.4f}" == "0.3869"
    assert plain(softmax.norm_of_jacobian(np.array([1.0]))).endswith("=0")


def test_a_row_that_is_almost_decided_keeps_the_digits_of_its_norm() -> None:
    tiny = 2.0**-40  # the norm is 2 tiny (1 - tiny), which a - 2b + a^2 would lose to rounding
    said = plain(softmax.norm_of_jacobian(np.array([1 - tiny, tiny])))
    assert said.endswith("=1.819×10^−12") and 2 * tiny == pytest.approx(1.819e-12, rel=1e-3)


@pytest.mark.parametrize(("d_k", "measured"), [(64, 63.2), (2, 1.9)])
def test_the_variance_is_the_number_of_terms(d_k: int, measured: float) -> None:
    said = plain(softmax.variances(d_k, measured))
    assert f"={d_k}×1 ={d_k}" in said and f"={d_k}/{d_k} =1" in said
    assert f"measured: {measured:#.4g}" in said and said.endswith(f"measured: {measured / d_k:.4f}")


def test_a_soft_look_up_is_softmax_of_cosines_over_the_temperature() -> None:
    cosines = np.array([0.25, 0.5, -0.125])
    weights = np.exp(cosines / 0.1) / np.exp(cosines / 0.1).sum()
    said = plain(softmax.soft_weight(cosines, weights, 0.1))
    share = math.exp(5) / (math.exp(2.5) + math.exp(5) + math.exp(-1.25))
    assert said.endswith(f"=e^0.500/0.1/e^0.250/0.1+e^0.500/0.1+e^−0.125/0.1 ={share:.4f}")
    assert said.startswith("weight_2 =e^cos_2/T")
