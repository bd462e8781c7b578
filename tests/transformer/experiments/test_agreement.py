"""Agreement is measured from the model's own probabilities, and what the page and its lesson say of it is so."""

import math

import numpy as np
import pytest

from tests.statements import lesson
from transformer.experiments.agreement import BETWEEN, SUBJECTS, measure, sentence


@pytest.fixture(scope="module")
def found(model):
    return measure(model)


def test_each_cell_is_the_logarithm_of_a_ratio_of_probabilities(model, found) -> None:
    was, were = (model.tokenizer.encode(verb)[0].id for verb in ("was", "were"))
    for row, subject in [*enumerate(SUBJECTS)][::3]:
        for column, between in enumerate(BETWEEN):
            chances = model.trace(f"{subject} {between}".strip()).probabilities[-1].astype(float)
            expected = math.log(chances[was] / chances[were])
            assert found.log_ratios[row, column] == pytest.approx(expected, abs=1e-4)


def test_the_first_column_has_nothing_between() -> None:
    assert sentence("The girl", "") == "The girl" and sentence("The girl", "in the house") == "The girl in the house"


def test_singular_and_plural_take_turns_in_subjects_and_in_the_nearest_noun() -> None:
    assert len(SUBJECTS) == 14 and len(BETWEEN) == 7
    assert SUBJECTS[:4] == ("The person", "The people", "The girl", "The girls")
    for singular, plural in zip(BETWEEN[1::2], BETWEEN[2::2], strict=True):
        assert plural == f"{singular}s"


def test_the_verb_follows_a_subject_beside_it(found) -> None:
    singular, plural = found.log_ratios[::2], found.log_ratios[1::2]
    assert (singular[:, 0] > 0).all() and (plural[:, 0] < 0).all()
    assert "after all of seven nouns in both numbers" in lesson("agreement")


def test_past_a_plural_noun_every_verb_is_plural_and_past_who_saw_the_dog_every_one_singular(found) -> None:
    said = lesson("agreement")
    named = [BETWEEN.index(words) for words in ("in the houses", "near the trees", "who saw the dogs")]
    assert all(f"*{BETWEEN[column]}*" in said for column in named)
    assert (found.log_ratios[:, named] < 0).all()
    assert (found.log_ratios[:, BETWEEN.index("who saw the dog")] > 0).all()


def test_past_a_singular_noun_in_a_phrase_of_place_the_subject_has_a_say(found) -> None:
    columns = [BETWEEN.index(words) for words in ("in the house", "near the tree")]
    singular = np.arange(len(SUBJECTS)) % 2 == 0
    right = [int(((found.log_ratios[:, column] > 0) == singular).sum()) for column in columns]
    assert right == [13, 13] and "13 of 14 verbs are right there" in lesson("agreement")


def test_the_nearest_noun_is_worth_more_than_the_subject(found) -> None:
    past = found.by_subject[1:].mean()
    said = lesson("agreement")
    assert f"is worth {past:.2f} in the logarithm" in said
    assert f"instead of a plural one {found.by_nearest.mean():.2f}." in said
    assert (found.log_ratios[:, 1::2] > found.log_ratios[:, 2::2]).all()  # in every sentence


def test_the_sums_of_the_sentence_below_the_table(found) -> None:
    table = found.log_ratios
    assert found.right == sum((table[row, column] > 0) == (row % 2 == 0) for row in range(14) for column in range(7))
    for column in range(7):
        by_hand = np.mean([table[row, column] - table[row + 1, column] for row in range(0, 14, 2)])
        assert found.by_subject[column] == pytest.approx(by_hand)
    for phrase in range(3):
        by_hand = np.mean([table[row, 1 + 2 * phrase] - table[row, 2 + 2 * phrase] for row in range(14)])
        assert found.by_nearest[phrase] == pytest.approx(by_hand)
