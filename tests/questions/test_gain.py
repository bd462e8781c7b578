"""The figures of a report: worked cases, and classes that were drawn with a known gain."""

import csv
import itertools
import math
from io import StringIO

import numpy as np
import pytest

from headlight.questions import gain
from headlight.questions.gain import NONE
from headlight.questions.questions import bundled
from headlight.questions.report import Answer, answers_table, gained, items_table, paired
from tests.in_turn import in_turn

QUESTIONS = bundled().items


def drawn(random: np.random.Generator, pupils: int, learned: float) -> tuple[np.ndarray, np.ndarray]:
    """A class with 38 % right before, a part of it guessed; what is not known is learned with one probability."""
    ability = random.normal(size=(pupils, 1))
    difficulty = np.linspace(-1.5, 1.5, 16)
    knows = random.random((pupils, 16)) < 1 / (1 + np.exp(-(ability - difficulty - 1.6)))
    later = knows | (random.random((pupils, 16)) < learned)
    guess = [random.random((pupils, 16)) < 0.2 for _ in range(2)]  # who does not know guesses, each time anew
    return (knows | guess[0]).astype(float), (later | guess[1]).astype(float)


def test_the_gain_of_a_class_by_hand() -> None:
    found = gain.gain(np.array([0.25, 0.5]), np.array([0.5, 0.75]))
    assert (found.before, found.after, found.gain) == (0.375, 0.625, pytest.approx(0.4))
    assert gain.in_words(found).startswith("2 answered both times. Right: 38% before, 62% after. The class closed 40%")
    worse = gain.gain(np.array([0.5, 0.5]), np.array([0.25, 0.25]))
    assert worse.gain == worse.low == worse.high == -0.5 and "fell back by 50% of the gap" in gain.in_words(worse)
    for none in (gain.gain(np.array([0.2]), np.array([0.9])), gain.gain(np.array([1.0, 0.9]), np.array([1.0, 1.0]))):
        assert none.gain is None and "no gain is shown" in gain.in_words(none)
    assert gain.gain(*[np.array([gain.FULL] * 2)] * 2).gain == 0
    assert gain.in_words(gain.gain(np.array([]), np.array([]))) == "Nobody answered both times yet."
    with pytest.raises(ValueError, match="same students"):
        gain.gain(np.zeros(2), np.zeros(3))


@pytest.mark.parametrize(("pupils", "half"), [(8, 0.14), (25, 0.08), (60, 0.06)])
def test_the_interval_holds_the_gain_with_which_a_class_was_drawn(pupils: int, half: float) -> None:
    random, found = np.random.default_rng(7), []
    for seed in range(150):
        before, after = drawn(random, pupils, 0.4)
        found.append(gain.gain(before.mean(axis=1), after.mean(axis=1), seed))
    assert np.mean([each.before for each in found]) == pytest.approx(0.38, abs=0.03)
    assert np.mean([each.gain for each in found]) == pytest.approx(0.4, abs=0.02)
    assert 0.85 <= np.mean([each.low <= 0.4 <= each.high for each in found]) <= 1
    assert np.mean([each.high - each.low for each in found]) / 2 == pytest.approx(half, abs=0.02)


@in_turn(
    "case",
    [
        (4, 10, 0.5),
        (10, 4, -0.6),
        (5, 5, 0.0),
        (0, 0, None),
        (16, 16, None),
        (0, 16, 1.0),
        (16, 0, -1.0),
        (15, 16, 1.0),
    ],
)
def test_the_change_of_one_student(case: tuple[int, int, float | None]) -> None:
    before, after, wanted = case
    assert gain.change(before, after, 16) == wanted


def test_mcnemar_counts_all_that_could_have_come_as_unevenly() -> None:
    assert gain.mcnemar(1, 9) == pytest.approx(22 / 1024)
    for lost, won in itertools.product(range(6), range(6)):
        ways = [abs(2 * sum(way) - lost - won) for way in itertools.product((0, 1), repeat=lost + won)]
        assert gain.mcnemar(lost, won) == pytest.approx(np.mean([far >= abs(lost - won) for far in ways]))


def test_holm_by_hand() -> None:
    assert gain.holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert gain.holm([0.9, 0.8]) == [1, 1] and gain.holm([]) == []


def test_kr20_and_discrimination_by_hand() -> None:
    stairs = np.array([[1, 1, 1], [1, 1, 0], [1, 0, 0], [0, 0, 0]], dtype=float)
    assert gain.kr20(stairs) == pytest.approx(0.75)
    assert gain.kr20(np.ones((4, 3))) is None and gain.kr20(stairs[:1]) is None
    assert gain.discrimination(stairs).tolist() == [1, 1, 1]
    assert gain.discrimination(np.eye(10)[:, :2].sum(axis=1, keepdims=True)) == pytest.approx(2 / 3)  # of three persons
    # Those right at the first have 2, 1 and 0 others right, the other 0: spread (11 / 16) ** 0.5.
    assert gain.point_biserial(stairs) == pytest.approx([(3 / 11) ** 0.5, (1 / 2) ** 0.5, (3 / 11) ** 0.5])
    assert gain.point_biserial(np.ones((4, 3))) == [None] * 3
    before, _ = drawn(np.random.default_rng(1), 400, 0.4)
    assert gain.discrimination(before[::-1]) == pytest.approx(gain.discrimination(before)), "whoever came first"
    for item, found in enumerate(gain.point_biserial(before)):
        assert found == pytest.approx(np.corrcoef(before[:, item], np.delete(before, item, axis=1).sum(axis=1))[0, 1])
    assert 0.4 < gain.kr20(before) < 0.65  # type: ignore[operator] # sixteen questions measure a class, not a person


def answers(before: list[list[int]], after: list[list[int]]) -> list[Answer]:
    """Answers of persons a, b, ... to the first questions."""
    return [
        Answer("abcdefgh"[person], phase, QUESTIONS[at].id, option, 10 * at)
        for phase, rows in (("before", before), ("after", after))
        for person, row in enumerate(rows)
        for at, option in enumerate(row)
    ]


def test_ideas_that_left_and_the_ways_of_an_answer() -> None:
    question = QUESTIONS[0]
    wrong = [number for number, option in enumerate(question.options) if not option.right]
    before = np.array([[wrong[0]], [wrong[0]], [wrong[0]], [NONE], [question.right]] * 6)
    after = np.array([[question.right], [question.right], [wrong[1]], [wrong[1]], [wrong[2]]] * 6)
    ways = gain.from_to(before[:, 0], after[:, 0], question.right)
    assert [*ways.values()] == [0, 12, 6, 0, 12]
    moved = {each.idea: each for each in gain.ideas(before, after, [question])}
    first = moved[question.options[wrong[0]].idea]
    assert (first.before, first.after, first.has_moved) == (0.6, 0, True) and next(iter(moved.values())) == first
    assert not gain.ideas(before[:0], after[:0], [question])
    same = gain.ideas(before, before, [question])
    assert not any(each.has_moved for each in same)
    (item,) = gain.items(before, after, [question])
    assert item == (0.2, 0.4, gain.mcnemar(6, 12), gain.mcnemar(6, 12))
    twice = gain.ideas(np.array([[0]] * 3), np.array([[0]] * 3), [QUESTIONS[6]])  # one idea behind three answers
    assert [(each.idea, each.before) for each in twice] == [("SIZE", pytest.approx(1 / 3))]


def test_pairs_are_of_those_who_answered_both_times_and_what_is_left_out_is_wrong() -> None:
    right = [question.right for question in QUESTIONS[:2]]
    given = answers([[NONE, right[1]], [0, 0], right], [right, [right[0]]])
    pairs = paired([*given, Answer("a", "after", QUESTIONS[1].id, NONE, 99)], QUESTIONS[:2])  # a changed its mind
    assert pairs.single == 1 and pairs.before.tolist() == [[NONE, right[1]], [0, 0]]
    assert pairs.after.tolist() == [[right[0], NONE], [right[0], NONE]]
    assert gained(pairs, QUESTIONS[:2]).pairs == 2
    assert paired([], QUESTIONS).before.shape == (0, 16)


def test_two_tables_say_all_that_was_answered_and_name_nobody() -> None:
    given = answers([[0, NONE], [1, 2]], [[QUESTIONS[0].right, 1], [3, QUESTIONS[1].right]])
    text = answers_table("8391", given, QUESTIONS[:2])
    rows = [*csv.DictReader(StringIO(text.removeprefix("\ufeff")))]
    assert text.startswith("\ufeff") and len(rows) == len(given)
    assert [row["person"] for row in rows] == ["1", "1", "2", "2"] * 2 and {row["room_draw"] for row in rows} == {
        "8391"
    }
    for row, answer in zip(rows, given, strict=True):
        option = QUESTIONS[answer.item == QUESTIONS[1].id].options[answer.option] if answer.option != NONE else None
        assert (row["option"], row["idea"]) == (("abcd"[answer.option], option.idea) if option else ("", ""))
        assert row["right"] == str(int(bool(option and option.right)))
    items = [*csv.DictReader(StringIO(items_table(given, QUESTIONS[:2]).removeprefix("\ufeff")))]
    assert [row["item"] for row in items] == [QUESTIONS[0].id, QUESTIONS[1].id, "all"]
    assert all((row["n_before"], row["n_after"], row["kr20"]) == ("2", "2", "") for row in items)  # too few for KR-20
    assert float(items[0]["right_after"]) == 0.5
    nobody = [*csv.DictReader(StringIO(items_table([], QUESTIONS[:1]).removeprefix("\ufeff")))]
    assert nobody[-1] == {**dict.fromkeys(nobody[0], ""), "item": "all", "n_before": "0", "n_after": "0"}
    assert math.isnan(gained(paired([], QUESTIONS), QUESTIONS).before)
