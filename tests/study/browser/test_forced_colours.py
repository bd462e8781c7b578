"""In the forced colours of a light system too every control has a shape and shows what is chosen."""

import pytest

from tests.browser.test_forced_colours import *  # noqa: F403


@pytest.fixture(scope="module")
def scheme() -> str:
    """The ground of the system's colours."""
    return "light"
