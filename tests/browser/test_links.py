"""Links and addresses for somebody who has played before: what they say wins over what is remembered."""

import re

from playwright.sync_api import expect

from tests.browser.screen import Screen


def _arrived(screen: Screen, title: str) -> None:
    expect(screen.page.get_by_role("heading", name=title, exact=True)).to_be_visible()
    screen.settle()
    screen.rest()


def test_back_goes_through_views_and_choices_and_stays_in_the_app(screen: Screen) -> None:
    # The menu opens a page at the view that was left, which another test in this tab may have chosen.
    page = screen.go("attention").go("tokens", text="red").page
    screen.choose("Attention")
    screen.type("bear country")
    screen.painted("bear country")
    screen.settle()
    with screen.answered():
        screen.view("Queries, keys, values").click()
    expect(page).to_have_url(re.compile("at=by_hand"))
    screen.settle()
    screen.rest()
    page.go_back()
    expect(screen.view("One head")).to_have_attribute("aria-current", "page")
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
    expect(page).to_have_url(re.compile(r"at=tokens&text=red$"))
    page.go_forward()
    _arrived(screen, "Attention")
    expect(screen.box).to_have_value("bear country")
    screen.no_trouble()


def test_the_menu_of_a_phone_closes_once_a_page_was_chosen(phone: Screen) -> None:
    phone.go("real", text="bear country")
    pages = phone.menu.locator(".pages")
    expect(phone.page_link("Real models")).to_have_attribute("aria-current", "page")
    sign = pages.get_by_role("button", name="About Queries as").bounding_box()
    assert sign and sign["width"] == sign["height"], "a circle"
    pages.get_by_role("link", name="What heads do", exact=True).click()
    _arrived(phone, "What heads do")
    expect(pages).to_be_hidden()


def test_the_menu_is_walked_by_keys_marks_the_open_page_and_its_sections_close(screen: Screen) -> None:
    page = screen.go("masking", text="bear country").page
    for landmark in (screen.menu, page.get_by_role("main"), page.get_by_role("navigation", name="Views")):
        expect(landmark).to_have_count(1)
    button = screen.menu.get_by_role("button", name="Menu")
    choices = screen.menu.get_by_role("link")
    button.press("Enter")
    expect(screen.menu.locator("[aria-current=page]")).to_have_text("Masking")
    page.keyboard.press("Escape")
    expect(choices.first).to_be_hidden()
    expect(button).to_be_focused()
    button.press("Enter")
    page.locator("h1").click()
    expect(choices.first).to_be_hidden()
    button.press("Enter")
    page.keyboard.press("Tab")
    expect(choices.first).to_be_focused()
    for _ in range(3):
        page.keyboard.press("Tab")
    with screen.answered():
        page.keyboard.press("Enter")
    _arrived(screen, "Tokens")
    expect(choices.first).to_be_hidden()
    expect(screen.box).to_have_value("bear country")


def test_the_line_at_the_top_has_stories_teach_share_and_one_menu_with_all_else(screen: Screen) -> None:
    page = screen.go("attention", text="bear country", orientation="rows").page
    buttons = page.locator(".st-key-menu button:visible").all_text_contents()
    assert buttons == ["Skip the menu", "Stories", "Teach", "Share", "Menu"]
    expect(screen.page_link("Masking")).to_be_visible()
    for tool in ("Present", "Playlist", "Pin"):
        expect(screen.tool(tool)).to_be_visible()
    chosen, other = (screen.menu.get_by_role("radio", name=name) for name in ("rows", "columns"))
    assert len({each.evaluate("e => getComputedStyle(e).borderColor") for each in (chosen, other)}) == 2
    with screen.answered():
        screen.menu.get_by_role("radio", name="columns").click()
    expect(page).to_have_url(re.compile("orientation=columns"))
    screen.page_link("Masking")
    with screen.answered():
        screen.menu.get_by_role("radio", name="rows").click()
    expect(page).not_to_have_url(re.compile("orientation"))
    screen.no_trouble()


def test_a_link_in_a_text_leads_on_in_the_same_tab(screen: Screen) -> None:
    page = screen.go("look_up").page
    page.evaluate("window.same = true")
    link = page.locator("[class*=st-key-entries_] a").first
    link.click()
    expect(page.locator("h1")).not_to_have_text("Look up")
    screen.settle()
    assert page.evaluate("window.same")
    page.go_back()
    _arrived(screen, "Look up")
