"""The parts of formulas: signs join, brackets stand where they are needed, lines break in the right places."""

import pytest

from headlight.formulas.lines import alone, line, then
from headlight.formulas.mathml import (
    brackets,
    equals,
    fraction,
    minus,
    number,
    part,
    related,
    root,
    row,
    table,
    times,
    total,
)
from tests.mathml import plain


def test_a_letter_is_a_variable_and_a_word_is_not() -> None:
    assert alone("x") == (('<math displaystyle="true"><mrow><mi class="variable">x</mi></mrow></math>',),)
    assert alone("cos") == (('<math displaystyle="true"><mrow><mi>cos</mi></mrow></math>',),)


@pytest.mark.parametrize("typed", ["<b>", "&", "</math><script>", 'a"b'])
def test_text_is_escaped(typed: str) -> None:
    ((piece,),) = alone(typed)
    assert plain([alone(typed)]) == typed
    assert "<b>" not in piece and "<script" not in piece


def test_a_line_may_be_broken_before_relations_and_terms_outside_of_brackets() -> None:
    sum_of = total("a", "b")
    assert len(alone("f", brackets(sum_of), equals(sum_of), related("<", "c"))[0]) == 4
    assert len(alone(fraction(sum_of, sum_of), equals(root(sum_of)))[0]) == 2
    assert len(alone(table([[sum_of]]))[0]) == 1


def test_signs_say_their_form_whatever_stands_beside_them() -> None:
    assert '<mo form="infix" stretchy="false">=</mo>' in alone(equals(4))[0][0]
    assert '<mo form="prefix" stretchy="false">−</mo><mn>4</mn>' in alone(times(2, number(-4.0, 1)))[0][0]
    assert 'form="infix" stretchy="false">−' in alone(minus(5, 4))[0][1]


def test_a_line_is_aligned_between_its_sides() -> None:
    assert [len(side) for side in line("a", equals("b"), equals("c"))] == [1, 2]
    assert then(equals("b")) == ((), line("a", equals("b"))[1])
    assert len(alone("a", equals("b"))) == 1


def test_a_table_has_lines_under_its_head_and_above_its_foot() -> None:
    for options, rules in (({}, "none"), ({"head": "ab"}, "solid"), ({"head": "ab", "foot": "cd"}, "solid solid")):
        ((piece,),) = alone(table([[1, 2]], left=1, **options))
        assert f'rowlines="{rules}"' in piece and piece.count('columnalign="left"') == piece.count("<mtr>")


def test_nothing_is_changed_by_being_a_part_already() -> None:
    assert part(part("x")) == part("x") and row("x") == part("x")
