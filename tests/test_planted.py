"""The planted bugs still fit the code: each would change one place of its file, and its tests are there."""

import ast

import pytest

from tests.planted import BUGS
from tests.planted.bug import ROOT, Bug

EACH = pytest.mark.parametrize("bug", BUGS, ids=[f"{bug.file}: {bug.new.strip()[:40]}" for bug in BUGS])


@EACH
def test_a_bug_changes_one_place_and_leaves_a_file_that_can_be_read(bug: Bug) -> None:
    planted = bug.planted_in(ROOT)
    assert planted != (ROOT / bug.file).read_text("utf-8")
    if bug.file.endswith(".py"):
        ast.parse(planted)


@EACH
def test_the_tests_of_a_bug_are_there(bug: Bug) -> None:
    assert bug.tests
    for test in bug.tests:
        assert (ROOT / test.partition("::")[0]).exists()


def test_no_bug_is_planted_twice() -> None:
    assert len({(bug.file, bug.old, bug.new) for bug in BUGS}) == len(BUGS)


def test_there_are_enough_of_them_and_some_in_every_room() -> None:
    assert len(BUGS) >= 100
    rooms = {bug.file.partition("/")[0] for bug in BUGS}
    assert rooms >= {"transformer", "headlight", "training"}
