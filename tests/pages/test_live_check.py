"""On every page with attention a line proves the numbers of the sentence on screen."""

import pytest

from headlight.parts.live_check import CHECKED
from tests.pages.screen import captions, notes, opened

# Where attention of the sentence in the box is drawn.
DRAWN = ["all_heads", "attention", "by_hand", "masking", "scaling", "heads"]
DRAWN += ["next_word", "scoring", "dense"]
DRAWN += ["translate", "decoding", "encoder_decoder", "translators"]


@pytest.mark.parametrize("name", DRAWN)
def test_the_line_stands_there_and_the_numbers_pass(name: str) -> None:
    page = opened(name, text="bear country", english="The red car", more="true")
    lines = [line for line in (*captions(page), *notes(page)) if "torch's own attention" in line or CHECKED in line]
    assert lines and all("✓" in line for line in lines)


def test_the_figures_stand_one_click_deeper() -> None:
    assert CHECKED in notes(opened("attention", text="bear country"))
    deeper = notes(opened("attention", text="bear country", arithmetic="true"))
    assert CHECKED not in deeper and any("torch's own attention" in note for note in deeper)
