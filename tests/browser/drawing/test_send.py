"""A sentence to send: its picture has one size and one ground, holds any text, and comes with the link."""

import io
from collections.abc import Sequence
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import expect

from headlight.pictures import Extras, Next, Screen, Words
from tests.browser.drawing.glass import Glass
from tests.browser.drawing.looked import PATTERNS, WORDS
from tests.pictures.caught import Caught

SVG = "{http://www.w3.org/2000/svg}"
SIZE = (1200, 630)
CARD = """async ([words, looking, following, says, address]) => {
  const { card } = await import("/pictures/looks_card.js");
  const weights = words.map((_, word) => (word === 0 ? 0.9 : word <= looking ? 0.1 / looking : 0));
  const notes = weights.map((weight) => (weight > 0.5 ? "0.90" : ""));
  const sentence = { words: words.map((text) => ({ text, apart: true })), weights, notes, looking, says, following };
  const svg = card(sentence, address, "sans-serif");
  const place = document.body.appendChild(document.createElement("div"));
  Object.assign(place.style, { position: "absolute", left: 0, top: 0 });
  place.innerHTML = svg;
  const boxes = [...place.querySelectorAll("text, rect, path")].map((each) => each.getBoundingClientRect());
  place.remove();
  const most = (side) => Math.max(...boxes.map(side));
  const least = -most(({ left, top }) => Math.max(-left, -top));
  return [svg, least, most(({ right }) => right), most(({ bottom }) => bottom)];
}"""


def board(*, pins: bool = True, extras: Extras = Extras()) -> Caught:  # noqa: B008 - a value
    screen = Screen("The bear", "story")
    screen.pins = pins
    words = Words([(word, word != ".") for word in WORDS], 3, (0, 0), [["", ""], ["", ""]])
    coming = Next([("ant", 0.5), ("bee", 0.125)])
    screen.looks(PATTERNS, words, coming, extras, about="", alt="Words.", key="looks", on_choice=print)
    return Caught(screen.message())


@pytest.fixture
def drawn(glass: Glass):
    """The picture of words as elements, and its texts with where they begin."""
    glass.show(board())  # from which the colours come

    def card(words: Sequence[str], looking: int, says: str = "", following: Sequence[tuple[str, float]] = ()) -> tuple:
        address = "headlight.example/" + "x" * 200
        written, least, right, low = glass.page.evaluate(CARD, [words, looking, following, says, address])
        assert least >= 0 and right <= SIZE[0] and low <= SIZE[1], "all is inside"
        svg = ElementTree.fromstring(written)
        return svg, [("".join(each.itertext()), float(each.get("x", "nan"))) for each in svg.iter(f"{SVG}text")]

    return card


def test_the_picture_has_one_size_and_the_same_pixels_on_either_ground(glass: Glass) -> None:
    files = []
    for ground in ("light", "dark"):
        glass.show(board(), width=1000, ground=ground)
        glass.page.get_by_role("button", name="Send this sentence").click()
        with glass.page.expect_download() as download:
            glass.page.get_by_role("button", name="Download picture").click()
        files.append(download.value.path().read_bytes())
        assert download.value.suggested_filename == "headlight.png"
        assert glass.page.get_by_label("Link").input_value() == glass.page.url
        glass.page.keyboard.press("Escape")
        expect(glass.page.get_by_role("button", name="Send this sentence")).to_be_focused()
    light, dark = (np.asarray(Image.open(io.BytesIO(file)).convert("RGB")).astype(int) for file in files)
    assert light.shape == (*SIZE[::-1], 3) and (light == dark).all()
    assert light[0, 0].tolist() == light[-1, -1].tolist() == [0xFB, 0xFA, 0xF6]
    ribbon, bar = light[..., 0] - light[..., 2] > 60, np.abs(light - [0x33, 0x36, 0x3F]).sum(2) < 6
    assert ribbon[:250].sum() > 2000 and bar[430:].sum() > 5000, "a ribbon above, bars below"


def test_any_letters_stay_text(drawn) -> None:
    hard = ["<b>", "&amp;", "\"'", "]]>", "\x01", "bear"]
    svg, texts = drawn(hard, 5, says="<i> & \"'", following=[("</text>", 0.5)])
    said = [text for text, _ in texts]
    assert said[:2] + said[3:5] == ["<b>", "0.90", "\"'", "]]>"] and "&amp;" in said and "\ufffd" in said
    assert "<i> & \"'" in said and "</text>" in said and not list(svg.iter(f"{SVG}b"))


@pytest.mark.parametrize("count", [1, 12, 40, 400])
def test_a_text_of_any_length_ends_with_its_last_word_inside_the_picture(drawn, count: int) -> None:
    words = [f"word{number}" for number in range(count)]
    says = "A sentence that is longer than any line. " * 9
    _, texts = drawn(words, count - 1, says=says, following=[("w" * 80, 0.9999), ("b", 0.0), ("c", 0)])
    said = [text for text, _ in texts]
    assert words[-1] in said or f"… {words[-1]}" in said
    assert (said[0] == "word0") == (count <= 40), "of a text too long the last words"
    assert sum("sentence that is longer" in text for text in said) == 2, "two lines of what is said"


def test_words_that_are_read_to_the_left_stand_in_their_order(drawn) -> None:
    hebrew = ["הדוב", "ישן", "בחורף"]
    _, texts = drawn(hebrew, 2)
    places = [x for word in hebrew for text, x in texts if text == word]
    assert places == sorted(places, reverse=True) and len(places) == 3
