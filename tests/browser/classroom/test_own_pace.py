"""A class has a playlist at its own pace, and its teacher sees how far it is, pauses it and shows an answer."""

from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from headlight.state.first_path import STEPS
from tests.browser.classroom.room import code_of, open_panel, sees
from tests.browser.screen import Screen


def asked(phone: Page, number: int) -> None:
    """Wait until a phone asks the question of a guess."""
    expect(phone.locator("#set h2")).to_have_text(STEPS[number - 1].question)
    expect(phone.locator("#set .count")).to_have_text(f"At your own pace: {number} of {len(STEPS)}")


def test_two_phones_go_through_a_playlist_and_an_answer_is_shown(
    teacher: Screen, students: Callable[[str], Page]
) -> None:
    """Of a class of 200 the phones are messages: see tests/server/test_own_pace.py."""
    fast, slow = students(code_of(teacher)), students(code_of(teacher))
    for phone in (fast, slow):
        sees(phone, "bear country")
    open_panel(teacher)
    panel = teacher.page.locator(".room")
    panel.get_by_label("Which playlist").select_option("guesses")
    panel.get_by_role("button", name="Give it to the phones").click()
    for phone in (fast, slow):
        asked(phone, 1)
        expect(phone.locator("#boards")).to_be_hidden()
    columns, cells, held = panel.locator(".progress button"), panel.locator(".progress i"), list[Route]()
    for number, step in enumerate(STEPS, 1):
        asked(fast, number)
        fast.get_by_role("button", name=step.options[0], exact=True).click()
        if number == 1:  # its message is held back, and may not come after those of later answers
            expect(columns.locator(".given").first).to_have_text("1")
            fast.route("**/answer", lambda route: held.append(route) if not held else route.continue_())
    fast.get_by_role("button", name="Finish").click()
    expect(fast.locator("#set h2")).to_have_text("Thank you. You have finished.")
    fast.get_by_role("button", name="Back").click()
    fast.get_by_role("button", name=STEPS[-1].options[0], exact=True).click()
    fast.get_by_role("button", name="Finish").click()  # whoever changes an answer says so once more
    held[0].continue_()
    expect(panel.locator(".done")).to_have_text("1 of 2 have finished, 1 has not begun")
    slow.get_by_role("button", name="Next").click()
    slow.get_by_role("button", name=STEPS[1].options[2], exact=True).click()
    slow.reload()  # and comes back to where it was, with what it has answered
    asked(slow, 3)
    slow.get_by_role("button", name="Back").click()
    expect(slow.get_by_role("button", name=STEPS[1].options[2])).to_have_attribute("aria-pressed", "true")
    expect(columns.locator(".given")).to_have_text(["1", "2", "1", "1", "1"])
    expect(cells).to_have_count(2 * len(STEPS))
    expect(panel.locator(".progress i.wrong")).to_have_count(0)  # a wall does not tell
    panel.get_by_label("Tell right").check()
    expect(panel.locator(".progress i.wrong").first).to_be_visible()
    panel.get_by_role("button", name="Pause").click()
    for phone in (fast, slow):
        expect(phone.locator("#paused")).to_be_visible()
    panel.get_by_role("button", name="Go on").click()
    expect(slow.locator("#paused")).to_be_hidden()
    columns.nth(0).click()
    panel.get_by_role("button", name="Show the answer").click()
    expect(panel.locator(".answers [data-picture=bars] li").first).to_be_visible()
    for around in (".asking", ".progress i", ".school"):  # the answer has the panel for itself
        expect(panel.locator(around).first).to_be_hidden()
    slow.get_by_role("button", name="See the answer to question 1").click()
    asked(slow, 1)
    for option in slow.locator("#set .options button").all():
        expect(option).to_be_disabled()
    expect(slow.locator("#set .options .right")).to_have_count(1)
    panel.get_by_role("button", name="Hide it").click()
    expect(panel.locator(".answers *")).to_have_count(0)
    expect(slow.get_by_role("button", name="See the answer")).to_have_count(0)
    panel.get_by_role("button", name="Close, and show").click()
    expect(fast.locator("#set .review > li")).to_have_count(len(STEPS))
    expect(slow.locator("#set .review > li").nth(2)).to_contain_text("You have not answered.")
    panel.get_by_role("button", name="End the playlist").click()
    for phone in (fast, slow):
        sees(phone, "bear country")
    expect(panel.get_by_role("button", name="Give it to the phones")).to_be_visible()
    teacher.go("attention", text="bear country", present=1)
    open_panel(teacher)
    place, width = panel.bounding_box(), teacher.page.viewport_size
    assert place and width and place["x"] >= 0 and place["x"] + place["width"] <= width["width"], "on a wall too"
    teacher.page.keyboard.press("Escape")
    teacher.page.keyboard.press("Escape")
