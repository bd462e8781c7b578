"""The formulas of the next word carry the numbers of their arrays."""

import math

import numpy as np

from headlight.formulas import prediction
from tests.mathml import plain
from transformer.sampling import NextToken, Sampling, next_token


def likeliest(step: NextToken, temperature: float) -> str:
    return plain(prediction.probability_of_likeliest(step.logits, step.probabilities, step.final, temperature))


def cut(step: NextToken, sampling: Sampling) -> list[str]:
    lines = prediction.cut(step.probabilities, step.in_top_k, step.final, sampling.top_k, sampling.top_p)
    return plain(lines).splitlines()


def test_the_likeliest_token_is_followed_from_its_logit_to_what_is_drawn_from() -> None:
    assert likeliest(next_token(np.array([2.0, 4.0, 5.0]), Sampling(top_k=2)), 1.0).splitlines() == [
        "logit/T =5.000/1.0 =5.000",
        "exp =e^5.000 =148.4",
        "sum of 3 =210.4",
        "probability =148.4/210.4",
        "=0.7054",
        "renormalised =0.7054/0.9649 =0.7311",
    ]


def test_a_low_temperature_overflows_nothing() -> None:
    said = likeliest(next_token(np.array([2.0, 200.0]), Sampling(temperature=0.1)), 0.1)
    assert "×10^868" in said and "∞" not in said


def test_top_k_and_top_p_are_counted_out() -> None:
    sampling = Sampling(top_k=3, top_p=0.8)
    step = next_token(np.log([0.5, 0.2, 0.1, 0.15, 0.05]), sampling)  # kept by top-k: 0.5, 0.2, 0.15, of 0.85
    assert cut(step, sampling) == [
        "k =3:  3 most likely kept",
        f"p =0.80:  0.588 +0.235 ={0.7 / 0.85:.4f} ≥0.80",
        f" with 1: {0.5 / 0.85:.4f} <0.80",
        " so 2 kept of 3",
        "kept in all:  0.7000,  divided by it, they sum to 1",
    ]


def test_nothing_is_cut_by_default() -> None:
    said = cut(next_token(np.zeros(4), Sampling()), Sampling())
    assert said[0] == "top-k off:  4 tokens kept" and said[1] == "top-p off:  nothing more is cut"
    assert said[2].startswith("kept in all:  1.000")


def lens(probabilities: list[float], ranks: list[int], *, fitted: bool = False, without_itself: bool = False) -> str:
    formula = prediction.lens(np.array(probabilities), np.array(ranks), fitted=fitted, without_itself=without_itself)
    return plain(formula)


def test_the_lens_reads_the_beginning_and_the_last_two() -> None:
    said = lens([0.01, 0.1, 0.2, 0.3], [50, 5, 2, 1]).splitlines()
    assert said[0] == "p =softmax(LN_last(residual) W_U^⊤)"  # W_U has a row for each token, as in `logit`
    assert said[1:] == [
        "after 0 layers: p =0.0100,  rank 50",
        "after 2 layers: p =0.200,  rank 2",
        "after 3 layers: p =0.300,  rank 1",
    ]
    assert "after 1 layer:" in lens([0.1, 0.2], [2, 1])


def test_the_loss_is_the_mean() -> None:
    said = plain(prediction.mean_of_losses(np.array([1.0, 2.0, 6.0])))
    assert said.endswith("=1.00+2.00+6.00/3\n=3.000 nats")
    losses = -np.log([0.5, 0.25])
    assert f"={1.5 * math.log(2):.3f} nats" in plain(prediction.mean_of_losses(losses))
