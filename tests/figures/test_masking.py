"""Losses are drawn unrounded, one bar for each token, with repeated and odd tokens kept apart and escaped."""

import numpy as np

from figures.masking import losses_bar
from figures.theme import palette

TOKENS = ("bear", "<b>", "bear")


def test_each_mask_has_its_bars_and_repeated_tokens_stay_apart() -> None:
    causal, none = np.array([1.25, 2.5, 0.125]), np.array([3.0, 0.5, 7.0])
    figure = losses_bar({"causal mask": causal, "no mask": none}, tokens=TOKENS, colours=palette("light"))
    assert [bar.name for bar in figure.data] == ["causal mask", "no mask"]
    for bar, losses in zip(figure.data, (causal, none), strict=True):
        np.testing.assert_array_equal(bar.y, losses)
        np.testing.assert_array_equal(bar.x, [1, 2, 3])
    assert figure.layout.xaxis.ticktext == ("bear", "&lt;b&gt;", "bear")


def test_a_long_text_writes_each_nth_label_but_draws_every_bar() -> None:
    figure = losses_bar({"causal mask": np.ones(127)}, tokens=["bear"] * 127, colours=palette("dark"))
    assert len(figure.data[0].x) == 127
    assert len(figure.layout.xaxis.ticktext) == len(figure.layout.xaxis.tickvals) < 50
