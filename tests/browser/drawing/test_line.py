"""What scripts tell the server, over a line that repeats, delays, reorders and loses: each is told until it is heard.

The clock is the test's own.
"""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from headlight.pictures import Screen
from tests.browser.screen import PATIENCE

_LINE = """async () => {
    const { through, isWaiting } = await import("/components/line.js");
    const scripts = {};
    for (const name of ["line", "slide", "board"]) scripts[name] = (await import(`/components/${name}.js`)).default;
    Object.assign(window, { sent: [], isWaiting });
    window.made = (key, html = "") => {
        const host = Object.assign(document.createElement("div"), { className: `st-key-${key}` });
        host.attachShadow({ mode: "open" }).innerHTML = html;
        document.body.append(host);
        return host;
    };
    window.component = (key, data, html) => {
        const parentElement = (document.querySelector(`.st-key-${key}`) ?? made(key, html)).shadowRoot;
        const by = (name, { number, times, value }) => sent.push([name, number, times, value]);
        return through({ parentElement, data, setTriggerValue: by, setStateValue: by });
    };
    window.shown = (name, key, data = { lost: ".lost" }) =>
        scripts[name](component(key, data, `<div class="${name}"></div>`));
    window.answer = (heard, session = "one") =>
        dispatchEvent(new CustomEvent("answered", { detail: { heard, session } }));
    window.taken = () => sent.splice(0);
    answer([]);
}"""
_EVER = 60_000  # ms


@pytest.fixture
def page(browser: Browser, scripts: str) -> Iterator[Page]:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.clock.install(time=0)
    page.goto(scripts)
    page.clock.pause_at(_EVER)
    page.evaluate(_LINE)
    yield page
    context.close()


@pytest.fixture
def taken(page: Page) -> Callable[[int], list[list]]:
    """What is told within so many milliseconds: names, numbers, how often, and values."""

    def take(milliseconds: int = 0) -> list[list]:
        page.clock.run_for(milliseconds)
        return page.evaluate("taken()")

    return take


def test_a_message_is_told_again_until_it_is_heard_and_no_longer(page: Page, taken: Callable) -> None:
    page.evaluate("component('box').setStateValue('typed', 'bear')")
    assert taken() == [["typed", 1, 1, "bear"]]
    assert taken(2500) == [["typed", 1, 2, "bear"], ["typed", 1, 3, "bear"]]
    page.evaluate("answer([7])")
    assert taken(800) == [["typed", 1, 4, "bear"]], "it answered to something else"
    page.evaluate("answer([7, 1])")
    assert taken(_EVER) == [] and not page.evaluate("isWaiting()")


def test_of_a_kind_the_last_is_told_again_and_each_kind_for_itself(page: Page, taken: Callable) -> None:
    page.evaluate("for (const value of 'abc') component('box').setStateValue('typed', value)")
    page.evaluate("component('menu').setTriggerValue('chosen', 'start')")
    assert [value for *_, value in taken()] == ["a", "b", "c", "start"]
    page.evaluate("answer([4, 2, 1])")  # late, and in another order
    assert [message[1::2] for message in taken(800)] == [[3, "c"]]
    page.evaluate("answer([3])")
    assert taken(_EVER) == []


def test_after_two_repeats_the_page_is_asked_for_and_then_a_sentence_stands_there(page: Page, taken: Callable) -> None:
    page.evaluate("made('line', '<p class=unheard hidden></p>'), shown('line', 'line')")
    page.evaluate("component('box').setStateValue('typed', 'bear')")
    assert [message[0] for message in taken(3300)] == ["typed", "typed", "typed", "asked"]
    said, again = page.locator(".unheard"), page.get_by_role("button", name="Load the page again")
    expect(said).to_contain_text("The server has not answered yet. What you typed or set last is kept and sent again.")
    expect(again).to_be_visible()
    page.route("**/line.js", lambda route: route.abort())
    taken(4000)
    expect(said).to_contain_text("The server cannot be reached. What you typed")
    expect(again).to_be_hidden()
    page.evaluate("answer([1, 2])")
    said.wait_for(state="hidden")
    assert taken(_EVER) == []


def test_a_page_is_loaded_anew_the_second_time_that_the_server_is_there_again(page: Page, taken: Callable) -> None:
    page.evaluate("component('box').setStateValue('typed', 'bear')")
    page.evaluate("window.there = false; window.fetch = async () => ({ ok: there })")
    taken(_EVER)
    page.evaluate("there = true")
    taken(4000)
    assert page.evaluate("window.there"), "the page is the same: its client joins the server within a moment"
    with page.expect_navigation():
        page.clock.run_for(4000)


def test_a_server_that_has_forgotten_the_tab_hears_first_where_it_stands(page: Page, taken: Callable) -> None:
    page.evaluate("component('menu').setTriggerValue('chosen', 'start')")
    page.evaluate("answer([], 'another'), component('box').setTriggerValue('resumed', '?at=heads')")
    page.evaluate("component('box').setStateValue('typed', 'bear')")
    assert [message[0] for message in taken(3000)] == ["chosen", "resumed", "resumed", "resumed"]
    page.evaluate("answer([2], 'another')")
    assert [message[0] for message in taken(100)] == ["chosen", "typed"]


@pytest.mark.parametrize("gone", [True, False])
def test_what_nobody_listens_to_any_more_is_let_go(page: Page, taken: Callable, gone: bool) -> None:
    """Its picture has left the page, or its callback is no more."""
    page.evaluate("component('board').setTriggerValue('chosen', 3)")
    if gone:
        page.evaluate("document.querySelector('.st-key-board').remove()")
    for number in range(5):
        page.evaluate(f"answer([{number + 10}])")
        taken(800)
    assert taken(_EVER) == [] and not page.evaluate("isWaiting()")


def board(page: Page, text: str, again: int) -> None:
    """A message of a board without pictures; one that is unfinished asks for itself after a pause."""
    screen = Screen(text, "story")
    screen.note("words")
    screen.again, screen.pause = again, 0.4
    page.evaluate("bytes => shown('board', 'board', new Uint8Array(bytes))", [*screen.message()])


@pytest.mark.parametrize(("motion", "asked"), [("no-preference", 3), ("reduce", "at once")])
def test_a_board_that_was_replaced_asks_for_nothing(page: Page, taken: Callable, motion: str, asked: object) -> None:
    page.emulate_media(reduced_motion=motion)
    for number, text in enumerate(("a", "ab", "abc"), 1):
        board(page, text, number)
        assert taken(300) == []
    assert [message[::3] for message in taken(500)] == [["again", asked]], "of each letter nothing, of a pause one"
    page.evaluate("answer([1])")
    board(page, "abcd", 4)
    board(page, "abcde", 0)
    assert taken(_EVER) == []


def test_a_slider_that_is_turned_away_and_back_is_told_back_too(page: Page, taken: Callable) -> None:
    data = {"key": "layer", "label": "Layer", "value": "1", "first": "1", "places": ["1", "2", "3"], "help": ""}
    page.evaluate("data => shown('slide', 'slide_layer', data)", data)
    slider = page.get_by_role("slider")
    slider.focus()
    for key in ("ArrowRight", "ArrowLeft"):
        slider.press(key)
    told = [message[3] for message in taken()]
    page.evaluate("answer([1])")
    told += [message[3] for message in taken()]
    assert told == [["layer", "2"], ["layer", None]]
    page.evaluate("answer([1, 2])")
    assert taken(_EVER) == []
    assert slider.input_value() == "1"


def test_a_sentence_is_said_aloud_once_while_somebody_types(page: Page) -> None:
    page.evaluate(
        """async () => {
            const { sayAtRest } = await import("/shared/written.js");
            window.paragraph = document.body.appendChild(document.createElement("p"));
            window.aloud = 0;
            const heard = () => (aloud += Number(paragraph.ariaLive === "polite"));
            new MutationObserver(heard).observe(paragraph, { childList: true });
            window.says = (words) => sayAtRest(paragraph, [[words, false]]);
        }"""
    )
    for end in range(18):
        page.evaluate("words => says(words)", "a bear in the wood"[: end + 1])
        page.clock.run_for(150)
    assert page.evaluate("aloud") == 0
    page.clock.run_for(_EVER)
    assert page.evaluate("[aloud, paragraph.textContent]") == [1, "a bear in the wood"]
    page.evaluate("says('a bear in the wood')")
    page.clock.run_for(_EVER)
    assert page.evaluate("aloud") == 1, "it is the same as before"
