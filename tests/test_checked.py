"""What would blind the other tests if it failed in silence: the check of types and shapes, and tables asked in turn."""

from typing import Literal

import numpy as np
import pytest
from beartype import beartype
from beartype.roar import BeartypeCallHintParamViolation, BeartypeCallHintReturnViolation
from jaxtyping import Float

from tests.checked import jaxtyped
from tests.in_turn import in_turn
from transformer.similarity import cosines
from transformer.softmax import softmax

Array = np.ndarray


def test_the_packages_are_checked() -> None:
    with pytest.raises(BeartypeCallHintParamViolation, match=r"dimension width is 4 which does not equal .* 3"):
        cosines(np.ones((2, 3)), np.ones((2, 4)))
    with pytest.raises(BeartypeCallHintParamViolation):
        softmax(np.ones(3, int))


@pytest.mark.parametrize(
    "wrong",
    [((np.ones(3), np.ones(2)), 2, "end"), ((np.ones(2), np.ones(2, int)), 2, "end"), ((np.ones(2),) * 2, 2, "no")],
)
def test_a_call_that_is_like_none_before_is_checked_and_its_result(wrong: tuple) -> None:
    @jaxtyped(typechecker=beartype)
    def first(rows: tuple[Float[Array, " n"], Float[Array, " n"]], to: int, _: Literal["end"]) -> Float[Array, " n"]:
        return rows[0][:to]

    for size in (2, 3, 2):
        assert first((np.ones(size), np.ones(size)), size, "end").shape == (size,)
    with pytest.raises(BeartypeCallHintParamViolation):
        first(*wrong)
    with pytest.raises(BeartypeCallHintReturnViolation):
        first((np.ones(3), np.ones(3)), 2, "end")


def test_every_row_of_a_table_is_asked_and_all_that_fail_are_named() -> None:
    @in_turn("row", "abc")
    def test(row: str) -> None:
        assert row == "b", f"{row} is another"

    with pytest.raises(AssertionError, match=r"2 of 3 fail\nrow 'a': a is another(.|\n)*row 'c': c is another"):
        test()
