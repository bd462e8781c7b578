"""What `make test` leaves to `make study` is marked, and a sample that is not there is refused."""

from pathlib import Path

import pytest

from tests.sampled import sampled

ROOT = Path(__file__).parent.parent


def test_all_but_the_sample_are_marked() -> None:
    one, two, three = sampled([("a", 1), ("b", 2), ("c", 3)], [("b", 2)])
    assert two == ("b", 2)
    assert [(each.values, [mark.name for mark in each.marks]) for each in (one, three)] == [
        (("a", 1), ["study"]),
        (("c", 3), ["study"]),
    ]


def test_a_sample_that_the_table_has_not_is_refused() -> None:
    with pytest.raises(ValueError, match=r"The sample has \['d'\]"):
        sampled("abc", "cd")
    with pytest.raises(ValueError, match="The sample is empty"):
        sampled("abc", [])


def test_what_is_marked_runs_in_the_study_and_in_no_other_command(pytestconfig: pytest.Config) -> None:
    assert pytestconfig.getini("addopts")[-2:] == ["-m", "not study"]
    assert "python -m pytest -n 2 -m study\n" in (ROOT / "Makefile").read_text("utf-8")
