"""Each sample of a picture, wide and narrow, on both grounds, presented and turned: five checks for every picture; and
what it shows, says and does there is what is written down.
"""

import re

import numpy as np
import pytest

from headlight.pictures import Screen
from tests.browser.drawing import recorded
from tests.browser.drawing.glass import KEY, Glass

WRITTEN = recorded.read()
SETTINGS = recorded.settings()
STICKS_OUT = """root => {
  const right = root.host.getBoundingClientRect().right;
  const itself = element => /auto|scroll/.test(getComputedStyle(element).overflowX);
  const scrolls = element => element && (itself(element) || scrolls(element.parentElement));
  return [...root.querySelectorAll(":scope > :not(style):not(link)")].filter(each => !scrolls(each))
    .some(each => each.getBoundingClientRect().right > right + 1)
    || [...root.querySelectorAll("li > b:first-child")].some(name => name.offsetWidth > name.parentElement.clientWidth);
}"""


# Which of its stops of the keyboard has the focus; the last is given it first.
FOCUSED = """(place, give) => {
  const stops = [...place.shadowRoot.querySelectorAll("button, a[href], input, [tabindex='0']")];
  if (give) stops.filter((each) => each.checkVisibility() && !each.disabled).at(-1)?.focus();
  return stops.indexOf(place.shadowRoot.activeElement);
}"""
# Whether an element of a picture has this alternative text.
NAMED = "(place, alt) => [...place.shadowRoot.querySelectorAll('*')].some(e => e.ariaLabel?.startsWith(alt))"


@pytest.mark.parametrize("title", SETTINGS)
def test_it_shows_says_and_does_what_is_written_down(glass: Glass, title: str) -> None:
    """It has ink, its words, its alternative text and room; drawn once more with the same numbers it is the same.

    Where this fails and the picture is right, `python -m tests.browser.drawing.recorded NAME` writes it down.
    """
    sample, setting = SETTINGS[title]
    board = recorded.draw(glass, sample, setting)
    it_is_described_and_in_its_room(glass, board)
    seen = glass.shot()
    written, now = WRITTEN[title], recorded.shown(glass, setting, seen)
    assert len(written) == len(now)
    assert [(kept, found) for kept, found in zip(written, now, strict=True) if not recorded.near(kept, found)] == []
    assert re.search("[1-9]", now[1]), "nothing is drawn"
    if setting == "narrow":
        recorded.draw(glass, sample, setting, again=True)
        assert np.array_equal(glass.shot(), seen)
        focused = glass.picture.evaluate(FOCUSED, True)
        recorded.draw(glass, sample, setting, again=True)
        assert glass.picture.evaluate(FOCUSED, False) == focused, "the focus is lost"


def it_is_described_and_in_its_room(glass: Glass, board: Screen) -> None:
    picture, drawn = glass.picture, board.drawn(KEY)
    assert drawn
    label = drawn.header.get("alt", "")
    assert not label or picture.evaluate(NAMED, label), "its alternative text is read by nobody"
    assert not picture.evaluate(f"place => ({STICKS_OUT})(place.shadowRoot)"), "it is wider than its room"


def test_nothing_is_written_down_of_what_is_no_sample() -> None:
    assert {*WRITTEN} == {*SETTINGS}
