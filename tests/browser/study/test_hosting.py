"""The app below a path that a proxy keeps."""

from collections.abc import Callable, Iterator

import pytest

from benchmarks.servers import serve, stop
from tests.browser.screen import Screen
from tests.browser.test_hosting import PATH, Reached, answer_below_a_path, tab, works_below_a_path  # noqa: F401


@pytest.fixture(scope="module")
def kept() -> Iterator[Reached]:
    """Served below the path, as a proxy needs it that keeps it."""
    process, address = serve(path=PATH)
    yield Reached(address, address)
    stop(process)


def test_below_a_path_pages_classes_their_links_and_what_is_shared_work(
    kept: Reached,
    tab: Callable[[str], Screen],  # noqa: F811
) -> None:
    works_below_a_path(kept.address, tab)


def test_below_a_path_the_servers_own_addresses_answer(kept: Reached) -> None:
    answer_below_a_path(*kept)
