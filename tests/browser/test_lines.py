"""Several heads at once as lines, in a real browser: tiles, words, layers, two sentences and two languages."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.screen import Screen

GIRL = "The girl stepped into bear country and helped the"
LINES = "Weights of"
ROW = 352 / 9  # pixels of a token of the sentence


def heading(screen: Screen, title: str | re.Pattern) -> None:
    expect(screen.page.get_by_role("heading", name=title, exact=True)).to_be_visible()


def at(place: int, x: float = 10) -> dict[str, float]:
    """Where a token stands in the picture."""
    return {"x": x, "y": 24 + (place + 0.5) * ROW}


def test_a_click_adds_a_head_a_double_click_shows_it_alone_and_the_strip_leads_through_the_layers(
    screen: Screen,
) -> None:
    screen.go("all_heads", text=GIRL, layer=6, head=5)
    screen.page.get_by_role("switch", name="Lines", exact=True).click()
    heading(screen, "Layer 6, head 5")
    tile = {number: screen.page.get_by_role("button", name=re.compile(f"^Head {number}")) for number in (2, 3, 5)}
    tile[3].click()
    heading(screen, "Layer 6, heads 3 and 5")
    expect(tile[3]).to_have_attribute("aria-pressed", "true")
    expect(screen.page).to_have_url(re.compile("other_heads=3"))
    screen.settle()
    tile[2].focus()
    screen.page.keyboard.press("Enter")
    heading(screen, "Layer 6, heads 2, 3 and 5")
    screen.page.wait_for_timeout(400)  # longer than a double click
    tile[3].click()
    heading(screen, "Layer 6, heads 2 and 5")
    screen.page.wait_for_timeout(400)
    tile[2].dblclick()
    heading(screen, "Layer 6, head 2")
    expect(screen.page).not_to_have_url(re.compile("other_heads"))
    screen.settle()
    screen.page.get_by_role("radio", name="Layer 6").press("ArrowLeft")
    heading(screen, "Layer 5, head 2")
    screen.page.get_by_role("radio", name="Layer 3").click()
    heading(screen, "Layer 3, head 2")
    screen.no_trouble()


def test_a_word_under_the_pointer_shows_its_lines_and_several_are_chosen_and_summed(screen: Screen) -> None:
    screen.go("all_heads", text=GIRL, layer=6, head=5, other_heads="3", as_lines="true")
    lines = screen.picture(LINES)
    card = lines.locator("xpath=../div[contains(@class, 'card')]")
    lines.hover(position=at(8))
    expect(card).to_contain_text(re.compile(r"the \(8\) attends to, mean of 2 heads.*: 0\.\d{4}"))
    lines.click(position=at(8))
    expect(screen.page).to_have_url(re.compile("lines_of=q8"))
    screen.settle()
    lines.press("ArrowUp")
    lines.press("ArrowUp")
    lines.press("Enter")
    expect(screen.page).to_have_url(re.compile(r"lines_of=q[67]\+q8|lines_of=q[67]%20q8"))
    screen.settle()
    screen.page.reload()
    expect(screen.page.get_by_role("button", name="Lines of all tokens")).to_be_visible()
    screen.settle()
    drawing = screen.saved("SVG", LINES).read_text("utf-8")  # for a paper: lines and type, of these words alone
    assert drawing.count("<path") >= 4 and ">country<" in drawing and "<image" not in drawing
    every = drawing.count("<path")
    screen.page.get_by_role("button", name="Lines of all tokens").click()
    expect(screen.page).not_to_have_url(re.compile("lines_of"))
    screen.settle()
    assert screen.saved("SVG", LINES).read_text("utf-8").count("<path") > every
    screen.no_trouble()


def test_a_finger_adds_a_head_and_chooses_a_word(phone: Screen) -> None:
    phone.go("all_heads", text=GIRL, layer=6, head=5, as_lines="true")
    phone.page.get_by_role("button", name=re.compile("^Head 4")).click()
    heading(phone, "Layer 6, heads 4 and 5")
    phone.settle()
    phone.picture(LINES).click(position=at(4))
    expect(phone.page).to_have_url(re.compile("lines_of=q4"))
    phone.no_trouble()


def test_lines_run_from_french_to_english_and_in_either_language(screen: Screen) -> None:
    screen.go("encoder_decoder", box="decoder 2 cross", as_lines="true", cross_layer="2", cross_head="2")
    title = screen.page.get_by_role("heading", name=re.compile("^Decoder, cross-attention: layer 2"))
    expect(title).to_have_text(re.compile("layer 2, head 2$"))
    screen.page.get_by_role("button", name="Head 4").click()
    expect(title).to_have_text(re.compile("layer 2, heads 2 and 4$"))
    screen.settle()
    screen.page.get_by_role("radio", name="Layer 3").click()
    expect(screen.page).to_have_url(re.compile("box=decoder.3.cross"))
    screen.settle()
    screen.page.get_by_role("button", name=re.compile("^self-attention 1")).click()
    expect(screen.page.get_by_role("heading", name=re.compile("^Encoder, self-attention: layer 1"))).to_be_visible()
    screen.no_trouble()


def test_of_two_sentences_one_looks_at_the_other(screen: Screen) -> None:
    pair = {"text": "The dog bites", "compared_text": "A cat runs", "together": "true", "more": "true"}
    screen.go("real", model="MiniLM", as_lines="true", **pair)
    lines = screen.picture(LINES)
    for between, first, second in (("A → B", "dog", "cat"), ("B → A", "cat", "dog")):
        screen.page.get_by_role("radio", name=between).click(force=True)
        expect(screen.page).to_have_url(re.compile("lines_between="))
        screen.settle()
        lines.focus()
        lines.press("Escape")
        card = lines.locator("xpath=../div[contains(@class, 'card')]")
        lines.hover(position={"x": 10, "y": 24 + 1.5 * 352 / 4})
        expect(card).to_contain_text(re.compile(rf"{first} \(1\) attends to.*{second} \(1\): 0\.\d"))
        screen.page.mouse.move(2, 2)
    screen.no_trouble()


def test_a_switch_beside_the_sentence_stays_on_the_screen_of_a_phone_that_presents(phone: Screen) -> None:
    phone.go("all_heads", text=GIRL, present=1)
    phone.settle()
    for name in ("Effects", "Lines"):
        box = phone.page.locator("label", has=phone.page.get_by_role("switch", name=name)).bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= PHONE
    phone.no_trouble()
