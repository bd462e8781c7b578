"""The small picture of each story is drawn from the numbers of the state that its deed makes."""

import re

import pytest

from headlight.state.registry import find
from headlight.state.story import PICTURES, STORIES
from tests.sampled import sampled
from training.story_pictures import SHOWN, drawn

_OF_A_BOARD = [story for story in STORIES.values() if find(story.view).draw]


@pytest.mark.parametrize("story", sampled(_OF_A_BOARD, _OF_A_BOARD[::5]), ids=lambda story: story.id)
def test_a_small_picture_is_what_its_story_shows(story) -> None:
    numbers = re.compile(r"\d+(?:\.\d+)?")
    kept, now = PICTURES[story.id], drawn(story)
    assert numbers.sub("", kept) == numbers.sub("", now)
    for one, other in zip(numbers.findall(kept), numbers.findall(now), strict=True):
        assert float(one) == pytest.approx(float(other), abs=1.01)  # a last digit may round the other way


def test_each_story_has_a_small_picture() -> None:
    assert PICTURES.keys() >= STORIES.keys()
    assert SHOWN.keys() >= {story.id for story in _OF_A_BOARD}
