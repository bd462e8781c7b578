"""Attention by hand, additive scores, paths and gradients: what is written is what comes out."""

import math

import numpy as np
import pytest

from headlight.formulas import by_hand, paths
from tests.mathml import plain
from transformer.experiments.by_hand import WIDTH, drawn
from transformer.experiments.paths import layers_needed, multiplications


def test_one_form_stands_for_both_projections() -> None:
    said = plain(by_hand.bilinear_form(7, 6, -2.5, -2.5))
    assert said == "q_7·k_6 =(x_7 W_Q)(x_6 W_K)^⊤\n=−2.50000\nx_7 W x_6^⊤ =−2.50000\nW =W_Q W_K^⊤"
    words = drawn(42)  # and so it is, with vectors as rows
    form = words.words @ (words.w_q @ words.w_k.T) @ words.words.T
    np.testing.assert_allclose(form, words.queries @ words.keys.T)


def test_the_result_of_four_words_has_eight_decimals() -> None:
    words = drawn(42)
    scores = words.queries @ words.keys.T / math.sqrt(3)
    powers = np.exp(scores)
    context = powers / powers.sum(axis=1, keepdims=True) @ words.values
    said = plain(by_hand.attention_result(words.look().context, WIDTH))
    assert said.startswith("softmax(QK^⊤/√3)V =")
    for value in context.flat:
        assert f"{value:.8f}" in said


def test_a_word_goes_from_its_numbers_to_its_context() -> None:
    words = drawn(42)
    looks, place = words.look(), 2
    lines = by_hand.one_word(
        place, words.words[place], words.queries[place], looks.scores[place], looks.scaled[place],
        looks.pattern[place], words.values, looks.context[place],
    )  # fmt: skip
    said = plain(lines).splitlines()
    query = words.words[2] @ words.w_q
    assert said[0] == "q_3 =x_3 W_Q =(1,1,0) W_Q" and said[1] == f"=({','.join(f'{value:.0f}' for value in query)})"
    assert said[2] == f"q_3·k_j =({','.join(f'{value:.0f}' for value in query @ words.keys.T)})"
    weights = np.exp(query @ words.keys.T / math.sqrt(3))
    weights /= weights.sum()
    assert said[4] == f"softmax =({','.join(f'{value:#.3g}' for value in weights)})"
    assert said[5].startswith(f"context ={weights[0]:#.4g}·(") and said[8].startswith(f"  +{weights[3]:#.4g}·(")
    assert said[9] == f"=({','.join(f'{value:.8f}' for value in weights @ words.values)})"


@pytest.mark.parametrize("units", [1, 2, 3, 9])
def test_an_additive_score_is_summed_over_its_units(units: int) -> None:
    random = np.random.default_rng(units)
    query, key, v = random.standard_normal((3, units))
    said = plain(by_hand.additive_score(query, key, v)).replace("−", "-")
    score = sum(one * math.tanh(a + b) for one, a, b in zip(v, query, key, strict=True))
    assert said.endswith(f"\n={score:#.4g}")
    assert said.count("tanh(") == 1 + min(units, 3) and ("⋯" in said) is (units > 3)


@pytest.mark.parametrize("dilated", [False, True])
def test_the_table_of_layers_counts_what_the_model_room_counts(dilated: bool) -> None:
    n, d, k = 8, 192, 4
    said = plain(paths.comparison(n, d, k, layers_needed(n - 1, k, dilated=dilated), dilated=dilated))
    rows = {line.split(" n")[0].split(" k")[0]: line for line in said.splitlines()}
    for name, count in multiplications(n, d, k).items():
        assert f"={count:,} ".replace(",", " ") in rows[name]
    assert rows["RNN"].endswith("O(n): 8 O(n): 8") and rows["RNN + attention"].endswith("O(n): 9 O(1): 2")
    assert rows["window attention"].endswith("O(log_k n): 2" if dilated else "O(n/k): 3")


def test_layers_of_windows() -> None:
    assert plain(paths.window_layers(7, 4, 3, dilated=False)).endswith("=⌈7/(4−1)⌉ =3")
    assert math.ceil(7 / 3) == 3
    assert plain(paths.window_layers(15, 4, 2, dilated=True)).endswith("=⌈log_4 (15+1)⌉ =2")
    assert math.ceil(math.log(16, 4)) == 2


def test_gradients_stand_beside_expectations_that_owe_them_nothing() -> None:
    said = plain(paths.chain_rule(32, 4.0, 4.0 * 0.8**32, 0.2, radius=0.9, width=24, tanh=True))
    assert f"={4 * 0.8**32:#.4g} =4.000·0.800^32".replace("e-03", "") in said
    assert f"ρ(W)^32 =0.9^32 ={0.9**32:.4f}" in said
    assert "|∂o_32/∂x_0| =0.2000" in said
    assert said.endswith(f"even weights: |W_V|/33 ≈4.90/33 ={math.sqrt(24) / 33:.3f}")
    other = plain(paths.chain_rule(32, 4.0, 4.0 * 0.8**32, 0.7, radius=0.9, width=24, tanh=True))
    assert other.splitlines()[5] == said.splitlines()[5]  # the expectation does not follow the measurement
    assert "diag" in said and "diag" not in plain(paths.chain_rule(3, 4.0, 1.0, 0.7, radius=0.9, width=24, tanh=False))


def test_a_gradient_that_has_vanished_is_written_as_nought() -> None:
    assert "=0 =4.000·0^8" in plain(paths.chain_rule(8, 4.0, 0.0, 0.7, radius=0.1, width=24, tanh=True))
