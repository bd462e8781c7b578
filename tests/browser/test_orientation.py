"""A turned matrix in a real browser: a switch in the menu turns it, and back."""

from tests.browser.screen import Screen


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
