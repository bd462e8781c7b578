"""A turned matrix in a real browser: the same numbers under the pointer, the transpose in the file."""

from playwright.sync_api import expect

from tests.browser.screen import Screen

MASKED = "Masked of layer"


def test_the_switch_turns_the_small_patterns_too(screen: Screen) -> None:
    screen.go("heads", text="bear country", orientation="rows")
    picture = screen.picture("Attention patterns of the heads")
    before = screen.photograph(picture)
    screen.open_menu()
    screen.page.get_by_role("radio", name="columns").click()
    screen.repainted(picture, before)
    screen.page.keyboard.press("Escape")  # the menu stands over the picture
    screen.settle()
    turned = screen.photograph(picture)
    screen.open_menu()
    screen.page.get_by_role("radio", name="rows").click()
    screen.page.keyboard.press("Escape")
    screen.settle()
    assert screen.repainted(picture, turned) == before


def test_a_turned_matrix_keeps_its_meaning_under_keys_clicks_and_in_the_file(screen: Screen) -> None:
    screen.go("attention", text="bear country", orientation="columns", arithmetic="true")
    matrix = screen.picture(MASKED)
    card = matrix.locator("xpath=following-sibling::div")
    matrix.focus()
    screen.page.keyboard.press("ArrowUp")  # the last query is the last column, and the frame stands on a key of it
    screen.page.keyboard.press("ArrowUp")
    expect(card).to_contain_text("country → bear")
    screen.page.keyboard.press("ArrowLeft")
    expect(card).to_contain_text("bear → bear")
    screen.page.keyboard.press("ArrowDown")
    expect(card).to_contain_text("−∞ (masked)")
    lines = screen.saved("CSV", MASKED).read_text("utf-8-sig").splitlines()
    assert lines[0] == ',"bear","country"'
    assert lines[2].startswith('"country",-Infinity,')
