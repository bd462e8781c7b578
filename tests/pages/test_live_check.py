"""On every page with attention a line proves the numbers of the sentence on screen."""

import pytest

from headlight.parts.live_check import CHECKED
from headlight.state.registry import find
from tests.draw import draw

# Where attention of the sentence in the box is drawn.
DRAWN = ["all_heads", "attention", "by_hand", "masking", "scaling", "heads"]
DRAWN += ["next_word", "dense"]
DRAWN += ["translate", "encoder_decoder", "translators"]


@pytest.mark.parametrize("name", DRAWN)
def test_the_line_stands_there_and_the_numbers_pass(name: str) -> None:
    drawing = draw(name, **{find(name).box.key: "The red car"}, more="true")
    lines = [line for line in drawing.notes if "torch's own attention" in line or CHECKED in line]
    assert lines and all("✓" in line for line in lines)


def test_the_figures_stand_one_click_deeper() -> None:
    assert CHECKED in draw("attention", text="bear country").notes
    deeper = draw("attention", deeper=True, text="bear country", arithmetic="true").notes
    assert CHECKED not in deeper and any("torch's own attention" in note for note in deeper)
