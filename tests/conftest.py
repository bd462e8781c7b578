"""Every test computes as the app does, on one core, and no part of a page may fail in silence.

With more cores sums are added in another order, and differ a little.
"""

from collections.abc import Iterator

import pytest

from ui import failures
from ui.reading import one_core_each

one_core_each()


@pytest.fixture(autouse=True)
def no_part_fails(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A part that fails is shown as a sentence and is no exception of the page, so the log is asked."""
    yield
    if request.node.get_closest_marker("faulty") is None:
        assert [each.getMessage() for each in caplog.get_records("call") if each.name == failures.LOG.name] == []
