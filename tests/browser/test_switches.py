"""What stands under a picture and at the top of a phone: switches in rows, names of themes, the way to the dials."""

import re

from playwright.sync_api import expect

from tests.browser.screen import Screen

SWITCHES = ".st-key-switches label"
TOPS = "labels => labels.map(each => each.getBoundingClientRect().top)"


def test_all_switches_under_a_picture_are_one_row_and_on_a_phone_two(screen: Screen) -> None:
    tops = screen.go("attention").page.locator(SWITCHES).evaluate_all(TOPS)
    assert len(tops) == 4 and max(tops) - min(tops) < 1
    screen.page.set_viewport_size({"width": 390, "height": 844})
    screen.rest()
    assert len({round(top) for top in screen.page.locator(SWITCHES).evaluate_all(TOPS)}) == 2


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
