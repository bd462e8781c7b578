"""Guesses, the game, stories and scissors on the live page, on which a teacher without a server has a lesson."""

import re
from functools import cache
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Page, expect

from headlight.outside.live_lesson import facts
from headlight.pages.path.answers import ANSWERS
from headlight.parts import by_hand, race
from headlight.reading.beginnings import PLAYED, SETS
from headlight.reading.reader import bundled
from headlight.state.first_path import STEPS
from headlight.state.registry import find
from headlight.state.state import State
from headlight.state.story import STORIES
from tests.browser.live.conftest import Reader
from tests.sampled import sampled

lesson = cache(facts)  # made by the first test that asks: by who collects the tests, it would be made in each process
SHOWN = {"one-head": "5%", "name": "82%", "mask": "who", "houses": "44%"}  # once a story is told


def chip(page: Page, words: str):
    return page.locator(".board [data-picture=token_chips]").get_by_role("button", name=words, exact=True)


def test_each_guess_hides_its_answer_until_it_is_made(file: Path, reader: Reader) -> None:
    page = reader.open(f"{file.as_uri()}#path").page
    for number, step in enumerate(STEPS, 1):
        answer = ANSWERS[step.answer](bundled())
        chip(page, f"? {number} · {step.title}").click()
        expect(page.get_by_role("heading", name=step.question)).to_be_visible()
        assert answer.words not in page.locator(".board").inner_text()
        by_words = page.locator(".board [data-picture=looks] .answer")
        if by_words.count():
            by_words.first.click()
        else:
            chip(page, step.options[0]).click()
        expect(page.get_by_text(answer.words)).to_be_visible()
        expect(page.get_by_text(step.why)).to_be_visible()
        chip(page, step.again.options[step.again.right - 1]).click()
        expect(page.get_by_text(f"Yes, {step.again.options[step.again.right - 1]}.").last).to_be_visible()
    right = sum(step["right"] == 0 for step in lesson()["steps"])
    expect(page.get_by_text(f"You answered 5 of 5; {right} right.")).to_be_visible()


def test_ten_beginnings_are_played_against_table_and_transformer(file: Path, reader: Reader) -> None:
    page, played = reader.open(f"{file.as_uri()}#path?stop=beginnings").page, SETS[0]
    for number, beginning in enumerate(played):
        expect(page.get_by_role("heading", name=f"{beginning.text} …")).to_be_visible()
        assert race.told(beginning) not in page.locator(".board").inner_text()
        if number == 1:
            page.get_by_label("Another word").fill(f"{beginning.word.upper()}!")
            page.get_by_label("Another word").press("Enter")
        else:
            chip(page, beginning.word).click()
        expect(page.get_by_text(race.told(beginning))).to_be_visible()
    both = [race.rivals(each) for each in played]
    table, transformer = (sum(each[side].right for each in both) for side in (0, 1))
    first = sorted([("the table", table), ("the transformer", transformer)], key=lambda each: -each[1])
    expected = f"You had {PLAYED} of {PLAYED} words right, {' and '.join(f'{who} {right:g}' for who, right in first)}"
    expect(page.get_by_role("heading", name=expected)).to_be_visible()
    chip(page, "Play ten others").click()
    expect(page.get_by_role("heading", name=f"{SETS[1][0].text} …")).to_be_visible()


@pytest.mark.parametrize("name", SHOWN)
def test_a_story_asks_then_shows_what_its_payoff_tells(file: Path, reader: Reader, name: str) -> None:
    stories = {story["id"]: story for story in lesson()["stories"]}
    assert stories.keys() == SHOWN.keys()
    story, page = stories[name], reader.open(f"{file.as_uri()}#stories").page
    chip(page, f"{story['title']} {story['question']}").click()
    expect(page.get_by_role("heading", name=re.compile(re.escape(story["question"])))).to_be_visible()
    told = STORIES[name].payoff
    assert told not in page.locator(".board").inner_text()
    expect(
        page.locator(".board [data-picture]:not([data-picture=token_chips]):not([data-picture=looks])")
    ).to_have_count(0)
    chip(page, story["choices"][story["right"] - 1]).click()
    expect(page.get_by_text(f"You guessed right. {told}")).to_be_visible()
    expect(page.locator(".board")).to_contain_text(SHOWN[name])
    for text in story["does"].get("text", story["state"]["text"]).split()[-1:]:
        expect(page.locator(".board [data-picture=looks]").first).to_contain_text(text)


@pytest.mark.parametrize("by", sampled(["pointer", "finger", "keys"], ["finger"]))
def test_scissors_at_the_sentence_cut_a_word_or_a_head_and_again_heal_it(file: Path, browser: Browser, by: str) -> None:
    text = urlencode({"text": "Tom and Lisa went to the park. Tom gave the ball to"})
    with browser.new_context(offline=True, has_touch=by == "finger") as profile:
        page = Reader(profile.new_page()).open(f"{file.as_uri()}#{text}").page
        picture = page.locator(".board [data-picture=looks]")
        before = "“Lisa”, 68%: layer 6, head 5 brought it from “Lisa”. Hide that word: under 1%."
        square = picture.locator(".heads").get_by_role("radio", name=re.compile("^Layer 6, head 5"))
        word = picture.get_by_role("radio", name=re.compile("^Lisa"))
        for part, scissors in ((word, "“Lisa”"), (square, "layer 6, head 5")):
            for act in ("Cut", "Heal"):
                if act == "Cut" or by == "keys":
                    part.press("Enter")
                button = picture.get_by_role("button", name=f"{act} {scissors}")
                {"keys": lambda: part.press("Delete"), "finger": button.tap, "pointer": button.click}[by]()  # noqa: B023
                expect(page).to_have_url(re.compile("edited=") if act == "Cut" else re.compile("^((?!edited=).)*$"))
                if act == "Cut":
                    cut = State.parse(find("start"), page.url.partition("#")[2])
                    expect(picture.locator(".about")).to_have_text(by_hand.read(cut, cut.trace()).said(cut))
            page.evaluate("text => location.hash = text", text)
            expect(picture.locator(".says")).to_have_text(before)
