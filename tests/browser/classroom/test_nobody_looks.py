"""Where nobody looks nothing is spent: a tab of the app, a phone of a class, and the teacher's view of its progress."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, Request, expect

from tests.browser.classroom.room import code_of, open_panel
from tests.browser.screen import Screen

# How often a script of the page is called by a timer or for a frame, and whether the tab is away.
_COUNTED = """(() => {
    Object.assign(globalThis, { away: false, called: 0 });
    Object.defineProperty(document, "hidden", { get: () => away });
    for (const name of ["requestAnimationFrame", "setTimeout", "setInterval"]) {
        const ask = globalThis[name];
        globalThis[name] = (act, ...more) => ask((...given) => (called++, act(...given)), ...more);
    }
})()"""
_TURN = "is => (away = is, document.dispatchEvent(new Event('visibilitychange')))"
_WHILE, _LONG = 20_000, 600_000  # ms of the page's clock: what was under way ends, Streamlit's 15 s too; and a pause


@pytest.fixture(scope="module")
def teachers_page(profiles: Callable[..., BrowserContext], server: str) -> Iterator[Screen]:
    """That of a teacher whose browser gets a clock, which stays there."""
    screen = Screen(profiles(1440, 900, reader="teacher").new_page(), server)
    yield screen
    screen.page.close()
    assert (screen.complaints, screen.strangers) == ([], [])


def test_a_tab_of_the_app_that_is_away_sends_nothing_and_calls_nothing(
    profiles: Callable[..., BrowserContext], server: str
) -> None:
    page, sent = profiles(1440, 900, reader="away").new_page(), list[object]()
    page.clock.install()
    page.add_init_script(_COUNTED)
    page.on("websocket", lambda line: line.on("framesent", lambda said: sent.append(said)))
    page.on("request", lambda request: sent.append(request.url))
    screen = Screen(page, server).open("start", text="bear country")
    for last in (".known", ".legend"):  # which come once the reader rests
        expect(page.locator(last)).to_be_visible()
    screen.rest()
    page.evaluate(_TURN, True)
    page.clock.run_for(_WHILE)
    sent.clear()
    page.evaluate("called = 0")
    page.clock.run_for(_LONG)
    assert (page.evaluate("called"), sent) == (0, [])
    page.evaluate(_TURN, False)
    screen.type("bear country is")
    screen.no_trouble()
    page.close()


def away(page: Page, is_away: bool) -> None:
    page.evaluate("Object.defineProperty(document, 'hidden', { get: () => globalThis.away, configurable: true })")
    page.evaluate(_TURN, is_away)


def test_a_phone_that_is_put_away_leaves_its_line_and_asks_for_nothing_until_it_is_back(
    teacher: Screen, students: Callable[[str], Page]
) -> None:
    phone, asked, here = students(code_of(teacher), "timed"), list[Request](), teacher.page.locator(".teach .there")
    expect(here).to_have_text("1 here")
    phone.clock.install()
    away(phone, True)
    expect(here).to_have_text("0 here")
    phone.on("request", lambda request: asked.append(request))
    phone.clock.run_for(_LONG)
    assert not asked
    away(phone, False)
    expect(here).to_have_text("1 here")


def test_a_teacher_who_looks_elsewhere_or_pauses_the_class_asks_for_no_progress(
    teacher: Screen, students: Callable[[str], Page]
) -> None:
    students(code_of(teacher))
    page, panel = teacher.page, teacher.page.locator(".room")
    page.clock.install()
    page.evaluate("""(ask => {
        const counts = (...given) => (asked += Number(String(given[1]?.body).includes('"progress"')), ask(...given));
        Object.assign(globalThis, { asked: 0, fetch: counts });
    })(fetch)""")
    open_panel(teacher)
    panel.get_by_label("Which playlist").select_option("guesses")
    panel.get_by_role("button", name="Give it to the phones").click()
    expect(panel.locator(".progress button").first).to_be_visible()

    def is_progress(request: Request) -> bool:
        return '"progress"' in (request.post_data or "")

    def asks_for_nothing() -> None:
        page.clock.run_for(_WHILE)
        page.evaluate("fetch(location.href).then(answer => answer.text())")  # after it an earlier answer is there
        page.evaluate("asked = 0")
        page.clock.run_for(_LONG)
        assert page.evaluate("asked") == 0

    away(page, True)
    asks_for_nothing()
    with page.expect_request(is_progress):
        away(page, False)
    panel.get_by_role("button", name="Pause").click()
    expect(panel.locator(".pause")).to_have_text("Go on")
    asks_for_nothing()
    with page.expect_request(is_progress):
        panel.get_by_role("button", name="Go on").click()
    panel.get_by_role("button", name="Close, and show").click()
    panel.get_by_role("button", name="End the playlist").click()
    expect(panel.locator(".progress")).to_have_count(0)
