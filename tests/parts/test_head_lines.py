"""Heads drawn as lines: which is the chosen one among several, and which tokens' lines are drawn."""

import pytest

from headlight.parts import head_lines


def told(choice: list, head: int | None) -> tuple[dict, list]:
    firsts: list = []
    chosen = head_lines.chooser(lambda first, every: firsts.append((first, every)) or {}, lambda layer: {}, head)
    return dict(chosen(choice)), firsts


@pytest.mark.parametrize(
    ("head", "heads", "first", "others"),
    [(2, [0, 2, 4], 2, "1 5"), (3, [0, 2], 0, "3"), (None, [1, 5], 1, "6"), (4, [4], 4, None)],
)
def test_the_chosen_head_stays_the_first_where_it_is_among_them(head, heads, first, others) -> None:
    keys, firsts = told(["heads", heads], head)
    assert keys == {"other_heads": others} and firsts == [(first, sorted(heads))]
