"""Links and addresses for somebody who has played before: what they say wins over what is remembered."""

import re
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page, expect

from headlight.app import contents
from headlight.state import first_path
from headlight.state.places import place_of
from tests.browser.screen import Screen
from tests.browser.test_pages import choose

# Nothing here is at its default, and nothing is what a stop of the path says.
PLAYED = {
    "text": "I love bears",
    "layer": 5,
    "head": 6,
    "mask": "none",
    "scaled": "false",
    "attention_temperature": 2.5,
    "output_temperature": 2.5,
}
OWN = {  # what a reader left behind on the pages of the path
    "tokens": {"word": 0},
    "embeddings": {"token": 0, "other_token": 0},
    "positions": {"positions_on": "false"},
    "attention": {"query": 0, "key_position": 0},
    "masking": {},
    "scaling": {"multiplier": 50},
    "scaling_lab": {"numbers": "9, 9", "multiplier": 50, "temperature": 2},
    "heads": {"silenced": "1.1", "averaged_in": "every layer"},
    "contextual": {"same_word": "the", "pieces": "mean", "text_2": "the end"},
    "next_word": {"top_k": 3, "seed": 7},
    "recurrence": {"width": 1024, "window_width": 8, "dilated": "true", "from_word": 2, "radius": 1.5},
}
CONTROLS = """() => [...document.querySelectorAll('[data-testid=stMain], [data-testid=stSidebar]')].flatMap(part => [
    ...[...part.querySelectorAll('input')].map(e =>
        `${e.getAttribute('aria-label') || e.name}: ${e.type === 'checkbox' ? e.checked : e.value}`),
    ...[...part.querySelectorAll('[class*=st-key-slide_] *')].flatMap(e => e.shadowRoot ? [e.shadowRoot] : [])
        .map(root => root.querySelector('input')).map(e => `${e.labels[0].textContent}: ${e.ariaValueText}`),
    ...[...part.querySelectorAll('[aria-checked=true], [aria-selected=true], [aria-pressed=true]')].map(e =>
        e.textContent),
    ...[...part.querySelectorAll('[data-baseweb=tag]')].map(e => e.textContent)])"""


def controls(page: Page) -> list[str]:
    """What every control of the page shows."""
    return page.evaluate(CONTROLS)


def place(page: Page) -> tuple[str, dict[str, list[str]]]:
    """The page of its address, and the keys."""
    address = urlsplit(page.url)
    return address.path, parse_qs(address.query)


def follow(screen: Screen, number: int, guess: str) -> None:
    """On the path: go to a stop, guess, and follow its link."""
    step = first_path.STEPS[number - 1]
    stop = screen.page.get_by_role("radio", name=str(number), exact=True)
    if not stop.is_checked():
        with screen.answered():
            stop.click()
    question = screen.page.locator(".st-key-stop_question")
    expect(question.get_by_text(step.question)).to_be_visible()
    with screen.answered():
        question.get_by_text(guess, exact=True).click()
    see(screen, number)


def see(screen: Screen, number: int) -> None:
    """Follow the link of a stop, which stands there once it is guessed."""
    screen.page.locator(".st-key-stop_question").get_by_role("link", name="See it on the page").click()
    _arrived(screen, contents.title_of(place_of(first_path.STEPS[number - 1].page)[0]))


def _arrived(screen: Screen, title: str) -> None:
    expect(screen.page.get_by_role("heading", name=title, exact=True)).to_be_visible()
    screen.settle()
    screen.rest()


def test_a_stop_of_the_path_shows_a_player_what_a_newcomer_sees(screen: Screen) -> None:
    """Whoever comes to it by an address, which says all, sees what a newcomer does."""
    screen.go("path")
    for number, step in enumerate(first_path.STEPS, 1):
        screen.go(step.page, **step.state, from_stop=number)
        seen = controls(screen.page), place(screen.page)
        screen.go(step.page, **PLAYED, **OWN[step.page])
        assert controls(screen.page) != seen[0]
        screen.go("path", **{"stop": number, f"guess_{number}": step.options[0]})
        see(screen, number)
        assert (controls(screen.page), place(screen.page)) == seen
        screen.no_trouble()
    # Of two pages whose names end alike, `attention` and `why_attention`, the longer was left: the address is whole.
    screen.page.locator(".st-key-way_back").get_by_role("link", name="Recap →").click()
    _arrived(screen, "Ten guesses")
    expect(screen.page.get_by_test_id("stCode")).to_have_text(f"{screen.address}/path")


def test_a_page_leads_back_to_its_stop_and_on_with_every_guess_kept(screen: Screen) -> None:
    screen.go("path")
    with screen.answered():
        screen.page.locator(".st-key-stop_question").get_by_text("two", exact=True).click()
    follow(screen, 4, "“country” itself")
    bar = screen.page.locator(".st-key-way_back")
    choose(screen, "Follow a sentence", "Tokens")
    expect(bar).to_contain_text(f"Stop 4 of 10 · {first_path.STEPS[3].question}")
    bar.get_by_role("link", name="Back to the stop").click()
    _arrived(screen, "Ten guesses")
    expect(bar).to_have_count(0)
    question = screen.page.locator(".st-key-stop_question")
    expect(question).to_contain_text("Not quite. “country” gives 0.73 of its attention to “bear”")
    with screen.answered():
        question.get_by_role("button", name="Stop 5 →").click()
    expect(question).to_contain_text("5 · The word that follows")
    with screen.answered():
        question.get_by_text("exactly none").click()
    question.get_by_role("link", name="See it on the page").click()
    _arrived(screen, "Masking")
    bar.get_by_role("link", name="Next stop").click()
    _arrived(screen, "Ten guesses")
    expect(question).to_contain_text("6 · Why scores are made smaller")
    with screen.answered():
        screen.page.get_by_role("radio", name="recap").click()
    expect(screen.page.get_by_role("heading", name="You answered 3 of 10; 2 were right.")).to_be_visible()
    address = screen.page.get_by_test_id("stCode").inner_text()
    assert address.strip() == f"{screen.address}/path"
    screen.page.reload()
    expect(screen.page.get_by_role("heading", name="You answered 3 of 10; 2 were right.")).to_be_visible()
    screen.settle()
    with screen.answered():
        screen.page.get_by_role("button", name="Forget my guesses").click()
    expect(question).to_contain_text("1 · A text becomes tokens")
    expect(question).not_to_contain_text("✓ right")  # nothing of the answer is left
    expect(screen.page).not_to_have_url(re.compile("guess"))
    screen.no_trouble()


def test_what_a_page_was_set_to_stays_its_own_back_and_forth(screen: Screen) -> None:
    screen.go("masking", mask="window", window=16)
    choose(screen, "Further", "Why attention?")
    expect(screen.page).not_to_have_url(re.compile("window="))
    expect(screen.page.get_by_role("slider", name="Window k")).to_have_value("4")
    screen.page.go_back()
    _arrived(screen, "Masking")
    expect(screen.page).to_have_url(re.compile(r"/masking\?mask=window&window=16$"))
    expect(screen.page.get_by_role("slider", name="Window width")).to_have_value("16")
    screen.no_trouble()
    screen.page.go_forward()
    _arrived(screen, "Why attention?")
    screen.no_trouble()


def test_a_typed_address_wins_over_what_was_chosen_before_and_a_wrong_one_is_mended(screen: Screen) -> None:
    screen.open("attention", **PLAYED)
    layer = screen.page.get_by_role("slider", name="Layer")
    expect(layer).to_have_value("5")
    screen.open("attention", layer=3, head=1, text="bear country")
    expect(layer).to_have_value("3")
    expect(screen.box).to_have_value("bear country")
    screen.open("tokens", word="inf", text="bear country")
    screen.no_trouble()
    expect(screen.page).to_have_url(re.compile(r"tokens\?text=bear.country$"))


def test_a_page_that_is_moved_by_popstate_shows_the_sentence_of_its_address(screen: Screen) -> None:
    """As a second screen is moved from outside: on the same page, and to another one."""
    page = screen.go("attention", text="bear country").page
    for name, title in (("attention", "Attention"), ("masking", "Masking")):
        screen.type("bear country is")
        screen.painted("bear country is")
        screen.settle()
        screen.move(f"/{name}?text=red+bear")
        _arrived(screen, title)
        expect(screen.box).to_have_value("red bear")
        screen.painted("red bear")
        screen.settle()
        expect(page).to_have_url(re.compile(rf"/{name}\?text=red.bear$"))
        screen.no_trouble()


def test_back_goes_through_views_and_choices_and_stays_in_the_app(screen: Screen) -> None:
    screen.go("tokens", text="red")
    page = screen.page
    page.locator(".st-key-map").get_by_role("link", name="attention", exact=True).click()
    _arrived(screen, "Attention")
    screen.type("bear country")
    screen.painted("bear country")
    screen.settle()
    with screen.answered():
        page.get_by_role("radio", name="By hand").click()
    expect(page).to_have_url(re.compile("view=By.hand"))
    screen.settle()
    screen.rest()
    page.go_back()
    expect(page.get_by_role("radio", name="One head")).to_be_checked()
    screen.settle()
    screen.rest()
    expect(screen.box).to_have_value("bear country")
    picture = screen.picture("Pattern of").first
    before = page.url
    with screen.answered():
        picture.click(position={"x": 120, "y": 60})
    expect(page).not_to_have_url(before)
    screen.settle()
    page.go_back()
    expect(page).to_have_url(before)
    _arrived(screen, "Attention")
    page.go_back()
    _arrived(screen, "Tokens")
    expect(screen.box).to_have_value("red")  # the address wins over what was typed since
    screen.no_trouble()
    screen.rest()
    expect(page).to_have_url(re.compile(r"/tokens\?text=red$"))
    page.go_forward()
    _arrived(screen, "Attention")
    expect(screen.box).to_have_value("bear country")
    screen.no_trouble()


def test_the_drawer_of_a_phone_closes_once_a_page_was_chosen(phone: Screen) -> None:
    page = phone.open("attention", text="bear country").page
    drawer = page.get_by_test_id("stSidebar")
    expect(drawer).to_have_attribute("data-collapsed", "true")
    page.get_by_test_id("stExpandSidebarButton").click()
    expect(drawer).to_have_attribute("data-collapsed", "false")
    expect(phone.picture("Pattern of").first).to_be_in_viewport()  # above the dials that move it
    page.get_by_test_id("stSidebarNav").get_by_role("link", name="Heads", exact=True).click()
    _arrived(phone, "Heads")
    expect(drawer).to_have_attribute("data-collapsed", "true")
