"""What `make test` leaves to `make study` is marked, and a sample that is not there is refused."""

from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

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


def test_a_tuple_with_names_is_one_value() -> None:
    class Named(NamedTuple):
        of: str

    _, other = sampled([Named("a"), Named("b")], [Named("a")])
    assert other.values == (Named("b"),)


def test_a_sample_that_the_table_has_not_is_refused() -> None:
    with pytest.raises(ValueError, match=r"The sample has \['d'\]"):
        sampled("abc", "cd")
    with pytest.raises(ValueError, match="The sample is empty"):
        sampled("abc", [])


def test_what_is_marked_runs_in_the_study_and_in_no_other_command(pytestconfig: pytest.Config) -> None:
    assert pytestconfig.getini("addopts")[-2:] == ["-m", "not study"]
    assert "python -m pytest -n 2 -m study\n" in (ROOT / "Makefile").read_text("utf-8")


def test_whatever_stands_in_a_folder_of_the_study_is_marked(pytestconfig: pytest.Config) -> None:
    collected = pytestconfig.pluginmanager.get_plugin(str(ROOT / "tests" / "conftest.py"))
    marks: list[str] = []
    there = SimpleNamespace(path=ROOT / "tests" / "browser" / "study" / "test_there.py", add_marker=marks.append)
    elsewhere = SimpleNamespace(path=ROOT / "tests" / "test_elsewhere.py", add_marker=marks.append)
    collected.pytest_collection_modifyitems([there, elsewhere])
    assert marks == ["study"]
