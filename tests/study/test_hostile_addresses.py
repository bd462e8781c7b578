"""Every view meets hostile values in its keys, more of them in each."""

import pytest

from headlight.app import links
from tests.pages.test_hostile_addresses import (
    _what_is_slow_is_done_once,  # noqa: F401  # a fixture of every test
    hostile_values_leave_controls_in_range,
)


@pytest.mark.parametrize("name", links.VIEWS)
def test_hostile_values_leave_every_control_in_its_range(name: str) -> None:
    hostile_values_leave_controls_in_range(name, 4)
