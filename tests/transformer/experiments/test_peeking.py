"""Random letters cannot be predicted; a mask keeps a model honest about that, and without one it cheats."""

import math
from collections.abc import Iterator

import numpy as np
import pytest
import torch

from transformer.experiments.peeking import ALPHABET, LENGTH, STEPS, Learner, learn, letters

BLIND = math.log(len(ALPHABET))
TEXT = letters("The hiking trail led us")


@pytest.fixture(scope="module", autouse=True)
def one_core() -> Iterator[None]:
    """As in the app: so small a model is trained fastest by one thread."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="module")
def begun() -> Learner:
    return learn("causal", seed=0, steps=10)


@pytest.fixture(scope="module")
def honest() -> Learner:
    return learn("causal", seed=0)


@pytest.fixture(scope="module")
def peeking() -> Learner:
    return learn("none", seed=0)


def loss(chances: np.ndarray) -> float:
    return float(-np.log(chances).mean())


@pytest.mark.study
def test_with_the_mask_the_loss_stays_at_that_of_a_blind_guess(honest: Learner) -> None:
    assert len(honest.losses) == STEPS
    assert honest.losses[-20:].mean() == pytest.approx(BLIND, abs=0.02)


@pytest.mark.study
def test_without_a_mask_the_loss_falls_towards_zero(peeking: Learner) -> None:
    assert peeking.losses[0] > 3 and peeking.losses[100:].max() < 0.1 and peeking.losses[-20:].max() < 0.01


@pytest.mark.study
def test_when_the_answer_is_not_there_yet_the_one_that_peeked_is_worse_than_a_blind_guess(
    honest: Learner, peeking: Learner
) -> None:
    assert loss(peeking.step_by_step(TEXT)) > 2 * BLIND
    assert loss(honest.step_by_step(TEXT)) == pytest.approx(BLIND, abs=0.1)


def test_under_the_causal_mask_it_does_not_matter_what_comes_after(begun: Learner) -> None:
    np.testing.assert_allclose(begun.whole(TEXT)[1], begun.step_by_step(TEXT), rtol=1e-4)


def test_the_same_seed_gives_the_same_numbers_and_is_told_of() -> None:
    shares: list[float] = []
    again = [learn("none", seed=3, steps=30, on_progress=shares.append).losses for _ in range(2)]
    np.testing.assert_array_equal(*again)
    assert shares == pytest.approx([1 / 3, 2 / 3, 1.0] * 2)


def test_letters_are_the_first_of_a_text_and_all_else_is_one_sign() -> None:
    assert [ALPHABET[letter] for letter in letters("É a-Z 🐻")] == list("__a_z__")
    assert len(letters("x" * 40)) == LENGTH
    assert letters("") == []


@pytest.mark.parametrize("text", ["", "a"])
def test_a_text_without_a_next_letter_asks_nothing(begun: Learner, text: str) -> None:
    assert begun.step_by_step(letters(text)).shape == (0,)
