"""One test asks all rows of a table, and names those that fail."""

import inspect

import pytest

from tests.in_turn import in_turn


def test_every_row_is_asked_and_all_that_fail_are_named() -> None:
    asked = []

    @in_turn("one", (1, 2))
    @in_turn("other", "ab")
    def test(one: int, other: str, given: str) -> None:
        asked.append((one, other, given))
        assert one == 1, "it is another"
        with pytest.raises(KeyError):
            raise KeyError if other == "a" else ValueError(f"of {given}")

    assert [*inspect.signature(test).parameters] == ["given"]
    with pytest.raises(AssertionError) as failed:
        test(given="all")
    assert len(asked) == 4
    for said in (
        "2 of 2 fail",
        "one 1: 1 of 2 fail\nother 'b': of all",
        "one 2: 2 of 2 fail\nother 'a': it is another",
    ):
        assert said in str(failed.value)
