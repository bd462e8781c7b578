"""The other pictures of every view are opened by their switch, and none is on its slide."""

import pytest

from tests.app.test_page import SPLIT, a_slide_has_the_main_board_alone, others_are_opened


@pytest.mark.parametrize("name", SPLIT)
def test_other_pictures_are_opened_and_left_out_of_a_slide(name: str) -> None:
    others_are_opened(name)
    a_slide_has_the_main_board_alone(name)
