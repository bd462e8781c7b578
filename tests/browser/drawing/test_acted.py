"""Each control of the components, and of the page of a class, tells, asks and changes what is written down."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.drawing import acted
from tests.browser.drawing.recorded import near

WRITTEN = acted.read()


@pytest.fixture(scope="module")
def walk(browser: Browser, scripts: str) -> Iterator[Callable[[str], list[str]]]:
    with acted.acting(browser, scripts) as walk:
        yield walk


@pytest.mark.parametrize("name", acted.NAMES)
def test_each_control_does_what_is_written_down(walk: Callable[[str], list[str]], name: str) -> None:
    """Where this fails and the component is right, `python -m tests.browser.drawing.acted NAME` writes it down."""
    now, kept = walk(name), WRITTEN[name]
    assert [line.split(": ")[0] for line in now] == [line.split(": ")[0] for line in kept]
    assert [pair for pair in zip(kept, now, strict=True) if not near(*pair)] == []


def test_nothing_is_written_down_of_what_is_no_component() -> None:
    assert [*WRITTEN] == acted.NAMES
