"""Stories: one is opened, followed and closed, and it sets all that it needs."""

import re

from playwright.sync_api import expect

from headlight.app.stories import STORIES
from tests.browser.screen import Screen


def test_a_story_is_opened_followed_and_closed(screen: Screen) -> None:
    first, second = list(STORIES.values())[:2]
    screen.go("heads", text="I love bears", layer=2, silenced="2.2", averaged_in="every layer")
    card = screen.page.locator(".st-key-story_card")
    expect(card).to_have_count(0)

    screen.page.get_by_role("button", name="Stories").click()
    screen.page.get_by_role("link", name=first.title).click()
    expect(card).to_contain_text(first.question)
    screen.painted(first.state["text"])
    screen.settle()
    # The link stands on the page that it opens, whose controls are as a newcomer has them.
    expect(screen.page).to_have_url(re.compile("story=one-head"))
    expect(screen.page).not_to_have_url(re.compile("silenced|averaged_in|link="))
    switched_off = screen.page.get_by_role("button", name=re.compile("^turn on head"))
    expect(switched_off).to_have_count(0)
    expect(screen.page.get_by_role("link", name=second.title)).to_have_count(0)  # the list is closed

    expect(card).not_to_contain_text(first.payoff[:30])
    with screen.answered():
        screen.page.get_by_role("button", name="Show what happens").click()
    expect(card).to_contain_text(first.payoff[:30])
    expect(screen.page).to_have_url(re.compile("silenced=6.5"))  # it is done, and what was before is outlined
    expect(switched_off).to_have_count(1)
    before = screen.page.locator('[data-picture="bars"]').first.locator(".before")  # of the next words
    expect(before.first).to_be_visible()
    screen.page.get_by_role("link", name="Restart this story").click()
    expect(screen.page).not_to_have_url(re.compile("silenced|told"))
    expect(before).to_have_count(0)
    screen.page.go_back()  # a deed is an entry of the history
    expect(card).to_contain_text(first.payoff[:30])
    screen.no_trouble()

    screen.page.get_by_role("button", name="Stories").click()
    mark = screen.page.get_by_role("link", name=first.title)
    expect(mark).to_contain_text("read")
    shelf = screen.page.locator("[data-part=all_stories] .scrolls")
    screen.rest()
    assert shelf.evaluate("e => e.scrollHeight > e.clientHeight && e.getBoundingClientRect().bottom <= innerHeight")
    mark.focus()
    screen.page.keyboard.press("Escape")
    expect(mark).to_be_hidden()
    expect(screen.page.get_by_role("button", name="Stories")).to_be_focused()

    screen.page.get_by_role("link", name="Next story →").click()
    expect(card).to_contain_text(second.question)
    screen.painted(second.state["text"])
    screen.settle()
    expect(card).not_to_contain_text(second.payoff[:30])

    screen.choose("Masking")
    expect(card).to_contain_text(second.question)  # it goes along
    with screen.answered():
        screen.page.get_by_role("button", name="Close", exact=True).click()
    expect(card).to_have_count(0)
    expect(screen.page).not_to_have_url(re.compile("story="))
    screen.no_trouble()


def test_a_sentence_to_try_is_taken_by_a_finger_and_may_be_taken_again(phone: Screen) -> None:
    phone.go("masking")
    taken, opener = "The cat sat on the mat.", phone.page.get_by_role("button", name="Stories")
    for own in ("bear", "country"):
        phone.box.fill(own)
        phone.painted(own)
        opener.click()
        just = phone.page.get_by_text("Or just a sentence")
        just.click()
        panel = phone.page.locator("[data-part=all_stories] .panel")
        edges = panel.evaluate("e => (({ left, right, bottom }) => [left, right, bottom])(e.getBoundingClientRect())")
        assert edges[0] >= 8 and edges[1] <= 390 - 8 and edges[2] <= 844 - 8
        one = phone.page.get_by_role("button", name=taken)
        one.scroll_into_view_if_needed()
        assert one.evaluate("e => e.offsetHeight") >= 44 and just.evaluate("e => e.offsetHeight") >= 44
        with phone.answered():
            one.click()
        expect(phone.box).to_have_value(taken)
        phone.painted(taken)
        expect(panel).to_be_hidden()
    phone.page.set_viewport_size({"width": 320, "height": 256})  # a laptop's, at 400 %
    opener.click()
    assert panel.evaluate("e => e.getBoundingClientRect().bottom <= innerHeight && e.firstChild.offsetHeight > 100")
    phone.page.keyboard.press("Escape")
    phone.fits()
    phone.no_trouble()


def test_a_picture_is_pinned_changed_and_let_go(screen: Screen) -> None:
    wide = "The animal didn't cross the street because it was too wide"
    screen.go("masking", text=wide, layer=3, head=1, more="true")
    before = screen.photograph(screen.picture("Pattern of"))
    screen.page.get_by_role("button", name="Take away").click()
    beside = screen.page.get_by_role("group", name="The pattern", exact=True)  # any picture, also of *More pictures*
    with screen.answered():
        beside.get_by_role("button", name="Pin this picture beside").click()
    expect(screen.page).to_have_url(re.compile("pinned_picture="))
    screen.box.fill(f"{wide} road")
    screen.painted(f"{wide} road")
    expect(screen.picture("Pattern of")).to_have_count(3)  # as it was, as it is, and in its own place
    expect(
        screen.page.get_by_text(re.compile("^Where the labels are the same, so are all [0-9]+ numbers"))
    ).to_be_visible()
    expect(screen.page.get_by_text(f"text: “{wide}” → “{wide} road”.")).to_be_visible()
    assert screen.photograph(screen.picture("Pattern of").first) != before  # it is narrower
    screen.settle()  # until all boards have come, the button may be another one
    screen.rest()
    with screen.answered():
        screen.page.get_by_role("button", name="Unpin").click()
    expect(screen.picture("Pattern of")).to_have_count(1)
    expect(screen.page).not_to_have_url(re.compile("pinned_picture="))
    screen.no_trouble()
