"""The pictures of README and site are what the app shows: the same view, its words, its size, about the same shades.

Where this fails the app looks otherwise than the README says: `make pictures` takes all of them again.
"""

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser

from tests.browser import pictures
from tests.sampled import sampled

SHARED, SHADES = 0.85, 8  # of all words, as a share; mean difference of a coarse picture, of 255


def coarse(image: Image.Image) -> np.ndarray:
    """Shades in large squares, in which the drawing of a letter counts for little."""
    return np.asarray(image.convert("L").resize((24, 15), Image.Resampling.BOX), dtype=float)


@pytest.mark.parametrize("name", sampled(list(pictures.STILLS), ["start"]))
def test_a_picture_shows_the_app_as_it_is(name: str, browser: Browser, server: str) -> None:
    then, now = pictures.kept(name), pictures.taken(browser, server, name)
    assert then.image.size == now.image.size
    before, after = ({*each.words.split()} for each in (then, now))
    assert len(before & after) >= SHARED * len(before | after), sorted(before ^ after)
    assert np.abs(coarse(then.image) - coarse(now.image)).mean() < SHADES
    other = "start" if name == "translate" else "translate"
    words = {*pictures.kept(other).words.split()}
    assert len(words & after) < SHARED * len(words | after), "a picture of another view is none of this one"


def test_the_moving_picture_moves_for_six_seconds_and_is_small() -> None:
    path = pictures.FOLDER / pictures.MOVING
    with Image.open(path) as moving:
        seconds = 0.0
        for frame in range(getattr(moving, "n_frames", 1)):
            moving.seek(frame)
            seconds += moving.info["duration"] / 1000
        assert 5 <= seconds <= 7 and moving.size[0] == 960
    assert path.stat().st_size < 1.5e6
