"""Ten guesses in a real browser: one sentence stays where it is, and each stop adds its part to it."""

from typing import Any

from playwright.sync_api import Browser, expect

from headlight.reading.reader import EXAMPLE
from headlight.state import first_path
from tests.browser.chromium import find
from tests.browser.conftest import QUIET
from tests.browser.screen import Screen

WORDS = "[data-picture=looks] .stage > button"
RIBBONS = "[data-picture=looks] .stage > svg path:not(.wire)"
# The frames in which the widest ribbon was drawn, by its width, and how large words were set, from the click on.
_WATCH = """() => {
    const { shadowRoot } = [...document.querySelectorAll("*")].find(e => e.shadowRoot?.querySelector(".board"));
    const inside = [...shadowRoot.querySelectorAll("*")].find(e => e.shadowRoot?.querySelector(".stage")).shadowRoot;
    window.widths = [];
    const look = () => {
        const all = [...inside.querySelectorAll(".stage > svg path:not(.wire)")];
        const size = inside.querySelector(".stage").style.getPropertyValue("--size");
        window.widths.push([Math.max(0, ...all.map(path => Number(path.getAttribute("stroke-width")))), size]);
        requestAnimationFrame(look);
    };
    look();
}"""


def words(screen: Screen) -> list[Any]:
    """Where each word of the sentence is, and how large it is set."""
    expect(screen.page.locator(WORDS)).to_have_count(len(EXAMPLE.split()))
    box = "[e.textContent.replace(/[\\d.]+$/, ''), e.getBoundingClientRect().x, e.getBoundingClientRect().y]"
    return screen.page.locator(WORDS).evaluate_all(f"all => all.map(e => {box})")


def test_the_sentence_stays_in_its_place_from_stop_to_stop(screen: Screen) -> None:
    screen.go("path", stop=1)
    first = words(screen)
    assert [word for word, _, _ in first] == EXAMPLE.split()
    expect(screen.page.locator(RIBBONS)).to_have_count(0)
    ribbons = []
    for number in range(2, 11):
        step = first_path.STEPS[number - 1]
        screen.go("path", **{"stop": number, f"guess_{number}": step.options[0]})
        assert words(screen) == first, number
        ribbons.append(screen.page.locator(RIBBONS).count())
    assert ribbons[:2] == [0, 0] and min(ribbons[2:]) > 2, "they come with the fourth stop"
    screen.no_trouble()


def test_a_guess_makes_ribbons_grow_unless_little_motion_is_wanted(screen: Screen) -> None:
    for motion, moves in (("no-preference", True), ("reduce", False)):
        screen.page.emulate_media(reduced_motion=motion)
        screen.go("path", stop=4, guess_4="")
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


def test_words_keep_their_size_where_an_answer_makes_the_page_higher_than_the_window(
    browser: Browser, server: str
) -> None:
    """Other tests have no scroll bar; a reader has one, which must not take its width from the picture then."""
    hidden, own = ["--hide-scrollbars"], [*QUIET, "--no-sandbox"]
    other = browser.browser_type.launch(executable_path=find(), ignore_default_args=hidden, args=own)
    page = other.new_page(viewport={"width": 1366, "height": 640}, reduced_motion="reduce")
    screen = Screen(page, server).open("path", stop=4)
    main, question = page.locator("[data-testid=stMain]"), first_path.STEPS[3].question[:20]
    higher = "main => main.scrollHeight > main.clientHeight"
    assert not main.evaluate(higher)
    page.evaluate(_WATCH)
    with screen.answered():
        page.get_by_role("group", name=question).get_by_role("button").first.click()
    screen.rest()
    assert main.evaluate(higher)
    assert len({size for _, size in page.evaluate("window.widths")}) == 1
    other.close()
