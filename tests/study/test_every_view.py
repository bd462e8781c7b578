"""Every view of the registry is drawn calmly for each of the awkward texts."""

import pytest

from tests.awkward import AWKWARD
from tests.pages.test_every_view import READ, drawn_calmly


@pytest.mark.parametrize("text", AWKWARD)
def test_awkward_texts_are_drawn_calmly(text: str) -> None:
    drawn_calmly(text, READ)
