"""A space at the end of what is typed leaves the pictures as they are, and the next letter is read with it."""

from playwright.sync_api import expect

from tests.browser.screen import Screen


def test_a_space_at_the_end_changes_no_picture_and_stays_in_the_box(screen: Screen) -> None:
    screen.go("positions", text="Once upon a")
    box, switch = screen.box.bounding_box(), screen.page.get_by_role("switch", name="Positions").bounding_box()
    bars = screen.picture("The most likely next tokens")
    below = bars.bounding_box()
    assert box and switch and below and box["x"] + box["width"] <= switch["x"], "the switch stands beside the box"
    assert box["y"] <= switch["y"] and switch["y"] + switch["height"] <= box["y"] + box["height"], "on its line"
    assert box["y"] + box["height"] <= below["y"], "and over what it changes"
    likeliest = bars.locator("> *").first
    expect(likeliest).to_contain_text("time")
    expect(likeliest).to_contain_text(">99%")
    with screen.answered():
        screen.box.press("End")
        screen.box.press("Space")
    expect(screen.box).to_have_value("Once upon a ")
    screen.painted("Once upon a")
    expect(likeliest).to_contain_text("time")
    expect(likeliest).to_contain_text(">99%")
    screen.box.press_sequentially("bear")
    screen.painted("Once upon a bear")
    expect(screen.box).to_have_value("Once upon a bear")
