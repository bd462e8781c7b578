"""A call into the app's packages whose types or shapes are not those of its annotations raises, in every test."""

from collections.abc import Iterator
from typing import Literal

import numpy as np
import pytest
from beartype import beartype
from beartype.roar import BeartypeCallHintParamViolation, BeartypeCallHintReturnViolation
from jaxtyping import Float

from tests.checked import jaxtyped
from transformer.similarity import cosines
from transformer.softmax import softmax

Array = np.ndarray


def test_the_packages_are_checked() -> None:
    with pytest.raises(BeartypeCallHintParamViolation, match=r"dimension width is 4 which does not equal .* 3"):
        cosines(np.ones((2, 3)), np.ones((2, 4)))
    with pytest.raises(BeartypeCallHintParamViolation):
        softmax(np.ones(3, int))


def test_a_name_of_an_axis_stands_for_one_size_in_a_call_its_result_too() -> None:
    @jaxtyped(typechecker=beartype)
    def cut(row: Float[Array, " n"], to: int) -> Float[Array, " n"]:
        return row[:to]

    assert cut(np.ones(3), 3).shape == (3,)
    assert cut(np.ones(4), 4).shape == (4,), "the next call begins anew"
    with pytest.raises(BeartypeCallHintReturnViolation):
        cut(np.ones(3), 2)


@pytest.mark.parametrize(
    "wrong", [((np.ones(3), np.ones(2)), "end"), ((np.ones(2), np.ones(2, int)), "end"), ((np.ones(2),) * 2, "no")]
)
def test_a_call_that_is_like_none_before_is_checked(wrong: tuple) -> None:
    @jaxtyped(typechecker=beartype)
    def first(rows: tuple[Float[Array, " n"], Float[Array, " n"]], ending: Literal["end"]) -> Float[Array, " n"]:
        return rows[0]

    for size in (2, 3, 2):
        assert first((np.ones(size), np.ones(size)), "end").shape == (size,)
    with pytest.raises(BeartypeCallHintParamViolation):
        first(*wrong)


@jaxtyped(typechecker=beartype)
def each(row: Float[Array, " n"]) -> Iterator[float]:
    yield from row.tolist()


def test_what_a_generator_is_given_has_sizes_of_its_own_wherever_it_is_gone_through() -> None:
    @jaxtyped(typechecker=beartype)
    def both(row: Float[Array, " n"]) -> int:
        return len([*each(row), *each(row[1:])])

    assert both(np.ones(3)) == 5
    with pytest.raises(BeartypeCallHintParamViolation):
        each(np.ones(3, int))


def test_functions_of_one_definition_share_a_check_that_calls_each_of_them() -> None:
    def made(factor: int):
        @jaxtyped(typechecker=beartype)
        def times(row: Float[Array, " n"], to: int) -> Float[Array, " n"]:
            return factor * row[:to]

        return times

    two, three = made(2), made(3)
    assert two(np.ones(2), 2).tolist() == [2, 2] and three(np.ones(2), 2).tolist() == [3, 3]
    assert three(np.ones(4), 4).tolist() == [3] * 4 and two(np.ones(4), 4).tolist() == [2] * 4
    with pytest.raises(BeartypeCallHintReturnViolation):
        three(np.ones(3), 2)
    with pytest.raises(BeartypeCallHintParamViolation):
        two(np.ones(3, int), 3)


def test_equal_code_of_two_definitions_is_checked_by_the_annotations_of_each() -> None:
    lines = "def same(n): return n"
    number, word = {}, {}
    exec(lines, number)
    exec(lines, word)
    number["same"].__annotations__, word["same"].__annotations__ = {"n": int}, {"n": str}
    number, word = (jaxtyped(each["same"], typechecker=beartype) for each in (number, word))
    assert number(3) == 3 and word("three") == "three"
    with pytest.raises(BeartypeCallHintParamViolation):
        word(3)
