"""Light or dark, the presenter's view and the printed sheet, in a real browser."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.screen import Screen
from tests.sampled import sampled

LIGHT, DARK = "rgb(251, 250, 246)", "rgb(20, 22, 29)"
GROUND = "[data-testid=stApp]"
FIRST_BUTTONS = [("heads?story=one-head", "Show what happens"), ("learning", "Train")]


def contrast(one: str, other: str) -> float:
    """Of two colours as the browser computes them, WCAG 2.2."""

    def luminance(colour: str) -> float:
        channels = [float(number) for number in re.findall(r"[\d.]+", colour)][:3]
        if "srgb" not in colour:
            channels = [channel / 255 for channel in channels]
        linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels]
        return sum(share * each for share, each in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def computed(element: Locator, name: str) -> str:
    return element.evaluate(f"e => getComputedStyle(e).getPropertyValue('{name}')")


def test_a_dark_laptop_can_show_a_light_page_and_goes_on_so(screen: Screen) -> None:
    screen.page.emulate_media(color_scheme="dark")
    page = screen.go("attention", text="bear country").page
    ground = page.locator(GROUND)
    expect(ground).to_have_css("background-color", DARK)
    screen.tool("Switch to light").click()
    expect(ground).to_have_css("background-color", LIGHT)
    expect(screen.box).to_have_value("bear country")
    expect(screen.box).to_have_css("color", "rgb(28, 30, 38)")
    page.reload()
    expect(ground).to_have_css("background-color", LIGHT)
    screen.settle()
    screen.rest()
    screen.choose("Masking")
    expect(ground).to_have_css("background-color", LIGHT)


def test_rings_and_switches_stand_out_from_the_ground_and_after_the_skip_link_comes_the_sentence(
    screen: Screen,
) -> None:
    """On the dark ground that the address asks for, and on the light one."""
    page = screen.open("attention", text="bear country", embed_options="dark_theme").page
    ground = page.locator(GROUND)
    for colour in (DARK, LIGHT):
        if colour == LIGHT:
            screen.tool("Switch to light").click()
        expect(ground).to_have_css("background-color", colour)
        screen.rest()
        ring = computed(ground, "--st-primary-color") or page.locator("[data-text]").first.evaluate(
            "e => getComputedStyle(e).getPropertyValue('--st-primary-color')"
        )
        numbers = f"rgb({', '.join(str(int(ring.strip()[at : at + 2], 16)) for at in (1, 3, 5))})"
        assert contrast(numbers, colour) >= 3
        for switch in page.get_by_role("switch").all():
            assert contrast(computed(switch, "background-color"), colour) >= 3
        page.get_by_role("button", name="Skip the menu").focus()
        page.keyboard.press("Enter")
        expect(screen.box).to_be_focused()


@pytest.mark.parametrize(("view", "button"), sampled(FIRST_BUTTONS, FIRST_BUTTONS[:1]))
def test_what_stands_on_the_colour_of_the_first_button_can_be_read(screen: Screen, view: str, button: str) -> None:
    """On both grounds; at rest, pointed at, held down and chosen by a key."""
    page = screen.go(view).page
    first = page.get_by_role("button", name=button, exact=True)
    for scheme, colour in (("dark", DARK), ("light", LIGHT)):
        page.emulate_media(color_scheme=scheme)
        expect(page.locator(GROUND)).to_have_css("background-color", colour)
        for reach in (lambda: None, first.focus, first.hover, page.mouse.down):
            reach()
            screen.rest()
            words = first.get_by_text(button)
            assert contrast(computed(words, "color"), computed(first, "background-color")) >= 4.5
        page.mouse.move(0, 0)
        page.mouse.up()


def test_keys_begin_walk_and_end_a_presentation(screen: Screen) -> None:
    walk = "/tokens?text=red&story=bank\nhttps://any.host/?at=by_hand\n/look_up"
    page = screen.go("look_up", walk=walk).page
    page.keyboard.press("p")
    expect(page).to_have_url(re.compile("present=1"))
    expect(page.get_by_text("3 stops")).to_be_visible()
    for key, title, place in (
        ("ArrowRight", "Tokens", "1 of 3"),
        ("PageDown", "Attention", "2 of 3"),
        ("ArrowLeft", "Tokens", "1 of 3"),
    ):
        page.keyboard.press(key)
        expect(page.locator("h1")).to_have_text(title)
        expect(page.get_by_text(place)).to_be_visible()
        screen.settle()
    card = page.locator(".st-key-story_card")
    expect(page.get_by_role("button", name="Show what happens")).to_be_in_viewport()
    assert (room := card.bounding_box()) and room["height"] < 150, "of a story two lines stand, beside its button"
    expect(screen.box).to_have_value("red")
    screen.box.press("End")
    screen.box.press("p")
    screen.box.press("ArrowRight")
    expect(screen.box).to_have_value("redp")
    expect(page.get_by_text("1 of 3")).to_be_visible()
    screen.box.press("Escape")
    expect(page).not_to_have_url(re.compile("present=1"))
    expect(page.get_by_test_id("stHeader")).to_be_visible()


def middle(element: Locator) -> tuple[float, float]:
    box = element.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.study
def test_a_playlist_is_put_together_page_by_page_and_put_in_order(screen: Screen) -> None:
    page = screen.open("tokens", text="red").page
    for title in ("Tokens", "Masking"):
        expect(page.locator("h1")).to_have_text(title)
        screen.tool("Playlist").click()
        with screen.answered():
            page.get_by_role("button", name="Add this page").click()
        page.keyboard.press("Escape")
        if title == "Tokens":
            screen.choose("Masking")
    screen.tool("Playlist").click()
    expect(page.locator(".links li span")).to_have_text(["tokens · red", "masking · red"])
    with screen.answered():
        page.get_by_role("button", name="Move masking · red up").click()
    expect(page.locator(".links li span")).to_have_text(["masking · red", "tokens · red"])
    grips = page.locator(".links li i")
    (x, first), (_, second) = (middle(grips.nth(at)) for at in (0, 1))
    page.mouse.move(x, first)
    page.mouse.down()
    page.mouse.move(x, second + 2, steps=3)
    expect(page.locator(".links li.dragged span")).to_have_text("masking · red")
    expect(page.locator(".links li span")).to_have_text(["tokens · red", "masking · red"])
    with screen.answered():
        page.mouse.up()
    expect(page.locator(".links li.dragged")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"walk=.*tokens.*masking"))
    touch = page.context.new_cdp_session(page)
    with screen.answered():
        for kind, y in (("touchStart", second), ("touchMove", first + 2), ("touchMove", first - 4)):
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".links li span")).to_have_text(["masking · red", "tokens · red"])
    with screen.answered():
        page.get_by_role("button", name="Take: stories").click()
    expect(page).to_have_url(re.compile("walk=stories"))


@pytest.mark.parametrize(("ground", "colour"), sampled([("dark", DARK), ("light", LIGHT)], [("dark", DARK)]))
def test_a_printed_page_is_a_clean_light_sheet_from_any_ground(screen: Screen, ground: str, colour: str) -> None:
    """Printed, and as it is laid out for that."""
    page = screen.page
    page.emulate_media(color_scheme=ground)
    screen.go("attention", text="bear country")
    expect(page.locator(GROUND)).to_have_css("background-color", colour)
    screen.rest()
    sheets = page.pdf(format="A4", prefer_css_page_size=False)
    assert sheets.startswith(b"%PDF") and 1 <= len(re.findall(rb"/Type\s*/Page\b", sheets)) <= 6
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 703, "height": 1000})  # what margins of 12 mm leave of A4
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    for test in ("stHeader", "stButton", "stNumberInput", "stPopover"):
        assert all(not each.is_visible() for each in page.get_by_test_id(test).all()), test
    expect(screen.box).to_be_visible()
    expect(screen.box).to_have_css("color", "rgb(28, 30, 38)")
    expect(page.locator("body")).to_have_css("background-color", "rgb(255, 255, 255)")
    expect(page.get_by_role("button", name="Take away")).to_be_hidden()
    expect(page.get_by_role("button", name="Stories")).to_be_hidden()
    boards = page.locator(".board")
    assert {computed(each, "--st-background-color").strip() for each in boards.all()} == {"#fbfaf6"}
    wide = page.evaluate(
        """() => [...document.querySelectorAll('[data-testid=stMain] *')]
            .flatMap(e => [e, ...(e.shadowRoot?.querySelectorAll('*') ?? [])])
            .filter(e => e.getBoundingClientRect().right > 704 && !e.closest('.katex'))
            .map(e => e.tagName + '.' + e.className)"""
    )
    assert wide == []
    boxes = [box for each in page.locator(".spot").all() if (box := each.bounding_box())]
    for one in boxes:
        for other in boxes:
            if one is not other:
                apart = one["x"] + one["width"] <= other["x"] + 1 or other["x"] + other["width"] <= one["x"] + 1
                below = one["y"] + one["height"] <= other["y"] + 1 or other["y"] + other["height"] <= one["y"] + 1
                assert apart or below
