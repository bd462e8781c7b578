"""More dials stay at hand on a phone while the last picture that they move is in sight."""

import pytest

from tests.browser.screen import Screen
from tests.browser.test_touch import DIALS, stays_at_hand


@pytest.mark.parametrize(("address", "dial"), DIALS[2:])
def test_a_dial_stays_at_hand_while_the_last_picture_that_it_moves_is_in_sight(
    phone: Screen, address: str, dial: str
) -> None:
    stays_at_hand(phone, address, dial)
