"""The model that grows up in a real browser: it plays from noise to the last step."""

from tests.browser.screen import Screen


def test_what_comes_next_is_near_a_short_sentence(screen: Screen) -> None:
    screen.go("growing_up", text="Once upon a")
    word, bars = (screen.page.locator(part).last.bounding_box() for part in (".stage button", ".next ol"))
    assert word and bars and 0 < bars["x"] - word["x"] - word["width"] < 150
