"""Every task solved a second way, by Python's own lists and numbers, on drawn rows and on what a reader types."""

import pytest
import torch
from torch import Generator

from transformer.learning.examples import Examples, Task
from transformer.learning.tasks import PERIODS, TASKS, UNSEEN_PERIODS, with_period

ROWS = 40


def drawn(task: Task, seed: int = 3) -> Examples:
    return task.draw(ROWS, Generator().manual_seed(seed))


def texts(task: Task, rows: Examples) -> list[list[str]]:
    return [[task.alphabet.signs[id] for id in row] for row in rows.ids.tolist()]


def looks(rows: Examples, kind: str, row: int) -> dict[int, list[int]]:
    """For each query with a place to look at, those places."""
    found: dict[int, list[int]] = {}
    for query, key in rows.looks[kind][row].nonzero().tolist():
        found.setdefault(query, []).append(key)
    return found


def period(signs: list[str]) -> int:
    return next(step for step in range(1, len(signs)) if signs[step:] == signs[:-step])


@pytest.mark.parametrize("task", TASKS.values(), ids=lambda task: task.name)
def test_rows_are_of_the_alphabet_and_the_length_and_the_same_for_the_same_seed(task: Task) -> None:
    rows, again, other = drawn(task), drawn(task), drawn(task, seed=4)
    assert rows.ids.shape == (ROWS, task.length) == rows.answers.shape
    assert rows.ids.min() >= 0 and rows.ids.max() < len(task.alphabet.signs)
    assert torch.equal(rows.ids, again.ids) and not torch.equal(rows.ids, other.ids)
    assert rows.answers.any(1).all() and not rows.answers[:, 0].any()
    assert task.read(task.example).answers.any()
    for look in rows.looks.values():
        assert look.shape == (ROWS, task.length, task.length) and look.any((1, 2)).all()
        assert not look.triu(1).any(), "a head that may look only back cannot look there"


@pytest.mark.parametrize(
    ("name", "solved"), [("copy", lambda text: text), ("reverse", lambda text: text[::-1]), ("sort", sorted)]
)
def test_letters_come_again_in_their_new_order(name: str, solved) -> None:
    task = TASKS[name]
    rows = drawn(task)
    for row, signs in enumerate(texts(task, rows)):
        before, after = signs[:8], signs[9:]
        assert signs[8] == "|" and after == [*solved(before)]
        assert rows.answers[row].nonzero().flatten().tolist() == [*range(9, 17)]
        assert looks(rows, "next letter", row) == {
            8 + place: [before.index(letter)] for place, letter in enumerate(after)
        }


def test_a_row_of_the_induction_task_repeats_after_periods_that_differ_in_training_and_test() -> None:
    task = TASKS["induction"]
    assert not {*PERIODS} & {*UNSEEN_PERIODS}
    periods = {period(signs) for signs in texts(task, task.draw(400, Generator().manual_seed(0)))}
    unseen = {period(signs) for signs in texts(task, task.test(400, Generator().manual_seed(0)))}
    assert periods == {*PERIODS} and unseen == {*UNSEEN_PERIODS}
    assert {period(signs) for signs in texts(with_period(task), drawn(with_period(task)))} == {16}


def test_what_came_after_the_same_sign_is_asked_for_and_looked_at() -> None:
    task = TASKS["induction"]
    rows = drawn(task)
    for row, signs in enumerate(texts(task, rows)):
        earlier = {
            query: [place + 1 for place in range(query) if signs[place] == sign] for query, sign in enumerate(signs)
        }
        earlier = {query: places for query, places in earlier.items() if places}
        assert looks(rows, "induction", row) == earlier
        assert looks(rows, "previous token", row) == {query: [query - 1] for query in range(1, len(signs))}
        assert rows.answers[row].nonzero().flatten().tolist() == [query + 1 for query in earlier if query < 31]


def test_the_word_before_the_same_noun_is_asked_for() -> None:
    task = TASKS["bear"]
    rows = drawn(task)
    for row, signs in enumerate(texts(task, rows)):
        described = dict(zip(signs[1:8:2], signs[:8:2], strict=True))
        assert len(described) == 4 and [*signs[8::2]] != []
        assert [described[noun] for noun in signs[8::2]] == signs[9::2]
        assert rows.answers[row].nonzero().flatten().tolist() == [9, 11, 13, 15]
        for query, keys in looks(rows, "modifier", row).items():
            assert [signs[key] for key in keys] == [described[signs[query]], signs[query]] and max(keys) < 8


def test_a_verb_agrees_with_the_first_noun() -> None:
    task = TASKS["agreement"]
    rows = drawn(task)
    verbs = set()
    for row, signs in enumerate(texts(task, rows)):
        (asked,) = rows.answers[row].nonzero().flatten().tolist()
        ((query, (noun,)),) = looks(rows, "first noun", row).items()
        assert query == asked - 1 and signs[asked + 1 :] == ["·"] * (11 - asked)
        assert noun == (1 if signs[1] not in {"old", "big", "dark", "small", "green", "quiet"} else 2)
        assert signs[asked] == ("are" if signs[noun].endswith("s") else "is")
        verbs.add(signs[asked])
    assert verbs == {"is", "are"}


def test_sums_are_right_and_a_tenth_of_them_is_never_trained_on() -> None:
    task = TASKS["addition"]

    def sums(rows: Examples) -> set[tuple[int, int]]:
        found = set()
        for signs in texts(task, rows):
            first, second, total = int("".join(signs[:2])), int("".join(signs[3:5])), "".join(signs[:5:-1])
            assert signs[2] == "+" and signs[5] == "=" and int(total) == first + second
            found.add((first, second))
        return found

    generator = Generator().manual_seed(0)
    trained, tested = sums(task.draw(6000, generator)), sums(task.test(2000, generator))
    assert not trained & tested and len(trained | tested) > 4500
    rows = drawn(task)
    assert looks(rows, "both digits", 0) == {5: [1, 4], 6: [0, 3]}


@pytest.mark.parametrize(
    ("name", "typed", "solved"),
    [
        ("reverse", "Eyelidsx", "eyelidsx|xsdileye"),
        ("copy", "abcdefgh|abc", "abcdefgh|abcdefgh"),
        ("sort", "headlist", "headlist|adehilst"),
        ("addition", "47 + 38 =", "47+38=580"),
        ("agreement", "the keys near the old bear is", "the keys near the old bear are · · · · ·"),
        ("bear", "bear country stone bridge night train hill town country", None),
        ("induction", "Abc abc", "abcabc"),
    ],
)
def test_what_a_reader_types_is_solved(name: str, typed: str, solved: str | None) -> None:
    task = TASKS[name]
    rows = task.read(typed)
    assert task.alphabet.written(rows.ids[0]) == (solved or f"{typed} bear")
    assert rows.answers.any()


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("reverse", "short"),
        ("reverse", "nine lett ers"),
        ("sort", "ÄÖÜ<b>xyz"),
        ("induction", "a"),
        ("induction", "9"),
        ("induction", "ab" * 17),
        ("bear", "bear country"),
        ("bear", "bear country stone bridge night train hill town"),
        ("bear", "bear country stone bridge night train hill town road"),
        ("bear", "bear country stone country night train hill town country"),
        ("bear", "country bear stone bridge night train hill town country"),
        ("agreement", "the near the"),
        ("agreement", "the bear " * 6),
        ("addition", "4+38"),
        ("addition", "47+3+"),
        ("addition", ""),
    ],
)
def test_what_no_task_can_have_is_said_in_a_sentence(name: str, typed: str) -> None:
    with pytest.raises(ValueError, match=r"this task|alphabet|noun"):
        TASKS[name].read(typed)


def test_the_score_of_a_head_is_its_mean_weight_where_its_kind_would_look() -> None:
    rows = TASKS["addition"].read("47+38")
    pattern = torch.zeros(1, 2, 9, 9)
    pattern[0, 0, 5, [1, 4]], pattern[0, 0, 6, 0] = torch.tensor([0.5, 0.25]), 0.25
    pattern[0, 1, 5, 0] = 1.0
    assert rows.scores(pattern) == {"both digits": [0.5, 0.0]}


def test_tokens_know_where_they_stand_in_what_was_typed() -> None:
    for name, text in (("agreement", "the  old Bears"), ("induction", "a B1")):
        for token in TASKS[name].alphabet.read(text):
            assert text[token.start : token.end] == token.text
            assert [token.id for token in TASKS[name].alphabet.read(text.upper())] == [
                token.id for token in TASKS[name].alphabet.read(text)
            ]


@pytest.mark.parametrize("name", TASKS)
def test_what_is_said_of_the_test_rows_is_so(name: str) -> None:
    """Met in the first 150 steps of training, with one seed: a third in agreement, whose sentences are few."""
    task, generator = TASKS[name], Generator().manual_seed(0)
    tested = {tuple(row) for row in task.test(100, Generator().manual_seed(5)).ids.tolist()}
    met = tested & {tuple(row) for _ in range(150) for row in task.draw(64, generator).ids.tolist()}
    assert bool(met) == ("may meet in training" in task.tested_on) != (task.tested_on == "unseen examples")
