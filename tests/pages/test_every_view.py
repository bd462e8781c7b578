"""Every view of the registry: it opens, and awkward texts are met calmly."""

import pytest

from headlight.frame.registry import views
from tests.pages.screen import opened


@pytest.mark.parametrize("name", views())
def test_a_view_opens_by_its_short_address(name: str) -> None:
    opened(name)
