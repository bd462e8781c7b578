"""What a room says comes twice and out of order: a phone and the teacher's panel show the room as it is now.

Each state of a room is told after another one, and to a page that has heard of none; the line is the test's own.
"""

import json
from collections.abc import Iterator
from contextlib import suppress
from string import Template

import pytest
from playwright.sync_api import Browser, Page, TimeoutError

from headlight.pictures.scripts import BROWSER
from headlight.rooms.room import LENGTH, LETTERS
from tests.browser.drawing.fake_room import CODE, LINE, MORE, OPENED, PANEL, PHONE, TEACHER, said
from tests.browser.drawing.glass import BLANK
from tests.browser.screen import PATIENCE
from tests.sampled import sampled
from tests.server.test_commands import STATES

PART = ["a story", "text written", "a second vote shown", "a playlist answered, and a choice", *MORE]


class Told:
    """A page that hears what it is told."""

    def __init__(self, page: Page, address: str, kinds: tuple[str, ...]) -> None:
        self.page, self.address, self.kinds = page, address, kinds

    def opened(self) -> "Told":
        """The page as it is loaded, of a browser that has kept nothing."""
        self.page.evaluate("sessionStorage.clear(), localStorage.clear()")
        self.page.goto(self.address)
        if self.kinds == TEACHER:
            self.page.evaluate(PANEL, CODE)
        self.page.wait_for_function("window.line")
        return self

    def tell(self, name: str, *, backwards: bool = False, times: int = 1) -> "Told":
        """Tell what a room says, each event so often."""
        heard = [event for event in said(name) if event[0] in self.kinds]
        told = [event for event in (heard[::-1] if backwards else heard) for _ in range(times)]
        self.page.evaluate("tell", [("ping", ""), *told])
        self.page.wait_for_function("drawn", arg=name if "board" in dict(heard) else None)
        return self

    def seen(self, awaited: str = "") -> str:
        """What is seen; the test says what differs from what is waited for."""
        if awaited:
            with suppress(TimeoutError):
                self.page.wait_for_function("awaited => seen() === awaited", arg=awaited)
        return self.page.evaluate("seen()")


@pytest.fixture(scope="module", params=[PHONE, TEACHER], ids=["phone", "teacher"])
def pages(browser: Browser, scripts: str, request: pytest.FixtureRequest) -> Iterator[tuple[Told, Told]]:
    """Two phones, or teachers' panels, whose server says yes to all: one is loaded anew, one goes on."""
    page_of = Template((BROWSER / "pages" / "class.html").read_text("utf-8"))
    html = page_of.substitute(code=CODE, letters=LETTERS, length=LENGTH, scripts="..", loads="")
    html = html if request.param == PHONE else f'<body data-testid="stApp">{BLANK}'
    contexts = [browser.new_context(reduced_motion="reduce") for _ in range(2)]
    complaints: list[str] = []
    told = []
    for context in contexts:
        context.add_init_script(f"const room = {json.dumps(OPENED)};{LINE}")
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.route(f"**/class/{CODE}", lambda route: route.fulfill(body=html, content_type="text/html"))
        page.goto(scripts)
        told.append(Told(page, f"{scripts}/class/{CODE}", request.param).opened())
    yield told[0], told[1]
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.mark.parametrize("name", sampled([name for name in STATES if name != "ended"] + [*MORE], PART))
def test_a_page_shows_a_room_as_it_is_whatever_came_before_and_keeps_what_is_its_readers(
    pages: tuple[Told, Told], name: str
) -> None:
    anew, on = pages
    alone = anew.opened().tell(name).seen()
    assert on.tell(name, backwards=True).seen(alone) == alone
    anew.page.evaluate("act()")
    own = anew.seen()
    anew.page.evaluate("window.said?.({ asks: true })")  # by the page around the panel
    assert anew.tell(name, backwards=True, times=2).seen(own) == own


HELD = "said => ([window.says, window.held] = [said, new Promise((done) => (window.release = done))])"
CLICKED = """() => {
  const asks = all(".options button, .question .does button, .pace button, .set button");
  const own = asks.filter((each) => each.checkVisibility() && !each.disabled);
  own.forEach((each) => each.click());
}"""
RELEASED = """async () => {
  release();
  for (let times = 0; times < 9; times += 1) await new Promise((done) => setTimeout(done));
}"""
NO = "It cannot be done."
ANSWERS = {"yes": {"written": ["late"], "rows": [], "words": "late"}, "no": {"sorry": NO}}
READ = {"text written": "a choice asked", "it was asked twice": "it was asked twice"}
BEFORE = ["a choice asked", "a head drawn together", "text written", "a beginning answered", "before the lesson"]


@pytest.mark.parametrize("answer", ANSWERS)
@pytest.mark.parametrize("name", ["a second vote", "text asked"])
def test_what_is_answered_late_does_not_belong_to_what_has_come_since(
    pages: tuple[Told, Told], name: str, answer: str
) -> None:
    anew, on = pages
    alone = anew.opened().tell(name).seen()
    for before in BEFORE:
        on.opened().page.evaluate(HELD, ANSWERS[answer])
        on.tell(before).page.evaluate(CLICKED)
        on.tell(name).page.evaluate(RELEASED)
        refused = on.page.locator(".sorry").text_content() if on.kinds == TEACHER else ""
        assert refused == (NO if on.kinds == TEACHER and answer == "no" else ""), "who has pressed a button hears it"
        assert on.seen("" if refused else alone).replace(f"\n{NO}" if refused else "", "") == alone, before
    on.opened()  # the next test goes on in it


@pytest.mark.parametrize("before", READ)
def test_what_a_teacher_has_read_goes_with_its_question(pages: tuple[Told, Told], before: str) -> None:
    anew, on = pages
    on.opened().page.evaluate(HELD, {**ANSWERS["yes"], "items": [], "ideas": [], "says": "late"})
    on.tell(before).page.evaluate(CLICKED if on.kinds == TEACHER else "")
    on.page.evaluate(RELEASED)
    said.cache_clear()  # the next set is another one
    alone = anew.opened().tell(READ[before]).seen()
    assert on.tell(READ[before]).seen(alone) == alone
    on.opened()
