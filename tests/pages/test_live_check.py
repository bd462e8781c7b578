"""On every page with attention a line proves the numbers of the sentence on screen."""

import pytest

from tests.pages.screen import captions, notes, opened
from ui.contents import VIEWS
from ui.live_check import CHECKED

# No attention of the sentence in the box is drawn there, or the weights are not the model's own; the start is too short
# for the line.
WITHOUT = {"start", "averaged_heads", "sizes", "surprise", "agreement", "word_vectors", "repeated"}
WITHOUT |= {"path", "glossary", "sources", "recurrence", "gradients", "one_vector"}
WITHOUT |= {"four_words", "dictionary", "shapes", "peeking", "scaling_lab", "two_temperatures"}
PAGES = [name for name in VIEWS if name not in WITHOUT]


@pytest.mark.parametrize("name", PAGES)
def test_the_line_stands_there_and_the_numbers_pass(name: str) -> None:
    page = opened(name, text="bear country", english="The red car")
    lines = [line for line in (*captions(page), *notes(page)) if "torch's own attention" in line or CHECKED in line]
    assert lines and all("✓" in line for line in lines)


def test_the_figures_stand_one_click_deeper() -> None:
    assert CHECKED in notes(opened("attention", text="bear country"))
    deeper = notes(opened("attention", text="bear country", arithmetic="true"))
    assert CHECKED not in deeper and any("torch's own attention" in note for note in deeper)
