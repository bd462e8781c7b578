"""Guesses in a real browser: one sentence stays where it is, and each stop adds its part to it."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import expect

from headlight.reading.reader import EXAMPLE
from headlight.state import first_path
from tests.browser.screen import Screen
from tests.browser.test_slides import cut
from tests.sampled import sampled

WORDS = "[data-picture=looks] .stage > button"
RIBBONS = "[data-picture=looks] .stage > svg path:not(.wire, .loose)"
# The frames in which the widest ribbon was drawn, by its width, and how large words were set, from the click on.
_WATCH = """() => {
    const { shadowRoot } = [...document.querySelectorAll("*")].find(e => e.shadowRoot?.querySelector(".board"));
    const inside = [...shadowRoot.querySelectorAll("*")].find(e => e.shadowRoot?.querySelector(".stage")).shadowRoot;
    window.widths = [];
    const look = () => {
        if (!inside.isConnected) return; // another test goes on in this tab
        const all = [...inside.querySelectorAll(".stage > svg path:not(.wire, .loose)")];
        const size = inside.querySelector(".stage").style.getPropertyValue("--size");
        window.widths.push([Math.max(0, ...all.map(path => Number(path.getAttribute("stroke-width")))), size]);
        requestAnimationFrame(look);
    };
    look();
}"""


EVERY = range(1, len(first_path.STEPS) + 1)
OF_THE_SENTENCE = [3, 4, 5]  # the stops that ask about it


def words(screen: Screen) -> list[Any]:
    """Where each large word is, and how large it is set."""
    box = "[e.textContent.replace(/[\\d.]+%?$/, ''), e.getBoundingClientRect().x, e.getBoundingClientRect().y]"
    return screen.page.locator(WORDS).evaluate_all(f"all => all.map(e => {box})")


PARTS = ".st-key-stop_before h2, .st-key-stop_picture :is(h2, .stage)"  # the title, the sentence and the question
BOXES = "all => all.map(e => e.getBoundingClientRect()).map(({ left, top }) => [left, top])"


GUESSED = [(1366, 768, None, (3, 1)), *((*window, (3, 1, 4, 5)) for window in ((1920, 1080, None), (1280, 720, 1)))]


@pytest.mark.parametrize(("width", "height", "present", "numbers"), sampled(GUESSED, GUESSED[:1]))
def test_nothing_moves_with_a_guess_which_stands_low_in_the_window(
    screen: Screen, width: int, height: int, present: int | None, numbers: Sequence[int]
) -> None:
    """The question is in one place with the guesses and with the answer; cards of one size fill the width.

    Where the guess is a large word, there is none.
    """
    screen.page.set_viewport_size({"width": width, "height": height})
    for number in numbers:
        step = first_path.STEPS[number - 1]
        screen.go("path", **{"stop": number, f"guess_{number}": "", "present": present or ""})
        cards = screen.page.get_by_role("group", name=step.question).get_by_role("button")
        expect(cards).to_have_count(len(step.options))
        screen.rest()
        boxes = [box for card in cards.all() if (box := card.bounding_box())]
        if number != 3:
            assert max(box["y"] + box["height"] for box in boxes) > (0.8 if height > 1000 else 0.62) * height
            assert len({(round(box["width"]), round(box["height"])) for box in boxes}) == 1
            assert sum(box["width"] for box in boxes) > 0.85 * width
        before = screen.page.locator(PARTS).evaluate_all(BOXES)
        assert len(before) == 3
        title, words = (screen.page.locator(f".st-key-stop_before {part}").bounding_box() for part in ("h2", "p"))
        assert title and words and words["x"] - title["x"] - title["width"] > 14, "two things, not one line"
        with screen.answered():
            cards.first.click()
        expect(cards).to_have_count(0)
        screen.rest()
        assert screen.page.locator(PARTS).evaluate_all(BOXES) == before, number


def all_of(screen: Screen, number: int) -> list:
    """What is cut of the guess, the answer, its pictures and why."""
    expect(screen.page.get_by_text(first_path.STEPS[number - 1].question)).to_be_visible()
    return cut(screen, ".spot, .st-key-stop_question p, .st-key-stop_question .stButton")


STOPS = [(1024, (1, 3, 5)), *((width, tuple(EVERY)) for width in (1366, 1024))]


@pytest.mark.parametrize(("width", "numbers"), sampled(STOPS, STOPS[:1]))
def test_the_sentence_stays_in_its_place_and_a_smaller_window_has_all_of_a_stop(
    screen: Screen, width: int, numbers: Sequence[int]
) -> None:
    found, places, ribbons = {}, {}, {}
    for number in numbers:
        step = first_path.STEPS[number - 1]
        screen.page.set_viewport_size({"width": 1440, "height": 900})
        screen.go("path", **{"stop": number, f"guess_{number}": step.options[0] if number > 1 else ""})
        places[number] = words(screen)
        ribbons[number] = screen.page.locator(RIBBONS).count()
        if number == 1:
            with screen.answered():
                screen.page.get_by_role("button", name=step.options[0], exact=True).click()
        screen.page.set_viewport_size({"width": width, "height": 768})
        found[number] = all_of(screen, number)
    places = {number: place for number, place in places.items() if number in OF_THE_SENTENCE}
    assert [word for word, _, _ in places[3]] == EXAMPLE.split()
    assert [number for number, place in places.items() if place != places[3]] == []
    assert [number for number, count in ribbons.items() if count > 2] == [*places]
    assert {number: boxes for number, boxes in found.items() if boxes} == {}
    screen.no_trouble()


@pytest.mark.parametrize("numbers", sampled([EVERY, (1, 3, 5)], [(1, 3, 5)]))
def test_guess_answer_picture_and_why_are_on_one_slide(screen: Screen, numbers: Sequence[int]) -> None:
    screen.page.set_viewport_size({"width": 1280, "height": 720})
    found = {}
    for number in numbers:
        screen.go("path", **{"stop": number, f"guess_{number}": first_path.STEPS[number - 1].options[0], "present": 1})
        found[number] = all_of(screen, number)
        scrolls = screen.page.get_by_test_id("stMain").evaluate("e => e.scrollHeight > e.clientHeight")
        assert not scrolls, number
    assert {number: boxes for number, boxes in found.items() if boxes} == {}
    screen.no_trouble()


def test_a_guess_is_in_sight_on_a_phone(screen: Screen) -> None:
    screen.page.set_viewport_size({"width": 390, "height": 844})
    for number in (1, 4):
        step = first_path.STEPS[number - 1]
        screen.go("path", **{"stop": number, f"guess_{number}": ""})
        cards = screen.page.get_by_role("group", name=step.question).get_by_role("button")
        expect(cards).to_have_count(3)
        screen.rest()
        last = cards.last.bounding_box()
        assert last and last["y"] + last["height"] <= 844, number
        assert last["height"] >= 44, "a finger can hit it"
    screen.fits()


def test_a_guess_makes_ribbons_grow_unless_little_motion_is_wanted(screen: Screen) -> None:
    for motion, moves in (("no-preference", True), ("reduce", False)):
        screen.page.emulate_media(reduced_motion=motion)
        screen.go("path", stop=3, guess_3="")
        screen.page.evaluate(_WATCH)
        with screen.answered():
            screen.page.get_by_role("group", name="Which gets more").get_by_role("button").first.click()
        expect(screen.page.locator(RIBBONS)).not_to_have_count(0)
        screen.rest()
        frames = screen.page.evaluate("window.widths")
        # Larger words have wider ribbons: those of a picture that was not yet as wide are none on their way.
        widths = [width for width, size in frames if size == frames[-1][1]]
        between = [width for width in widths if 0 < width < 0.9 * max(widths)]
        assert bool(between) == moves, "it is seen on its way"


def test_guesses_before_and_after_the_answers_are_kept_by_the_browser_until_they_are_forgotten(screen: Screen) -> None:
    page = screen.go("path", stop=1, guess_1="three or more").page
    page.get_by_role("button", name="Once more").click()
    with screen.answered():
        page.get_by_role("button", name="one", exact=True).click()
    tally = page.locator(".tally")
    expect(tally).to_have_text("1 of 1 right now, 0 of 1 before.")
    screen.open("path", stop="recap")  # another visit
    expect(tally).to_have_text("1 of 1 right now, 0 of 1 before.")
    with screen.answered():
        page.get_by_role("button", name="Forget my guesses").click()
    expect(page).not_to_have_url(re.compile("guess"))
    screen.go("path", stop="recap")
    expect(tally).to_be_hidden()
    screen.no_trouble()
