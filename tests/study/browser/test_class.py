"""A whole class follows in real browsers."""

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.classroom.test_following import a_class_sees_the_same
from tests.browser.screen import Screen


def test_a_class_of_twenty_sees_the_same(teacher: Screen, students: Callable[[str], Page]) -> None:
    a_class_sees_the_same(teacher, students, 20)
