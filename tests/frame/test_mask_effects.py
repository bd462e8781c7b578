"""What is said about a mask is true whichever way its numbers go."""

import numpy as np
import pytest

from headlight.frame.mask_effects import NAMES, loss_sentence, on_attention


@pytest.mark.parametrize("name", [NAMES["none"], NAMES["window"]])
def test_the_sentence_says_the_direction_that_the_numbers_have(name) -> None:
    assert "rises by 0.5000" in loss_sentence(4.5, 4.0, name)
    assert "falls by 0.5000" in loss_sentence(3.5, 4.0, name)
    assert "the same loss" in loss_sentence(4.0, 4.0, name)


def test_only_where_nothing_is_gained_a_model_is_said_not_to_copy_the_answer() -> None:
    assert "never learned to copy it" in loss_sentence(4.5, 4.0, NAMES["none"])
    falling = loss_sentence(1.2, 6.6, NAMES["none"])
    assert "never learned" not in falling and "helps it" in falling
    assert "helps it" not in loss_sentence(1.2, 6.6, NAMES["window"])


def test_attention_ahead_and_attention_that_was_hidden_are_shares_of_all_rows() -> None:
    causal = np.array([[1.0, 0.0], [0.4, 0.6]])
    assert on_attention(np.array([[0.5, 0.5], [0.4, 0.6]]), causal).startswith("Under this mask 25.0% ")
    assert "had 20.0% of it" in on_attention(np.array([[1.0, 0.0], [0.0, 1.0]]), causal)
