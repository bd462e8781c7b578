"""The mask in a real browser: a click closes a cell, the address keeps it, a second click opens it."""

import re

from playwright.sync_api import expect

from tests.browser.screen import Screen


def test_a_click_toggles_a_cell_and_the_address_keeps_it(screen: Screen) -> None:
    screen.go("masking", text="bear country", arithmetic="true")
    cells = screen.page.get_by_role("textbox", name="Cells toggled by hand")
    masked = screen.picture("Masked of layer")
    masked.focus()
    for _ in range(2):
        screen.page.keyboard.press("ArrowLeft")
    before = screen.photograph(masked)
    screen.page.keyboard.press("Enter")  # the last row, the first column
    expect(cells).to_have_value("1.0")
    expect(screen.page).to_have_url(re.compile("cells=1.0"))
    screen.repainted(masked, before)
    # The same cell once more, with the pointer: two columns share what the labels leave.
    box = masked.bounding_box()
    masked.click(position={"x": box["width"] * 0.4, "y": box["height"] - 12})
    expect(cells).to_have_value("")
    screen.no_trouble()
