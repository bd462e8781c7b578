"""The stream in the browser: its parts lead on, by pointer and keys; it is live, low, and readable on both grounds."""

import re

import pytest
from playwright.sync_api import Locator, expect

from headlight.parts import vocabulary
from headlight.reading import reader
from tests.browser.drawing.colours import PALETTES, rgb
from tests.browser.screen import Screen
from tests.sampled import sampled


def strip(screen: Screen) -> Locator:
    return screen.page.get_by_role("navigation", name="The stream")


def part(screen: Screen, named: str) -> Locator:
    return strip(screen).get_by_role("link", name=named)


def framed(screen: Screen) -> list[str]:
    return strip(screen).locator("[aria-current=true]").evaluate_all("all => all.map(e => e.ariaLabel)")


def test_a_click_leads_to_the_page_of_a_part_with_the_sentence_and_the_layer(screen: Screen) -> None:
    page = screen.go("attention", text="red bear").page
    assert [re.sub("[0-9]", "", each) for each in framed(screen)] == ["Layer , attention: open Attention"]
    with screen.answered():
        part(screen, "Layer 4, FFN: open Block (one layer)").click()
    expect(page.locator("h1")).to_have_text("Block (one layer)")
    expect(page).to_have_url(re.compile(r"at=block&.*layer=4"))
    expect(screen.box).to_have_value("red bear")
    screen.rest()
    assert framed(screen) == ["Layer 4: open Block (one layer)"]
    with screen.answered():
        part(screen, "Positions: open Positions").click()
    expect(page.locator("h1")).to_have_text("Positions")
    screen.rest()
    assert framed(screen) == ["Positions: open Positions"]
    expect(screen.box).to_have_value("red bear")
    screen.no_trouble()


def test_it_is_walked_by_keys(screen: Screen) -> None:
    page = screen.go("masking", text="red bear", layer=4, head=2).page
    stops = strip(screen).locator("a:not([tabindex='-1'])")
    assert stops.evaluate_all("all => all.map(e => e.ariaLabel.split(/[: ]/)[0])") == [
        *("Words", "Embeddings", "Positions"),
        *("Layer", "Next"),
    ]
    part(screen, "Positions: open").focus()
    page.keyboard.press("Tab")
    expect(part(screen, "Layer 4, head 2: choose it")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(part(screen, "Layer 5, head 2: choose it")).to_be_focused()
    page.keyboard.press("ArrowRight")
    with screen.answered():
        page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"head=3&layer=5"))
    screen.no_trouble()


def test_it_follows_once_typing_rests_and_says_what_a_head_is_worth(screen: Screen) -> None:
    text = "The girl stepped into bear country and helped the"
    screen.go("tokens", text="red bear")
    screen.type(text)
    screen.painted(text)
    model = reader.bundled()
    trace = model.trace(text)
    labels, chances = vocabulary.likeliest(model, trace, count=3)
    expect(strip(screen).locator("li bdi")).to_have_text(labels)
    expect(strip(screen).locator("li span")).to_have_text([f"{100 * chance:.0f}%" for chance in chances])
    decided = reader.why(model, text).parts
    had, has = 100 * decided.probability, 100 * decided.without_heads[5, 4]
    worth = f"“bear” has {had:.0f}%, and {has:.0f}% without what layer 6, head 5 says at the last token"
    expect(part(screen, "Layer 6, head 5: open Attention")).to_have_attribute("title", worth)
    deepest = ", ".join(str(each) for each in rgb(PALETTES["light"]["positive"]))
    expect(part(screen, "Layer 6, head 5: open Attention").locator("i")).to_have_css(
        "background-color", f"rgb({deepest})"
    )
    screen.type("")
    screen.settle()
    screen.type("Once upon a")
    expect(strip(screen).locator("li span")).to_have_text(["over 99%", "", ""])
    screen.no_trouble()


def test_it_is_one_low_line_at_every_width(screen: Screen) -> None:
    screen.go("next_word", text="The girl stepped into bear country and helped the")
    for width, height in ((1800, 900), (1440, 900), (1366, 768), (1024, 768)):
        screen.page.set_viewport_size({"width": width, "height": height})
        screen.rest()
        box = strip(screen).bounding_box()
        assert box and box["height"] <= 56
        ends = part(screen, "Next word").bounding_box()
        assert ends and ends["x"] + ends["width"] <= width
        screen.fits()


def test_a_phone_has_it_on_one_line_with_the_likeliest_next_word(phone: Screen) -> None:
    phone.go("attention", text="The girl stepped into bear country and helped the")
    box = strip(phone).bounding_box()
    assert box and box["height"] <= 56
    expect(strip(phone).locator("li:visible")).to_have_count(1)
    phone.fits()
    with phone.answered():
        part(phone, "Layer 2, attention: open Attention").tap()
    expect(phone.page).to_have_url(re.compile("layer=2"))


def test_a_phone_shows_the_end_of_the_sentence_after_which_the_next_word_comes(phone: Screen) -> None:
    ends = strip(phone).locator(".words span")
    whole = "all => all.every(end => end.scrollWidth <= end.clientWidth)"
    phone.go("heads", text="bear country")
    assert "".join(ends.all_text_contents()) == "bear country" and ends.evaluate_all(whole)
    phone.go("heads", text="Tom went to the park because")
    expect(ends.last).to_have_text(" park because")
    assert not ends.evaluate_all(whole), "its beginning has no room"
    assert ends.last.evaluate("end => end.scrollWidth <= end.clientWidth")


@pytest.mark.parametrize(("model", "layer"), sampled([("SmolLM2", 24), ("MiniLM", 4)], [("SmolLM2", 24)]))
def test_a_phone_has_whole_layers_of_a_large_model_from_the_first_that_is_seen(
    phone: Screen, model: str, layer: int
) -> None:
    phone.go("real", model=model, layer=layer)
    cut = """(layers, start) => [...layers.querySelectorAll('.floor')].map(e => e.getBoundingClientRect())
        .filter(({ left, right }) => left < start - 1 && right > start + 1).length"""
    layers = strip(phone).locator(".layers")
    assert layers.evaluate(cut, layers.evaluate("layers => layers.getBoundingClientRect().left")) == 0
    layers.evaluate("layers => (layers.scrollLeft = 0)")
    phone.page.set_viewport_size({"width": 360, "height": 844})
    expect(part(phone, f"Layer {layer}: ")).to_be_in_viewport()


def test_a_strip_that_was_left_is_answered_where_the_page_has_none(screen: Screen) -> None:
    screen.go("attention", text="red bear")
    left = part(screen, "Positions: open Positions").element_handle()
    screen.go("recurrence")
    expect(strip(screen)).to_have_count(0)
    with screen.answered():  # Streamlit drops what a part asks that is no longer there
        left.evaluate("link => link.click()")
    expect(screen.page).to_have_url(re.compile("at=recurrence"))
    screen.no_trouble()
