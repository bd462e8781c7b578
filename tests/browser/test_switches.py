"""What stands under a picture and at the top of a phone: switches in rows, names of themes, the way to the dials."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.screen import Screen

SWITCHES = ".st-key-switches label"
TOPS = "labels => labels.map(each => each.getBoundingClientRect().top)"
# Of each name of a theme: from where its letters end to where its first entry begins.
CLEAR = """() => [...document.querySelectorAll('[class*="st-key-entries_"]')].map(entries => {
    const above = [...document.querySelectorAll('h2')].filter(each => each.compareDocumentPosition(entries) & 4).at(-1);
    return entries.querySelector('p').getBoundingClientRect().top - above.getBoundingClientRect().bottom;
})"""


def test_all_switches_under_a_picture_are_one_row_and_on_a_phone_two(screen: Screen) -> None:
    tops = screen.go("attention").page.locator(SWITCHES).evaluate_all(TOPS)
    assert len(tops) == 4 and max(tops) - min(tops) < 1
    screen.page.set_viewport_size({"width": 390, "height": 844})
    screen.rest()
    assert len({round(top) for top in screen.page.locator(SWITCHES).evaluate_all(TOPS)}) == 2


def test_a_switch_beside_the_sentence_stays_on_the_screen_of_a_phone_that_presents(phone: Screen) -> None:
    phone.go("all_heads", text="The girl stepped into bear country and helped the", present=1)
    phone.settle()
    for name in ("Effects", "Lines"):
        box = phone.page.locator("label", has=phone.page.get_by_role("switch", name=name)).bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= 390
    phone.no_trouble()


def test_what_the_switches_open_stands_below_all_of_them(screen: Screen) -> None:
    page = screen.go("scaling").page
    with screen.answered():
        page.get_by_text("Read more").click()
    screen.rest()
    lesson = page.locator(".st-key-lesson").bounding_box()
    assert lesson and lesson["y"] > max(page.locator(SWITCHES).evaluate_all(TOPS))
    screen.type("bear country")
    screen.painted("bear country")
    assert page.locator(".st-key-lesson").is_visible()


def test_switches_that_are_turned_faster_than_the_server_works_are_all_heard_and_keep_the_focus(screen: Screen) -> None:
    page = screen.go("attention", text="red bear").page
    names = "Without the first token", "Whole words"
    with screen.answered():
        page.evaluate(
            """names => {
                const inner = (e) => (e.shadowRoot ? all(e.shadowRoot) : []);
                const all = (root) => [...root.querySelectorAll('*')].flatMap((e) => [e, ...inner(e)]);
                const switches = all(document).filter(e => e.role === 'switch');
                for (const name of names) {
                    const one = switches.find(e => e.parentElement.textContent === name);
                    one.focus();
                    one.click();
                    one.click();
                    one.click();
                }
            }""",
            names,
        )
        for name in names:
            expect(page.get_by_role("switch", name=name)).to_be_checked()  # at once
    expect(page).to_have_url(re.compile("whole_words=true.*without_first=true|without_first=true.*whole_words=true"))
    for name in names:
        expect(page.get_by_role("switch", name=name)).to_be_checked()
    expect(page.get_by_role("switch", name=names[1])).to_be_focused()
    with screen.answered():
        page.keyboard.press("Space")
    expect(page.get_by_role("switch", name=names[1])).not_to_be_checked()
    expect(page).not_to_have_url(re.compile("whole_words"))
    with screen.went():
        screen.move("/?at=attention&text=red+bear")
    for name in names:
        expect(page.get_by_role("switch", name=name)).not_to_be_checked()
    screen.no_trouble()


@pytest.mark.parametrize("view", ["look_up"])
def test_the_name_of_a_theme_stands_clear_of_its_first_entry(phone: Screen, view: str) -> None:
    assert min(phone.go(view).page.evaluate(CLEAR)) > 6


def test_the_letters_of_a_formula_in_a_label_stand_together(screen: Screen) -> None:
    label = screen.go("scaling", softmax_of="random keys").page.locator("label", has_text="Numbers in a query").last
    ends = label.locator("i, sub").evaluate_all(
        "all => all.map(e => e.getBoundingClientRect()).map(r => [r.left, r.right])"
    )
    assert len(ends) == 2 and ends[1][0] - ends[0][1] < 1
