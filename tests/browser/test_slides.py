"""Every payoff is in sight: a presented view fits its slide, a story's pictures a laptop's window under its card."""

from collections.abc import Sequence
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from headlight.app.links import VIEWS
from headlight.app.stories import STORIES
from headlight.reading.reader import EXAMPLE
from headlight.state.registry import find
from tests.browser.drawing.glass import RECORDER
from tests.browser.screen import UNDRAWN, Screen, address_of
from tests.sampled import sampled

DRAWN = [name for name in VIEWS if name not in UNDRAWN and (find(name).draw or name == "learning")]
SEEN = ".spot:not([data-picture=token_chips])"
# Of the first boxes that are seen, as many as are asked for, those that are not whole in the window.
CUT = """(all, count) => all.map(e => e.getBoundingClientRect()).filter(({ width, height }) => width && height)
    .slice(0, count ?? all.length)
    .filter(e => e.left < 0 || e.top < 0 || e.right > innerWidth || e.bottom > innerHeight)
    .map(e => e.toJSON())"""
# Words that are smaller on a slide of 720 pixels than 20 in a picture of HTML, or than 17 around it.
SMALL = """enlarged => {
    const all = (root) => [...root.querySelectorAll('*')].flatMap(e => [e, ...(e.shadowRoot ? all(e.shadowRoot) : [])]);
    const drawn = (e) => e && (e.matches('.spot') || drawn(e.parentElement ?? e.getRootNode().host));
    return all(document.querySelector('[data-testid=stMain]'))
        .filter(e => [...e.childNodes].some(each => each.nodeType === Node.TEXT_NODE && each.data.trim()))
        .filter(e => e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && e.offsetParent)
        .filter(e => !['STYLE', 'SUB'].includes(e.tagName))
        .filter(e => parseFloat(getComputedStyle(e).fontSize) * e.currentCSSZoom
            < (drawn(e) ? 20 : 17) * enlarged)
        .map(e => [e.textContent, parseFloat(getComputedStyle(e).fontSize) * e.currentCSSZoom]);
}"""
# In the picture's own context: the same words enlarged, and in larger type; how far apart their pixels are.
RAGGED = """canvas => {
    const pen = canvas.getContext('2d');
    const family = pen.font.replace(/.*px /, '');
    const [enlarged, larger] = [[2, 16], [1, 32]].map(([scale, size]) => {
        Object.assign(pen, { font: `${size}px ${family}`, textAlign: 'left', fillStyle: 'black' });
        pen.setTransform(scale, 0, 0, scale, 0, 0);
        pen.clearRect(0, 0, canvas.width, canvas.height);
        pen.fillText('through the trail', 20 / scale, 60 / scale);
        return pen.getImageData(0, 0, 300, 100).data.filter((_, place) => place % 4 === 3);
    });
    const sum = (numbers) => numbers.reduce((all, each) => all + each, 0);
    return sum([...larger].map((ink, place) => Math.abs(ink - enlarged[place]))) / sum([...larger]);
}"""
LARGER = 28 / 24  # type on the larger slide
SLIDES: tuple[ViewportSize, ...] = ({"width": 1280, "height": 720}, {"width": 1920, "height": 1080})
ALL = [*STORIES]
# Heads, a translation, a slider; `make study` has all.
TOLD = ["one-head", "il-elle", "grown"]
SLID = [*TOLD, "agreement"]  # and a translation under a card of three lines
LAPTOPS: tuple[ViewportSize, ...] = ({"width": 1366, "height": 768}, {"width": 1024, "height": 768})
# Words that their box or their canvas cuts, in pictures and in dials, of lines of chips too.
TRIMMED = """() => {
    const all = (root) => [...root.querySelectorAll('*')].flatMap(e => [e, ...(e.shadowRoot ? all(e.shadowRoot) : [])]);
    const named = (e) => e.matches('label, p') && e.closest('.st-key-dials');
    return all(document.querySelector('[data-testid=stMain]'))
        .filter(e => e.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        .filter(e => e.matches('p') || [...e.childNodes].some(each => each instanceof Text && each.data.trim()))
        .map(e => [e, getComputedStyle(e)])
        .filter(([e, style]) => named(e) || style.textOverflow === 'ellipsis' || style.webkitLineClamp > 0
            || style.maxHeight !== 'none')
        .map(([e]) => e)
        .filter(e => e.scrollWidth > e.clientWidth || (!named(e) && e.scrollHeight > e.clientHeight + 1))
        .map(e => e.textContent)
        .concat(written.filter(({ canvas, text }) => canvas.isConnected && text.endsWith('…')).map(({ text }) => text));
}"""


def cut(screen: Screen, pictures: str, count: int | None = None) -> list:
    """Of the first pictures, of which there must be so many, those that are not whole in the window."""
    expect(screen.page.locator(pictures).nth((count or 1) - 1)).to_be_visible()
    screen.rest()
    return screen.page.locator(pictures).evaluate_all(CUT, count)


def cut_of_slides(screen: Screen, pictures: str, sizes: Sequence[ViewportSize] = SLIDES) -> list:
    """Return what is not whole on projectors, first on the one that is there."""
    found = []
    for size in sorted(sizes, key=lambda size: size != screen.page.viewport_size):
        screen.page.set_viewport_size(size)
        found += [(size["width"], box) for box in cut(screen, pictures)]
    return found


def fills_its_slide(screen: Screen, size: ViewportSize) -> None:
    """Nothing around it, nothing to scroll: pictures and dials have the width, in large type, and most of the height.

    Set on whole pixels before they are enlarged, letters would leave holes: t rail.
    """
    page = screen.page
    page.set_viewport_size(size)
    screen.rest()
    screen.fits()
    it_does_not_scroll(page)
    expect(page.get_by_test_id("stHeader")).to_be_hidden()
    assert page.evaluate(SMALL, LARGER if size == SLIDES[1] else 1) == []
    assert page.evaluate(TRIMMED) == []
    drawn = [box for each in page.locator(".spot, .st-key-dials").all() if (box := each.bounding_box())]
    assert max(box["x"] + box["width"] for box in drawn) > 0.96 * size["width"]
    assert 0.64 * size["height"] < max(box["y"] + box["height"] for box in drawn) <= size["height"]
    for canvas in page.locator(".spot canvas").all()[:1]:
        assert canvas.evaluate(RAGGED) < 0.1


def it_does_not_scroll(page: Page) -> None:
    assert page.get_by_test_id("stMain").evaluate("e => e.scrollHeight - e.clientHeight") == 0


# One of each kind: a sentence, a wall, dials beside the picture, dials above it, a script, boxes of HTML.
WALKED = ["start", "all_heads", "scaling", "word_sums", "learning", "encoder_decoder"]


@pytest.mark.parametrize(("views", "sizes"), sampled([(WALKED, SLIDES[:1]), (DRAWN, SLIDES)], [(WALKED, SLIDES[:1])]))
def test_each_presented_view_fits_its_slide(
    screen: Screen, views: Sequence[str], sizes: Sequence[ViewportSize]
) -> None:
    """They are walked through by key, as a teacher does."""
    screen.page.set_viewport_size(SLIDES[0])
    screen.page.add_init_script(RECORDER)
    sentences = {view: box.default for view in views if (box := find(view).box) and box.key == "text"}
    own = {view: text for view, text in sentences.items() if text != EXAMPLE}  # last: a sentence goes along
    walk = [address_of(view) for view in views if view not in own]
    walk += [address_of(view, text=text) for view, text in own.items()]
    shown = [view for view in views if view not in own] + [*own]
    page, found = screen.open(views[0], box=False, present=1, walk="\n".join(walk), walk_at=1).page, {}
    for number, view in enumerate(shown, 1):
        if number > 1:
            with screen.answered():
                page.keyboard.press("PageDown")
        expect(page.get_by_text(f"{number} of {len(walk)}", exact=True)).to_be_visible()
        expect(page.locator("[data-text]").first).to_be_attached()
        found[view] = cut_of_slides(screen, ".spot", sizes)
        for size in sizes[::-1]:
            try:
                fills_its_slide(screen, size)
            except AssertionError as error:  # the others are walked to as well, so that all are told at once
                found[view].append((size["width"], str(error)))
    assert {view: each for view, each in found.items() if each} == {}


@pytest.mark.parametrize(("stories", "sizes"), sampled([(SLID, SLIDES[:1]), (ALL, SLIDES)], [(SLID, SLIDES[:1])]))
def test_each_story_fits_its_slide_under_what_it_asks(
    screen: Screen, stories: Sequence[str], sizes: Sequence[ViewportSize]
) -> None:
    """Its pictures and the sentences that they say."""
    screen.page.set_viewport_size(SLIDES[0])
    found, page = {}, screen.page
    for number, told in enumerate(STORIES[story] for story in stories):
        screen.go(f"{told.view}?{urlencode({**told.shown, 'present': 1})}")
        if number == 0:
            assert beside_its_button(screen) > 10, "the number of a head is not under the button that silences it"
        expect(page.locator(".st-key-story_card")).to_contain_text(told.question)
        expect(page.locator("[data-text]").first).to_be_attached()
        found[told.id] = cut_of_slides(screen, ".spot, .says:not([hidden])", sizes)
    assert {story: each for story, each in found.items() if each} == {}


def beside_its_button(screen: Screen) -> float:
    """Pixels of the slide's own between the left end of a head and the button at the right end of its title."""
    first, second = (screen.page.locator(".switches button").nth(at).bounding_box() for at in (0, 1))
    assert first and second
    zoom, gap = 1.5, 16
    side = (second["x"] + second["width"] - first["x"] - first["width"]) / zoom - gap
    return side - first["width"] / zoom


@pytest.mark.parametrize("stories", sampled([TOLD, ALL], [TOLD]))
def test_each_story_shows_what_it_speaks_of_under_its_card(screen: Screen, stories: Sequence[str]) -> None:
    """On a small laptop too. Above another view the card is low."""
    screen.page.set_viewport_size(LAPTOPS[0])
    card, found = screen.page.locator(".st-key-story_card"), {}
    for number, told in enumerate(STORIES[story] for story in stories):
        address = f"{told.view}?{urlencode(told.address)}"
        screen.go(address) if number else screen.open(address, box=False)
        expect(card).to_contain_text(told.question)
        with screen.answered():
            card.get_by_role("button", name="Show what happens").click()
        expect(card).to_contain_text(told.payoff[:20])
        if told.state.get("steps_taken") == "10":
            with screen.answered():
                screen.page.get_by_role("button", name="Learn it by heart").click()
        found[told.id] = []
        for size in LAPTOPS[::-1]:
            screen.page.set_viewport_size(size)
            found[told.id] += cut(screen, SEEN)
    longest = max(STORIES.values(), key=lambda story: len(story.question))
    screen.go("all_heads", story=longest.id)
    expect(card).to_contain_text(longest.question)
    found["all_heads"] = cut(screen, SEEN, 3)
    assert not {story: each for story, each in found.items() if each}


def test_a_long_text_is_seen_on_a_slide_through_a_window_with_all_that_follows(screen: Screen) -> None:
    long = "Once upon a time there was a little girl who lived in a small house near the forest. " * 6
    screen.page.set_viewport_size(SLIDES[0])
    screen.open(text=long, present=1)
    through = screen.page.locator(".through")
    screen.rest()
    assert not cut(screen, ".through, .next, .heads, .stage [aria-checked=true]")
    expect(screen.page.locator(".overview")).to_be_visible()
    strip = screen.page.locator(".overview").bounding_box()
    assert strip
    screen.page.mouse.click(strip["x"] + 4, strip["y"] + 3)
    assert through.evaluate("e => e.scrollTop") == 0
    screen.page.set_viewport_size({"width": 1280, "height": 700})  # all is painted anew
    screen.rest()
    assert through.evaluate("e => e.scrollTop") == 0, "what the reader scrolled to stays"
    assert not cut(screen, ".through, .next, .heads")
    screen.no_trouble()
