"""Stories on the page: each opens its view with what it promises to show, and its card follows the reader."""

import pytest

from tests.pages.screen import opened
from ui.address import KEYS, OneOf, read
from ui.course.stories import HAS_READ, STORIES


@pytest.mark.parametrize("story", STORIES.values(), ids=lambda story: story.id)
def test_a_story_opens_its_view_and_asks_before_it_tells(story) -> None:
    found = read(story.view, {key: [value] for key, value in story.address.items()})
    assert found.keys() - {"view"} == story.address.keys() - {"view"}  # a key may name the view that it stands in
    page = opened(story.view, **story.address)
    words = [each.value for each in page.markdown]
    assert f"**{story.question}**  \n{story.do}" in words
    assert story.payoff not in words
    page.button(key="reveal").click().run()
    assert story.payoff in [each.value for each in page.markdown]


def test_a_page_without_a_story_has_no_card_and_an_unknown_story_opens_none() -> None:
    for address in ({}, {"story": "no such story"}):
        page = opened("tokens", **address)
        assert not [button for button in page.button if button.key == "close_story"]
        assert HAS_READ in [caption.value for caption in page.caption]


def test_a_story_is_closed_for_good() -> None:
    page = opened("tokens", story="bank")
    page.button(key="close_story").click().run()
    assert not [button for button in page.button if button.key == "close_story"]
    assert "story" not in page.query_params


def test_there_are_about_a_dozen_and_each_is_an_address() -> None:
    assert 10 <= len(STORIES) <= 14
    holds = KEYS["story"].holds
    assert isinstance(holds, OneOf)
    assert holds.options == tuple(STORIES)
