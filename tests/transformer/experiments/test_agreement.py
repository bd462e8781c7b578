"""Agreement is measured from the model's own probabilities, and what the page and its lesson say of it is so."""

import math

import numpy as np
import pytest

from transformer import load
from transformer.experiments.agreement import BETWEEN, SUBJECTS, measure, sentence


@pytest.fixture(scope="module")
def model():
    return load("story")


@pytest.fixture(scope="module")
def found(model):
    return measure(model)


def test_each_cell_is_the_logarithm_of_a_ratio_of_probabilities(model, found) -> None:
    was, were = (model.tokenizer.encode(verb)[0].id for verb in ("was", "were"))
    for row, subject in enumerate(SUBJECTS):
        for column, between in enumerate(BETWEEN):
            chances = model.trace(f"{subject} {between}".strip()).probabilities[-1].astype(float)
            expected = math.log(chances[was] / chances[were])
            assert found.log_ratios[row, column] == pytest.approx(expected, abs=1e-4)


def test_the_first_column_has_nothing_between() -> None:
    assert sentence("The girl", "") == "The girl" and sentence("The girl", "in the house") == "The girl in the house"


def test_the_verb_follows_a_subject_beside_it_and_past_the_house_leans_to_it(found) -> None:
    singular, plural = found.log_ratios[::2], found.log_ratios[1::2]
    assert (singular[:, :2] > 0).all() and (plural[:, :2] < 0).all()


def test_past_another_noun_the_nearest_one_decides(found) -> None:
    assert (found.log_ratios[:, 2] > 0).all() and (found.log_ratios[:, 3] < 0).all()


def test_the_sums_of_the_sentence_below_the_table(found) -> None:
    assert found.right == 12
    by_hand = [
        np.mean([found.log_ratios[0, k] - found.log_ratios[1, k], found.log_ratios[2, k] - found.log_ratios[3, k]])
        for k in range(4)
    ]
    np.testing.assert_allclose(found.by_subject, by_hand)
    assert found.by_subject[0] > 5 * found.by_subject[-1]
    assert (found.log_ratios[:, 2] - found.log_ratios[:, 3]).mean() > 3 * found.by_subject[2]
