"""What must hold on every page: opened by its address, narrow, dark, with bad input, back and forth, and accessible."""

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from headlight.frame import contents, places
from tests.awkward import AWKWARD
from tests.browser.screen import Screen

WITHOUT_BOX = {"path", "glossary", "sources", "learning", "gradients", "word_sums"}
WITHOUT_BOX |= {"four_words", "dictionary", "peeking", "scaling_lab"}
EVERY_PAGE = pytest.mark.parametrize("page", contents.ORDER)
LIGHT, DARK = "rgb(251, 250, 246)", "rgb(20, 22, 29)"  # the grounds of .streamlit/config.toml
EXAMPLE = "The hiking trail led us through bear country"
# Of each of these views what stands lowest of its main picture and of what follows from that, by how it is described.
SEEN_AT_ONCE = {
    "embeddings": ("The 8 tokens of the vocabulary", "Cosine similarity of the embeddings"),
    "word_vectors": ("For each training pair", "The 8 words with the largest cosine", "A map of the word vectors"),
    "four_words": ("The pattern of the words", "The formula with its numbers"),
    "dictionary": ("For each entry how", "The likeliest next tokens after the sentence"),
    "peeking": ("The loss of each example sentence",),
    "heads": ("Attention patterns of the heads", "The length of what each head adds"),
    "agreement": ("The logarithm of how much", "The likeliest next tokens"),
    "learning": ("Attention patterns of layer 2", "Accuracy and scores of the best heads"),
    "translate": ("Alignment by layer",),
    "decoding": ("Self-attention of the decoder", "Where step", "The likeliest pieces"),
    "encoder_decoder": ("The encoder at the left", "Decoder 2 cross"),
    "translators": ("Alignment of the Recurrent, dot-product attention translator",),
    "scoring": ("Scores of the additive scorer", "Scores of the dot scorer"),
}
LONG = "The hiking trail led us through bear country and " * 12
# All of them in one line; the tests without a browser meet them one by one.
MARKUP = " ".join(text for text in AWKWARD if re.search(r"[<$:!`\x00]", text))

# The rules that are broken, and where. How each element is found again is not asked for: it takes as long as the rules.
BROKEN = """async rules => {
    const lean = {selectors: false, elementRef: false, preload: false, iframes: false, resultTypes: ['violations']};
    const {violations} = await axe.run('[data-testid=stMain]', {...lean, runOnly: rules});
    return violations.flatMap(({id, nodes}) => nodes.map(({html}) => `${id}: ${html.slice(0, 160)}`));
}"""


def address(name: str) -> str:
    """The start is the app's front door."""
    return "" if name == contents.START else name


def views(screen: Screen, page: str) -> Iterator[str]:
    """Go through the views of a page that is open, by their tabs; the short address of each, as soon as it is shown."""
    for number, (tab, name) in enumerate(places.VIEWS.get(page, {page: page}).items()):
        if number > 0:
            with screen.answered():
                screen.page.get_by_role("radio", name=tab, exact=True).click()
            expect(screen.page.get_by_role("radio", name=tab, exact=True)).to_have_attribute("aria-checked", "true")
        if name not in WITHOUT_BOX:
            expect(screen.page.locator("[data-text]").first).to_be_visible()
        screen.rest()
        screen.no_trouble()
        yield name


def breaks_no_rule(page: Page, *, colours_alone: bool = False) -> None:
    """The page passes the rules of accessibility (or those of contrast), and every picture of ours is described."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    rules = {"type": "rule", "values": ["color-contrast"]} if colours_alone else ["wcag2a", "wcag2aa"]
    assert page.evaluate(BROKEN, rules) == []
    said = page.locator("[data-text] :is(canvas, ol)").evaluate_all("all => all.map(e => e.ariaLabel ?? '')")
    assert [words for words in said if len(words) <= 8] == []


def in_the_dark(screen: Screen, *, dark: bool = True) -> None:
    """The reader's system turns dark, or light again: so do the page and its pictures."""
    screen.page.emulate_media(color_scheme="dark" if dark else "light")
    expect(screen.page.locator("[data-testid=stApp]")).to_have_css("background-color", DARK if dark else LIGHT)
    screen.rest()


@EVERY_PAGE
def test_a_page(screen: Screen, page: str) -> None:
    """One visit, by an address with wrong values, for which it takes right ones.

    Each view is accessible in the light and in the dark, calm whatever is typed, and fits a laptop and a phone. Every
    other view is met dark and narrow, as the one before it was left.
    """
    wrong = "text=bear&text=country&layer=99&head=abc&attention_temperature=-3&mask=sideways&scaled=maybe&nothing=1"
    screen.open(f"{address(page)}?{wrong}", box=page not in WITHOUT_BOX)
    expect(screen.page).to_have_title(re.compile("Headlight"))
    for number, name in enumerate(views(screen, page)):
        turned, typing = number % 2 == 1, name not in WITHOUT_BOX
        breaks_no_rule(screen.page)
        if typing and number == 0:
            is_typed_in(screen)
        in_the_dark(screen, dark=not turned)
        screen.no_trouble()
        breaks_no_rule(screen.page, colours_alone=True)
        for look in (on_a_phone, on_a_laptop) if turned else (on_a_laptop, on_a_phone):
            look(screen, name, typing=typing)


def is_typed_in(screen: Screen) -> None:
    """Every key is answered."""
    screen.box.fill("bear")
    screen.box.press_sequentially("s go")
    screen.painted("bears go")
    counted = screen.page.locator(".st-key-text [data-testid=InputInstructions]")
    expect(counted).to_be_hidden()  # on a phone it would stand on the end of the sentence
    screen.box.fill(EXAMPLE)
    screen.painted(EXAMPLE)
    screen.rest()


def ends(screen: Screen, alt: str) -> float:
    """How far below the top of the page a picture ends that is described so."""
    beside = screen.page.locator(".spot", has=screen.picture(alt)).first
    return beside.evaluate(
        """spot => spot.getBoundingClientRect().bottom
            - document.querySelector('[data-testid=stMainBlockContainer]').getBoundingClientRect().top"""
    )


def on_a_laptop(screen: Screen, name: str, *, typing: bool) -> None:
    """The view in a window of 1440 pixels."""
    resize(screen, 1440, 900)
    screen.fits()
    for alt in SEEN_AT_ONCE.get(name, ()):
        assert ends(screen, alt) <= 900, f"{name}: {alt} ends below the first screen of a laptop"


def on_a_phone(screen: Screen, name: str, *, typing: bool) -> None:
    """The view in a window as narrow as a phone, with a short text and a long one, in which markup is text like any."""
    resize(screen, 390, 844)
    screen.fits()
    if typing:
        with screen.answered():
            screen.box.fill(f"{MARKUP} {LONG}"[: len(LONG)])  # a box takes no more
        screen.rest()
        screen.no_trouble()
        expect(screen.page.locator("[data-testid=stMain] img[src*='example.org']")).to_have_count(0)
        screen.fits()
        screen.box.fill(EXAMPLE)
        screen.painted(EXAMPLE)


def resize(screen: Screen, width: int, height: int) -> None:
    """Make the window this large, where it is not."""
    if screen.page.viewport_size != {"width": width, "height": height}:
        screen.page.set_viewport_size({"width": width, "height": height})
        screen.rest()


def choose(screen: Screen, section: str, title: str) -> None:
    """Open a page from the menu."""
    screen.page.get_by_role("button", name=section).click()
    screen.page.get_by_role("menuitem", name=title, exact=True).click()
    expect(screen.page.get_by_role("heading", name=title, exact=True)).to_be_visible()
    screen.settle()


def test_the_sentence_and_the_head_follow_the_reader_to_another_page_and_back(screen: Screen) -> None:
    screen.open(text="I love bears", layer=4, head=2)
    choose(screen, "Follow a sentence", "Attention")
    expect(screen.page).to_have_url(re.compile(r"/attention\?(?=.*layer=4)(?=.*head=2)(?=.*text=I.love.bears)"))
    expect(screen.box).to_have_value("I love bears")
    expect(screen.page.get_by_role("slider", name="Layer")).to_have_value("4")
    choose(screen, "Follow a sentence", "Tokens")
    expect(screen.box).to_have_value("I love bears")
    for heading in ("Attention", "Start"):  # one step back for each page, though each wrote into its address
        screen.page.go_back()
        expect(screen.page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
        expect(screen.box).to_have_value("I love bears")
    screen.page.reload()
    expect(screen.box).to_have_value("I love bears")
