"""The small picture of each story is drawn from the numbers of the state that its deed makes, and that of each page."""

import re

import pytest

from headlight.app.reading_list import STILLS
from headlight.state.registry import find
from headlight.state.story import PICTURES, STORIES
from tests.sampled import sampled
from training.story_pictures import OF_PAGES, SHOWN, drawn, of_page

_OF_A_BOARD = [story for story in STORIES.values() if find(story.view).draw]


@pytest.mark.parametrize("story", sampled(_OF_A_BOARD, _OF_A_BOARD[::5]), ids=lambda story: story.id)
def test_a_small_picture_is_what_its_story_shows(story) -> None:
    same(PICTURES[story.id], drawn(story))


@pytest.mark.parametrize("page", sampled([*OF_PAGES], ["all_heads", "tokens", "attention"]))
def test_a_small_picture_of_a_page_is_what_a_newcomer_meets_there(page: str) -> None:
    same(STILLS[page], of_page(page))


def same(kept: str, now: str) -> None:
    """Compare two pictures but for the last digits of their numbers."""
    numbers = re.compile(r"\d+(?:\.\d+)?")
    assert numbers.sub("", kept) == numbers.sub("", now)
    for one, other in zip(numbers.findall(kept), numbers.findall(now), strict=True):
        assert float(one) == pytest.approx(float(other), abs=1.01)  # a last digit may round the other way


def test_each_story_has_a_small_picture() -> None:
    assert PICTURES.keys() >= STORIES.keys()
    assert SHOWN.keys() >= {story.id for story in _OF_A_BOARD}
    assert STILLS.keys() == OF_PAGES.keys()
