"""Attention by hand gives the printed numbers, and what torch gives; a text restores an example exactly."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from transformer.experiments.by_hand import WORDS, drawn, look, read


def test_the_four_words_give_the_printed_numbers() -> None:
    expected = [
        [0.98522025, 1.74174051, 0.75652026],
        [0.90965265, 1.40965265, 0.5],
        [0.99851226, 1.75849334, 0.75998108],
        [0.99560386, 1.90407309, 0.90846923],
    ]
    np.testing.assert_allclose(drawn(42).look().context, expected, atol=5e-9)


def test_the_seed_draws_what_numpy_draws() -> None:
    np.random.seed(7)
    w_q, w_k, w_v = (np.random.randint(3, size=(3, 3)) for _ in range(3))
    example = drawn(7)
    for ours, numpys in ((example.w_q, w_q), (example.w_k, w_k), (example.w_v, w_v), (example.words, WORDS)):
        np.testing.assert_array_equal(ours, numpys)


@pytest.mark.parametrize("causal", [False, True])
def test_a_look_is_torchs_own_attention(causal: bool) -> None:
    random = np.random.default_rng(0)
    queries, keys, values = (random.standard_normal((7, width)) for width in (5, 5, 3))
    found = look(queries, keys, values, factor=5**-0.5, causal=causal)
    reference = torch.nn.functional.scaled_dot_product_attention(
        *(torch.tensor(part) for part in (queries, keys, values)), is_causal=causal
    )
    np.testing.assert_allclose(found.context, reference.numpy(), atol=1e-12)
    np.testing.assert_allclose(found.pattern.sum(axis=1), 1)
    assert np.isneginf(found.masked).sum() == (21 if causal else 0)


@given(st.integers(0, 9999))
def test_a_text_restores_its_example(seed: int) -> None:
    example = drawn(seed)
    again = read(example.text())
    np.testing.assert_array_equal(again.look().context, example.look().context)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1 2 3",
        "1 2 3 | 1 2 3 | 1 2 3 | 1 2 3",
        "1 2 | 1 0 0; 0 1 0; 0 0 1 | 1 0 0; 0 1 0; 0 0 1 | 1 0 0; 0 1 0; 0 0 1",
        "1 2 x | 1 0 0; 0 1 0; 0 0 1 | 1 0 0; 0 1 0; 0 0 1 | 1 0 0; 0 1 0; 0 0 1",
        "1 2 nan | 1 0 0; 0 1 0; 0 0 1 | 1 0 0; 0 1 0; 0 0 1 | 1 0 0; 0 1 0; 0 0 1",
        "1 2 1e9 | 1 0 0; 0 1 0; 0 0 1 | 1 0 0; 0 1 0; 0 0 1 | 1 0 0; 0 1 0; 0 0 1",
        "1 2 3; | 1 0 0; 0 1 0; 0 0 1 | 1 0 0; 0 1 0; 0 0 1 | 1 0 0; 0 1 0; 0 0 1",
        "1 2 3; 4 5 | 1 0 0; 0 1 0; 0 0 1 | 1 0 0; 0 1 0; 0 0 1 | 1 0 0; 0 1 0; 0 0 1",
        ";".join(["1 2 3"] * 9) + "| 1 0 0; 0 1 0; 0 0 1 | 1 0 0; 0 1 0; 0 0 1 | 1 0 0; 0 1 0; 0 0 1",
    ],
)
def test_what_is_no_example_is_refused_in_words(text: str) -> None:
    with pytest.raises(ValueError, match="must"):
        read(text)


def test_word_3_is_the_sum_of_words_1_and_2_but_not_its_context() -> None:
    example = drawn(42)
    for part in (example.words, example.queries, example.keys, example.values):
        np.testing.assert_array_equal(part[2], part[0] + part[1])
    context = example.look().context
    assert not np.allclose(context[2], context[0] + context[1])
