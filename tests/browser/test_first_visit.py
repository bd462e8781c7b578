"""A first visit in a real browser: the demonstration, two questions, and then a sentence of one's own."""

import re
from collections.abc import Callable, Iterator
from typing import Literal

import pytest
from playwright.sync_api import BrowserContext, WebSocketRoute, expect
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from headlight.pages.start.first_visit import TEXTS
from tests.browser.conftest import NEWCOMER, in_a_tab
from tests.browser.screen import Screen, hurry

WORD = ".stage button"
AROUND = (  # the box and the picture of a first visit
    ".st-key-ways",
    ".heads .all",
    ".heads button",
    ".says button",
    "nav.stream",
    ".save button",
    ".send",
    "[data-part=all_stories]",
    ".join",
)
NOTE = """around => {
    window.seen = [];
    const inside = each => each.shadowRoot ? all(each.shadowRoot) : [];
    const all = root => [...root.querySelectorAll("*")].flatMap(each => [each, ...inside(each)]);
    const isSeen = each => each.matches(around) && each.checkVisibility({ visibilityProperty: true });
    const note = () => {
        window.seen.push(...all(document).filter(isSeen).map(each => each.className || each.dataset.part));
        setTimeout(() => requestAnimationFrame(note), 100);
    };
    note();
}"""


@pytest.fixture
def newcomer(profiles: Callable[..., BrowserContext], server: str) -> Iterator[Screen]:
    """A tab of a browser that was never here."""
    yield from in_a_tab(profiles, server, reader=NEWCOMER)


def begin(screen: Screen, motion: Literal["no-preference", "reduce"] = "no-preference") -> None:
    """Come for the first time, and let the demonstration run to its end, where the page asks."""
    screen.page.emulate_media(reduced_motion=motion)
    screen.page.add_init_script("localStorage.removeItem('headlight-demonstrated')")
    screen.open()
    hurry(screen.page)
    expect(screen.box).to_have_value(TEXTS[0])
    expect(screen.page.get_by_text("Which word brings the next one? Tap it.")).to_be_visible()
    hurry(screen.page, times=1)
    screen.rest()


def test_two_questions_follow_the_demonstration_and_the_page_around_them_comes_with_the_answer(
    newcomer: Screen,
) -> None:
    screen = newcomer
    screen.page.add_init_script(f"({NOTE})({', '.join(AROUND)!r})")
    begin(screen)
    page = screen.page
    assert page.evaluate("seen") == [], "nor while the demonstration went on"
    for around in (*AROUND, ".next"):
        expect(page.locator(around).first).to_be_hidden()
    assert page.locator(f"{WORD}:enabled").count() == 11, "with the box twelve controls, and no other"
    assert page.locator(":is(button:enabled, input, [role=slider], a:not([href='#stMain'])):visible").count() == 12
    asked, word = page.locator(".says").bounding_box(), page.locator(WORD).first.bounding_box()
    assert asked and word and asked["y"] + asked["height"] <= word["y"], "the question is read first"
    with screen.answered():
        page.get_by_role("button", name="Lisa").click()
    expect(page.get_by_text(re.compile("^Yes. “Lisa”, 68%"))).to_be_visible()
    expect(page.locator(".st-key-ways")).to_be_visible()
    expect(page.locator(".heads .all").first).to_be_hidden()
    with screen.answered():
        page.get_by_role("button", name="Next: what comes next here?").click()
    expect(screen.box).to_have_value(TEXTS[1])
    assert {number for number in page.locator(".next small").all_text_contents()} == {""}
    with screen.answered():
        page.get_by_role("button", name="drawer", exact=True).click()
    expect(page.get_by_text(re.compile("^You chose “drawer”. “lock”, 60%"))).to_be_visible()
    with screen.answered():
        page.get_by_role("button", name="Now type your own sentence.").click()
    expect(screen.box).to_be_focused()
    page.keyboard.type("bear country")
    screen.painted("bear country")
    screen.rest()
    expect(page.get_by_text("Tap it")).to_be_hidden()
    expect(page).not_to_have_url(re.compile("question|guessed"))
    expect(page.locator(".heads .all").first).to_be_visible()
    screen.no_trouble()


def test_who_wants_little_motion_is_asked_after_a_still_demonstration_and_escape_skips_the_question(
    newcomer: Screen,
) -> None:
    begin(newcomer, motion="reduce")
    page = newcomer.page
    expect(page.locator(".hand")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(newcomer.box).not_to_have_value(TEXTS[0])
    newcomer.rest()
    expect(page.get_by_text("Tap it")).to_be_hidden()
    expect(page.locator(".st-key-ways")).to_be_visible()
    newcomer.no_trouble()


def test_a_link_a_story_and_an_open_class_skip_all_of_it(newcomer: Screen) -> None:
    page = newcomer.page
    page.emulate_media(reduced_motion="no-preference")
    page.add_init_script("localStorage.removeItem('headlight-demonstrated')")
    for keys in ({"text": "bear country"}, {"story": "one-head"}, {}):
        if not keys:
            page.add_init_script("localStorage.setItem('headlight-teach', '{}')")
        newcomer.open(**keys)
        assert page.evaluate("localStorage.getItem('headlight-demonstrated')") is None, "nothing has begun"


def test_typing_skips_the_question_and_what_stands_under_the_pictures_stays_where_the_part_of_a_whole_run_is_lost(
    newcomer: Screen,
) -> None:
    """Streamlit takes it out of the line where a run of the part follows at once, as where somebody types fast."""
    screen, typing, lost = newcomer, False, 0

    def loosely(line: WebSocketRoute) -> None:
        to_server, whole, of_the_part = line.connect_to_server(), False, b""

        def asks(message: str | bytes) -> None:
            nonlocal of_the_part
            if isinstance(message, bytes) and BackMsg.FromString(message).rerun_script.fragment_id:
                of_the_part = message
            to_server.send(message)

        def answers(message: str | bytes) -> None:
            nonlocal whole, lost
            said = ForwardMsg.FromString(message if isinstance(message, bytes) else b"")
            if said.HasField("new_session"):
                whole = typing and not lost and "fragment_ids" not in str(said)  # older ones say them elsewhere
            if whole and said.delta.fragment_id:
                lost += 1
                return
            line.send(message)
            if whole and said.HasField("script_finished"):
                to_server.send(of_the_part)

        line.on_message(asks)
        to_server.on_message(answers)

    screen.page.route_web_socket(re.compile("_stcore/stream"), loosely)
    begin(screen)
    typing = True
    screen.box.fill("bear country")  # one letter after the other would end the whole run before it is lost
    screen.painted("bear country")
    screen.rest()
    assert lost, "a whole run has followed what was typed"
    expect(screen.page.get_by_text("Tap it")).to_be_hidden()
    expect(screen.page.locator(".st-key-ways")).to_be_visible()
    screen.no_trouble()
