"""Each sample of a picture, wide on the light ground and narrow on the dark one: five checks for every picture; and
what it shows, says and does there, turned and while presented is what is written down.
"""

import numpy as np
import pytest

from headlight.pictures import Screen
from tests.browser.drawing import recorded
from tests.browser.drawing.colours import rgb
from tests.browser.drawing.glass import GROUNDS, KEY, Glass
from tests.pictures.caught import Caught
from tests.pictures.sample import Sample
from tests.pictures.samples import SAMPLES

WRITTEN = recorded.read()
WIDE, NARROW = 1000, 340
ON = {WIDE: "light", NARROW: "dark"}
STICKS_OUT = """root => {
  const right = root.host.getBoundingClientRect().right;
  const itself = element => /auto|scroll/.test(getComputedStyle(element).overflowX);
  const scrolls = element => element && (itself(element) || scrolls(element.parentElement));
  return [...root.querySelectorAll(":scope > :not(style):not(link)")].filter(each => !scrolls(each))
    .some(each => each.getBoundingClientRect().right > right + 1);
}"""


@pytest.mark.parametrize("width", ON)
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_it_is_drawn(glass: Glass, sample: Sample, width: int) -> None:
    """It has ink, its words, its alternative text and room; drawn once more with the same numbers it is the same."""
    board = Screen("bear", "story")
    sample(board)
    drawn, sent = board.drawn(KEY), Caught(board.message())
    assert drawn
    glass.show(sent, width=width, ground=ON[width])
    picture = glass.page.locator(".spot > .picture")
    first = picture.screenshot()
    colour = rgb(GROUNDS[ON[width]][0])
    inked = np.abs(Glass.read(first)[:, :, :3] - colour).max(2) > 60
    assert inked.mean() > 0.002, "nothing is drawn"
    words = " ".join([*glass.words(), picture.evaluate("place => place.shadowRoot.textContent")])
    assert width == NARROW or [each for each in sample.said if each not in words] == []
    label = drawn.header.get("alt", "")
    named = "(place, alt) => [...place.shadowRoot.querySelectorAll('*')].some(e => e.ariaLabel?.startsWith(alt))"
    assert not label or picture.evaluate(named, label), "its alternative text is read by nobody"
    assert not picture.evaluate(f"place => ({STICKS_OUT})(place.shadowRoot)"), "it is wider than its room"
    assert (
        glass.show(sent, width=width, ground=ON[width], again=True).page.locator(".spot > .picture").screenshot()
        == first
    )


@pytest.mark.parametrize("title", recorded.settings())
def test_it_shows_says_and_does_what_is_written_down(glass: Glass, title: str) -> None:
    """Where this fails and the picture is right, `python -m tests.browser.drawing.recorded NAME` writes it down."""
    written, now = WRITTEN[title], recorded.shown(glass, *recorded.settings()[title])
    assert len(written) == len(now)
    assert [(kept, found) for kept, found in zip(written, now, strict=True) if not recorded.near(kept, found)] == []


def test_nothing_is_written_down_of_what_is_no_sample() -> None:
    assert {*WRITTEN} == {*recorded.settings()}
