"""What a reader may do to the app, over and over and with no rest: no letter, address or picture is wrong then."""

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import cycle, islice
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.line import Line
from tests.browser.screen import Screen, address_of, held, hurry
from tests.sampled import sampled

TEXT = "bear country"
LONG = "the bear went down to the river bank and " * 20  # a box takes 600 letters of it


@pytest.fixture
def tabs(profiles: Callable[..., BrowserContext], server: str) -> Iterator["Tabs"]:
    """Tabs of readers who have never been here."""
    opened = Tabs(profiles, server)
    yield opened
    opened.close()


@pytest.fixture
def line(one_line: Line) -> Line:
    """A line to the server that lets all through at once, until a test cuts it or makes it slow."""
    one_line.delay = 0
    return one_line


@pytest.fixture(scope="module")
def one_line(server: str) -> Iterator[Line]:
    """Of one address: what a browser has loaded from there once stays with it."""
    with closing(Line(server)) as line:
        yield line


class Tabs:
    """Each in a browser of its own, which has loaded Streamlit's scripts before and knows nothing else."""

    def __init__(self, profiles: Callable[..., BrowserContext], address: str) -> None:
        self.profiles, self.address = profiles, address
        self.screens: list[Screen] = []

    def new(self, address: str = "") -> Screen:
        context = self.profiles(1280, 800, reader=f"newcomer {len(self.screens)}")
        context.clear_cookies()
        page = context.new_page()
        page.goto(f"{address or self.address}/_stcore/health")
        page.evaluate("localStorage.clear()")
        self.screens.append(Screen(page, address or self.address))
        return self.screens[-1]

    def close(self) -> None:
        """Close all; nothing went wrong in them."""
        for screen in self.screens:
            screen.page.close()
        assert [screen.complaints for screen in self.screens if screen.complaints] == []


def typed(screen: Screen, letters: str) -> None:
    """Type at the end of the box at once."""
    screen.box.click()
    screen.page.keyboard.press("End")
    screen.page.keyboard.type(letters, delay=20)


def agrees(screen: Screen, text: str) -> None:
    """The box, every picture and the address have come to show a text."""
    expect(screen.box).to_have_value(text)
    screen.painted(text.strip())
    screen.page.wait_for_function(
        "text => new URLSearchParams(location.search).get('text')?.trim() === text", arg=text.strip()
    )
    expect(screen.box).to_have_value(text)


@pytest.mark.parametrize(
    ("kind", "times", "slow"),
    sampled(
        [(kind, *how) for kind in ("pages", "views") for how in ((2, 0), (10, 0), (10, 0.12))],
        [("pages", 2, 0)],
    ),
)
def test_what_is_typed_while_one_page_or_view_after_another_opens_is_read(
    tabs: Tabs, line: Line, kind: str, times: int, slow: float
) -> None:
    """Four letters after each click that opens the next; a slow line takes so many seconds there and back."""
    line.delay = slow
    screen = tabs.new(line.address if slow else "")
    screen.open("start" if kind == "pages" else "attention", text=TEXT)
    link, titles = {
        "pages": (screen.page_link, ("All heads", "Start")),
        "views": (screen.view, ("Queries, keys, values", "One head")),
    }[kind]
    text = TEXT
    for letter, title in zip("abcdefghij"[:times], islice(cycle(titles), times), strict=True):
        link(title).click()
        typed(screen, letter * 4)
        text += letter * 4
    agrees(screen, text)
    expect(link(titles[1])).to_have_attribute("aria-current", "page")
    screen.no_trouble()


def where(screen: Screen) -> tuple[dict[str, list[str]], str]:
    return parse_qs(urlsplit(screen.page.url).query), screen.box.input_value()


@pytest.mark.study
@pytest.mark.parametrize("times", [3, 8])
def test_back_and_forward_lead_through_all_that_was_opened_as_it_was_left(screen: Screen, times: int) -> None:
    """A letter is typed on each page or view that is opened; then all the way back, forward, and back at once."""
    screen.go("start", text=TEXT)
    seen, text = [where(screen)], TEXT
    ways = ("All heads", "Attention", "Queries, keys, values", "Start")
    for letter, way in zip("abcdefgh"[:times], islice(cycle(ways), times), strict=True):
        if way == "Queries, keys, values":
            with screen.answered():
                screen.view("One head" if screen.view(way).get_attribute("aria-current") else way).click()
        else:
            screen.choose(way)
        typed(screen, letter)
        text += letter
        agrees(screen, text)
        screen.settle()
        seen.append(where(screen))
    for step, places in (("back", seen[-2::-1]), ("forward", seen[1:])):
        for place in places:
            with screen.went():
                screen.page.evaluate(f"history.{step}()")
            agrees(screen, place[1])
            assert where(screen) == place
    for _ in range(3):
        screen.page.evaluate("history.back()")  # at once: nobody waits
    agrees(screen, seen[-4][1])
    screen.settle()
    assert where(screen) == seen[-4]
    screen.no_trouble()


def test_what_is_typed_right_after_going_back_is_read(screen: Screen) -> None:
    screen.go("attention", text=TEXT)
    screen.choose("Masking")
    screen.page.evaluate("history.back()")
    typed(screen, " is")
    expect(screen.page.locator("h1")).to_have_text("Attention")
    agrees(screen, f"{TEXT} is")


@pytest.mark.parametrize("wait", sampled([0, 60, 400], [60]))
def test_what_is_typed_just_before_a_reload_is_kept(screen: Screen, wait: int) -> None:
    """The reload comes so many milliseconds after the last letter."""
    screen.go("start", text=TEXT)
    typed(screen, " and then")
    screen.page.wait_for_timeout(wait)
    screen.page.reload()
    agrees(screen, f"{TEXT} and then")


def test_what_is_typed_is_kept_where_a_page_hears_too_late_that_it_is_left(screen: Screen) -> None:
    """The address is behind too."""
    screen.go("start", text=TEXT)
    screen.page.evaluate("history.replaceState = () => {}")
    typed(screen, " and then")
    screen.page.evaluate("Storage.prototype.setItem = () => {}")
    screen.page.reload()
    agrees(screen, f"{TEXT} and then")


def test_what_is_typed_while_the_line_is_cut_is_read_when_it_is_back(tabs: Tabs, line: Line) -> None:
    """It is said to be cut."""
    screen = tabs.new(line.address).open(text=TEXT)
    typed(screen, " and")
    hurry(screen.page)
    with line.cut():
        screen.page.keyboard.type(" then the cat", delay=100)
        expect(screen.page.get_by_text("Connection error")).to_be_visible()
        screen.page.keyboard.type("s was")
        screen.page.keyboard.press("Backspace")
    agrees(screen, f"{TEXT} and then the cats wa")
    expect(screen.page.get_by_text("Connection error")).to_be_hidden()
    screen.page.keyboard.type("s!")
    agrees(screen, f"{TEXT} and then the cats was!")
    screen.no_trouble()


def test_a_step_that_is_made_before_the_scripts_have_come_is_heard_of(screen: Screen) -> None:
    page = screen.page
    with held(page, "**/address.js"):
        with page.expect_request("**/address.js"):
            page.goto(screen.address + address_of("look_up", list="Papers"))
        expect(page.get_by_role("radio", name="Papers")).to_be_checked()  # here: the page before may ask for it too
        screen.move(address_of("look_up"))
    expect(page.get_by_role("radio", name="Words")).to_be_checked()
    expect(page).to_have_url(f"{screen.address}/?at=look_up")
    screen.no_trouble()


@pytest.mark.parametrize("room", sampled([2, 100], [2]))  # for what is chosen in the end, and more
def test_what_is_being_composed_is_kept_while_another_view_opens(screen: Screen, room: int) -> None:
    """As Japanese is typed: letters stand in the box that are not chosen yet."""
    before = LONG[: 600 - room]
    screen.go("attention", text=before)
    composer = screen.page.context.new_cdp_session(screen.page)

    def compose(text: str) -> None:
        composer.send("Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)})

    screen.view("Queries, keys, values").click()
    screen.box.focus()
    screen.page.keyboard.press("End")
    for text in ("k", "か", "かn", "かん", "漢字"):
        compose(text)
        screen.page.wait_for_timeout(40)  # some of it while the view is drawn
    composer.send("Input.insertText", {"text": "漢字"})
    agrees(screen, f"{before}漢字")
    expect(screen.view("Queries, keys, values")).to_have_attribute("aria-current", "page")
    screen.no_trouble()


def test_half_an_emoji_that_a_script_types_harms_nothing(screen: Screen) -> None:
    screen.go("start", text=TEXT)
    screen.box.evaluate(
        "box => { box.value += ' \\ud83d is'; box.dispatchEvent(new InputEvent('input', { bubbles: true })); }"
    )
    agrees(screen, f"{TEXT} \ufffd is")
    typed(screen, " here")
    agrees(screen, f"{TEXT} \ufffd is here")
    expect(screen.page).to_have_url(re.compile("here"))


def test_letters_typed_once_the_box_was_left_by_pointer_or_tab_do_not_go_there(screen: Screen) -> None:
    screen.go("attention", text=TEXT)
    typed(screen, "s")
    screen.page.locator("h1").click()
    screen.page.keyboard.type("x")
    screen.box.focus()
    screen.page.keyboard.press("Tab")
    screen.page.keyboard.type("y")
    agrees(screen, f"{TEXT}s")


def test_keys_on_a_page_without_a_box_are_no_letters_of_the_one_before(screen: Screen) -> None:
    screen.go("look_up")
    with screen.answered():
        screen.page_link("Start").click()
    typed(screen, "s")
    screen.settle()
    with screen.went():
        screen.page.go_back()
    expect(screen.page.locator("h1")).to_have_text("Look up")
    screen.page.keyboard.press("p")
    expect(screen.page).to_have_url(re.compile("present=1"))


def test_a_letter_typed_while_the_box_is_made_anew_is_kept(screen: Screen) -> None:
    screen.go("attention", text="bear")
    typed(screen, "")
    screen.box.evaluate(
        "box => { (globalThis.place = box.parentElement).after(globalThis.mark = new Comment()); place.remove() }"
    )
    screen.page.keyboard.type("s")
    screen.page.evaluate("mark.replaceWith(place)")
    agrees(screen, "bears")
