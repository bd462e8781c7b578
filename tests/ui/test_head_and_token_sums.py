"""The sums of the pages on heads and on the next word carry the numbers of their arrays."""

import numpy as np

from transformer.sampling import Sampling, next_token
from ui.arithmetic import probability_of_likeliest, split_in_heads, sum_of_heads

LINE = r" \\ "


def test_a_number_of_attended_is_the_sum_over_all_heads() -> None:
    written = LINE.join(sum_of_heads(np.array([0.5, -0.25, 1.0, -2.0, 0.0, 0.125]), 17))
    assert r"0.500 - 0.250 + 1.00 \\ &\quad - 2.00 + 0 + 0.125 \\ &= -0.625" in written
    assert r"\text{attended}_{\text{last}, 17}" in written


def test_the_width_is_split_among_the_heads() -> None:
    assert r"192 &= 6 \times 32" in LINE.join(split_in_heads(6, 32))
    assert r"512 &= 8 \times 64" in LINE.join(split_in_heads(6, 32))


def test_the_likeliest_token_is_followed_from_its_logit_to_what_is_drawn_from() -> None:
    written = LINE.join(probability_of_likeliest(next_token(np.array([2.0, 4.0, 5.0]), Sampling(top_k=2)), 1.0))
    for piece in (
        r"\frac{5.000}{1.0} = 5.000",
        r"\exp &= e^{5.000} = 148.4",
        r"\text{sum of 3} &= 210.4",
        r"\frac{148.4}{210.4} \\ &= 0.7054",
        r"\frac{0.7054}{0.9649} = 0.7311",
    ):
        assert piece in written


def test_a_low_temperature_overflows_nothing() -> None:
    written = LINE.join(probability_of_likeliest(next_token(np.array([2.0, 200.0]), Sampling(temperature=0.1)), 0.1))
    assert r"\times 10^{868}" in written and "infty" not in written
