"""Whatever the line to the server does, the page comes to show what is set on it, or a sentence says that it does not.

A browser's tabs were read only, typed in, dialled, taught from, followed; then something happens to the line; then each
goes on. No time is asked: each waits until it is right. Where a page waits itself, it is hurried.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from playwright.sync_api import BrowserContext, expect

from benchmarks.servers import is_well, launch, stop
from headlight.app.streamlit_private import LOST_COMPONENT
from tests.browser.classroom.room import code_of, sees
from tests.browser.line import Line
from tests.browser.screen import hurry
from tests.browser.test_trials import TEXT, Tabs, agrees, typed
from tests.sampled import sampled

SOON = "--server.disconnectedSessionTTL=1"  # seconds until a server forgets a tab whose line was cut, for 20


class Server:
    """A server that soon forgets tabs, and how often it was typed to by one that it had forgotten."""

    def __init__(self) -> None:
        self.unknown = 0
        self.process, self.address, self.log = launch(SOON)
        assert is_well(self.address, self.process)

    def forgets(self) -> None:
        """It knows no tab any more: Streamlit drops what one types before it is drawn again, and says so."""
        self.unknown += 3 * 5  # of three letters and two repeats, in so many tabs


@pytest.fixture(scope="module")
def forgetful() -> Iterator[Server]:
    """A server that soon forgets tabs. It misses no part of a page but for letters that came too early."""
    server = Server()
    yield server
    stop(server.process)
    server.log.seek(0)
    said = server.log.read()
    server.log.close()
    assert said.count("fragment") <= server.unknown, said


@pytest.fixture
def tabs(profiles: Callable[..., BrowserContext], forgetful: Server) -> Iterator[Tabs]:
    opened = Tabs(profiles, forgetful.address)
    yield opened
    opened.close()


@pytest.fixture
def line(forgetful: Server) -> Iterator[Line]:
    with closing(Line(forgetful.address)) as line:
        yield line


class Everybody:
    """Tabs over one line, each of which was used in its way."""

    def __init__(self, tabs: Tabs, line: Line) -> None:
        self.turned, self.typed, self.dialled, self.teacher, follower = (tabs.new(line.address) for _ in range(5))
        self.screens = (self.turned, self.typed, self.dialled, self.teacher)
        self.pages = [screen.page for screen in self.screens]
        for screen in (self.turned, self.typed, self.teacher):
            screen.open("attention", text=TEXT)
        self.dialled.open("heads", text=TEXT, layer=1)
        self.dialled.turn_up("Layer", "2")
        typed(self.typed, " is")
        agrees(self.typed, f"{TEXT} is")
        with self.teacher.answered():
            self.teacher.page.get_by_role("button", name="Teach").click()
        expect(self.teacher.page.locator(".room .code")).to_be_visible()
        self.teacher.page.keyboard.press("Escape")
        self.follower = follower.page
        self.follower.goto(f"{line.address}/class/{code_of(self.teacher)}")
        sees(self.follower, TEXT)
        self.texts = {self.typed: f"{TEXT} is", self.teacher: TEXT}
        self.mute = False

    def go_on(self, more: str = " it", page: str = "All heads", over: str = "this", layer: str = "3") -> None:
        """Each goes on, and what it does is done."""
        self.do(more, page, over)
        for screen, text in self.texts.items():
            agrees(screen, text)
        expect(self.turned.page.locator("h1")).to_have_text(page)
        expect(self.dialled.page).to_have_url(re.compile(f"averaged_in={over}"))
        self.dialled.turn_up("Layer", layer)
        sees(self.follower, self.texts[self.teacher])
        for screen in self.screens:
            expect(screen.page.locator(".unheard")).to_be_hidden()
            expect(screen.page.get_by_text("Connection error")).to_be_hidden()
            screen.no_trouble()

    def do(self, more: str, page: str, over: str) -> None:
        """Type at the end of each text, open a page, and average over one layer or over each.

        What a control of Streamlit's says over a mute line is lost.
        """
        for screen in self.texts:
            typed(screen, more)
            self.texts[screen] += more
        self.turned.page_link(page).click()
        self.dialled.settle()  # what is pressed before that is lost, and its control stands as before
        option = self.dialled.page.get_by_role("radio", name=f"{over} layer")
        if self.mute:
            with self.dialled.page.expect_navigation():  # the page is loaded anew
                hurry(*self.pages)
                option.click()
        option.click()


@pytest.mark.parametrize("away", sampled([0.2, 1.5], [1.5]))
def test_each_tab_goes_on_after_its_line_was_cut_and_after_it_fell_mute(
    tabs: Tabs, line: Line, forgetful: Server, away: float
) -> None:
    """Cut for so many seconds: the server still knows the tabs then, or has forgotten them."""
    everybody = Everybody(tabs, line)
    forgetful.forgets()
    hurry(*everybody.pages)
    with line.cut():
        everybody.typed.page.wait_for_timeout(1000 * away)
        hurry(*everybody.pages, times=1)
    everybody.go_on()
    line.mute()
    everybody.mute = True
    everybody.go_on(" is", "Attention", "every", "4")


@pytest.mark.parametrize("file", sampled(["board.css", "board.js", "box.js", "BidiComponent.*.js"], ["box.js"]))
def test_a_style_or_a_script_that_was_lost_with_the_line_comes_with_the_page_loaded_anew(tabs: Tabs, file: str) -> None:
    """Streamlit asks for it once, and has an error in the place of the picture for good."""
    screen = tabs.new()
    screen.page.route(f"**/{file}", lambda route: route.abort())
    screen.page.goto(f"{screen.address}/?at=attention&text={TEXT}")
    expect(screen.page.locator(LOST_COMPONENT).first).to_be_visible()
    screen.page.unroute(f"**/{file}")
    agrees(screen, TEXT)
    screen.no_trouble()
    screen.complaints.clear()  # of the file
