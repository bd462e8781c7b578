"""Stories on the page: each opens its view with what it promises to show, and its card follows the reader."""

from pathlib import Path

import pytest

from headlight.app.stories import HAS_READ, STORIES
from headlight.state.address import KEYS
from headlight.state.holds import OneOf
from headlight.state.places import page_of
from headlight.state.registry import find
from headlight.state.state import read
from tests.pages.screen import address, opened, payload

LESSONS = Path(__file__).parent.parent.parent / "assets" / "lessons"


def lead(view: str) -> str:
    """The lines that say above the pictures of a view what is to be seen."""
    return (LESSONS / f"{view}.md").read_text("utf-8").partition("\n\n")[0]


@pytest.mark.parametrize("story", STORIES.values(), ids=lambda story: story.id)
def test_a_story_opens_its_view_and_asks_before_it_tells(story) -> None:
    found = read({key: [value] for key, value in story.address.items()})
    assert found.keys() == story.address.keys() and found.keys() - {"story"} <= find(story.view).keys
    page = opened(story.view, **story.address)
    words = [each.value for each in page.markdown]
    number = [*STORIES].index(story.id) + 1
    assert f"Story {number} of {len(STORIES)}: **{story.question}** {story.do}" in words
    if story.view != "start":  # which has no lesson
        assert not any(text.endswith(lead(story.view)) for text in words)  # the card says what is to be seen
    assert story.payoff not in words
    page.button(key="reveal").click().run()
    assert story.payoff in [each.value for each in page.markdown]


@pytest.mark.parametrize(
    ("story", "english", "beams", "french"),
    [
        ("time-flies", "Fruit flies like a banana.", "1", "Les mouches des fruits aiment une banane"),
        ("time-flies", "Time flies like an arrow.", "1", "Le temps passe vite comme une flèche"),
        ("painter", "He is a painter.", "4", "Il est peintre."),
    ],
)
def test_the_french_that_a_story_tells_of_is_what_the_page_writes(
    story: str, english: str, beams: str, french: str
) -> None:
    state = {**STORIES[story].address, "english": english} | ({"beams": beams} if beams != "1" else {})
    page = opened(STORIES[story].view, **state)
    assert french in STORIES[story].payoff
    assert payload(page, "ribbons")["translation"].startswith(french)


def test_the_card_of_a_story_is_one_line_over_the_lead_of_another_view() -> None:
    page, told = opened("tokens", story="bank"), STORIES["bank"]
    assert f"Story {[*STORIES].index('bank') + 1} of {len(STORIES)}: **{told.question}**" in [
        each.value for each in page.markdown
    ]
    assert not [button for button in page.button if button.key == "reveal"]
    assert any(each.value.endswith(lead("tokens")) for each in page.markdown)


def test_a_page_without_a_story_has_no_card_and_an_unknown_story_opens_none() -> None:
    for address in ({}, {"story": "no such story"}):
        page = opened("tokens", **address)
        assert not [button for button in page.button if button.key == "close_story"]
        assert HAS_READ in [caption.value for caption in page.caption]


def test_a_story_is_closed_for_good() -> None:
    page = opened("tokens", story="bank")
    page.button(key="close_story").click().run()
    assert not [button for button in page.button if button.key == "close_story"]
    assert "story" not in address(page)


def test_there_are_sixteen_of_a_sentence_and_five_of_learning_and_each_is_an_address() -> None:
    of_learning = [story for story in STORIES.values() if page_of(story.view) == "learning"]
    assert (len(of_learning), len(STORIES) - len(of_learning)) == (5, 16)
    holds = KEYS["story"].holds
    assert isinstance(holds, OneOf)
    assert holds.options == tuple(STORIES)
