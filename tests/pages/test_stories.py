"""Stories on the page: each opens its view with what it promises to show, and its card follows the reader."""

import json
from pathlib import Path

import pytest

from headlight.app.links import ORDER
from headlight.app.stories import HAS_READ, STORIES
from headlight.app.visit import href
from headlight.parts import translators
from headlight.reading import assets, reader
from headlight.state.places import PAGES, page_of
from headlight.state.registry import find
from headlight.state.state import State, read
from tests.pages.screen import address, opened, parts, payload, session
from tests.sampled import sampled

# A view of each kind; others are told in the browser, see tests/browser/test_slides.py.
TOLD = ("bank", "time-flies", "mask", "green", "name", "shuffled", "born", "helped", "work")
LESSONS = Path(__file__).parent.parent.parent / "assets" / "lessons"


def lead(view: str) -> str:
    """The lines that say above the pictures of a view what is to be seen."""
    return (LESSONS / f"{view}.md").read_text("utf-8").partition("\n\n")[0]


def linked(page, key: str) -> dict:
    """Return what the component of links with this key was sent."""
    return next(json.loads(each.proto.json) for each in page.get("bidi_component") if each.key == key)


def shelf(page) -> list[dict]:
    """The links of the list of stories."""
    return [link for group in parts(page, "menu")["all_stories"]["data"]["groups"] for link in group["links"]]


def words(page) -> list[str]:
    return [each.value for each in page.markdown]


@pytest.mark.parametrize("story", STORIES.values(), ids=lambda story: story.id)
def test_a_story_has_two_choices_and_a_deed_of_keys_that_its_view_has(story) -> None:
    view = find(story.view)  # which names its keys
    found = read({key: [value] for key, value in story.shown.items()})
    assert found.keys() == story.shown.keys() and found.keys() - {"story"} <= view.keys
    assert story.does.items() - story.state.items() == story.does.items(), "a deed changes something"
    assert len(story.choices) == 2
    assert not story.shown.keys() & {"more", "arithmetic"}, "it tells of the main board, which a slide has"


@pytest.mark.parametrize("story", sampled(STORIES.values(), map(STORIES.__getitem__, TOLD)), ids=lambda story: story.id)
def test_a_story_asks_then_does_what_it_tells_and_begins_again(story) -> None:
    """The button sets the keys of the deed alone, and Restart this story leads to those before it."""
    view = find(story.view)  # which names its keys
    found = read({key: [value] for key, value in story.shown.items()})
    page = opened(story.view, **story.address)
    number = [*STORIES].index(story.id) + 1
    assert f"Story {number} of {len(STORIES)}: **{story.question}**" in words(page)
    if story.view != "start":  # which has no lesson
        assert not any(text.endswith(lead(story.view)) for text in words(page))  # the card says what is to be seen
    assert story.payoff not in words(page)
    page.button(key="reveal").click().run()
    assert story.payoff in words(page)
    assert not [button for button in page.button if button.key and button.key.startswith("choice_")]
    done = State.made(view, {key: value for key, value in found.items() if key in view.keys})
    assert session(page).state == done
    again = next(link for link in linked(page, "story_links")["links"] if link["label"] == "Restart this story")
    assert again["href"].count("told=") == 0


def test_a_guess_is_answered_with_what_happens_and_the_story_is_marked_as_read() -> None:
    told = STORIES["one-head"]
    for place, answer in ((told.right, "You guessed right."), (3 - told.right, "Not this time.")):
        page = opened(told.view, **told.address)
        assert not any(link["read"] for link in shelf(page))
        page.button(key=f"choice_{place}").click().run()
        assert f"**{answer}** {told.payoff}" in words(page)
        assert [link["href"] for link in shelf(page) if link["read"]] == [href(told.view, told.address)]


def test_the_list_has_every_story_once_under_its_page_in_reading_order_with_its_picture() -> None:
    page = opened("tokens")
    groups = parts(page, "menu")["all_stories"]["data"]["groups"]
    assert [group["title"] for group in groups] == [
        PAGES[name].title for name in ORDER if any(page_of(story.view) == name for story in STORIES.values())
    ]
    assert sorted(link["href"] for link in shelf(page)) == sorted(href(s.view, s.address) for s in STORIES.values())
    assert all(link["picture"].startswith("<") for link in shelf(page))


@pytest.mark.parametrize(("view", "first"), [("tokens", reader.EXAMPLES[0]), ("translate", translators.EXAMPLES[0][0])])
def test_under_the_list_stand_sentences_for_the_box_of_the_view(view: str, first: str) -> None:
    told = parts(opened(view), "menu")["all_stories"]["data"]
    assert told["notes"] == [HAS_READ] and told["sentences"][0]["text"] == first
    assert all(sentence["look"] for sentence in told["sentences"])


@pytest.mark.parametrize(
    ("file", "subject"), [("stories.toml", "The stories"), ("examples.toml", "The other examples")]
)
def test_a_damaged_file_is_said_in_the_list(file: str, subject: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assets, "damaged", {file})
    told = parts(opened("tokens"), "menu")["all_stories"]["data"]
    assert told["notes"] == [HAS_READ, f"{subject} cannot be shown: their file is missing or damaged."]


def test_the_card_of_a_story_is_one_line_over_the_lead_of_another_view() -> None:
    page, told = opened("tokens", story="bank"), STORIES["bank"]
    assert f"Story {[*STORIES].index('bank') + 1} of {len(STORIES)}: **{told.question}**" in [
        each.value for each in page.markdown
    ]
    assert not [button for button in page.button if button.key == "reveal"]
    assert any(each.value.endswith(lead("tokens")) for each in page.markdown)


def test_a_page_without_a_story_has_no_card_and_an_unknown_story_opens_none() -> None:
    for keys in ({}, {"story": "no such story"}):
        page = opened("tokens", **keys)
        assert not [button for button in page.button if button.key == "close_story"]
        assert parts(page, "menu")["all_stories"]["data"]["notes"] == [HAS_READ]


def test_a_story_is_closed_for_good() -> None:
    page = opened("tokens", story="bank")
    page.button(key="close_story").click().run()
    assert not [button for button in page.button if button.key == "close_story"]
    assert "story" not in address(page)


def test_what_was_before_a_deed_is_outlined_until_the_story_is_over() -> None:
    """Also where the deed types a text, which no view compares with anything by itself."""
    told = STORIES["work"]
    page = opened(told.view, **told.shown)
    before = {bar["label"]: bar["value"] for bar in payload(opened(told.view, **told.state), "next_word")["bars"]}
    outlined = [(bar["label"], bar["before"]) for bar in payload(page, "next_word")["bars"]]
    assert any(earlier is not None for _, earlier in outlined)
    assert all(earlier is None or earlier == before[label] for label, earlier in outlined)
    page.button(key="close_story").click().run()
    assert all(bar["before"] is None for bar in payload(page, "next_word")["bars"])


def test_after_the_answer_the_same_is_asked_of_other_words_and_both_answers_are_counted() -> None:
    story = STORIES["one-head"]
    page = opened(story.view, **story.address)
    assert not [each for each in page.button if str(each.key).startswith("again_choice")], "not before the answer"
    page.button(key="choice_1").click().run()
    assert story.again.question in words(page)
    page.button(key=f"again_choice_{story.again.right - 1}").click().run()
    assert f"**✓ {story.again.options[story.again.right - 1]}.**" in words(page)
    (tally,) = (json.loads(each.proto.json) for each in page.get("bidi_component") if each.key == "tally")
    assert (tally["first"], tally["again"]) == ({story.id: False}, {story.id: True})


@pytest.mark.parametrize("presented", [{}, {"present": "1"}])
def test_in_another_view_a_story_is_one_line_unless_it_is_presented(presented: dict[str, str]) -> None:
    story = next(iter(STORIES.values()))
    view = next(name for name in ("heads", "tokens") if name != story.view)
    page = opened(view, story=story.id, **presented)
    assert ("Show what happens" in [button.label for button in page.button]) == bool(presented)
