"""The sentence in large type: ribbons as wide as weights, between the right words, and what is pointed at."""

import itertools
import re
from functools import partial

import numpy as np
import pytest
from playwright.sync_api import expect

from headlight.pictures import Asked, Demonstration, Read, Screen, Swap, Then
from tests.browser.drawing.glass import all_of
from tests.browser.drawing.looked import PATTERNS, WORDS, five_words, looked, says, stage


@pytest.fixture
def shown(draw):
    return partial(five_words, draw)


def ends(glass, word: int) -> tuple[float, float]:
    """Where the ribbon to a word begins and ends, across."""
    (path,) = all_of(glass, f'.stage path[data-word="{word}"]', "e.getAttribute('d')")
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", path)]
    return numbers[0], numbers[-2]


def test_an_end_that_keys_move_to_the_first_word_keeps_the_focus_and_goes_on_from_there(draw) -> None:
    glass = looked(draw, PATTERNS, WORDS, chosen=4, edits=[])
    assert glass.press("ArrowLeft", on=glass.page.locator(".grips i").nth(1)) == [["edits", [[0, 0, 4, 1, 0]]]]
    looked(draw, PATTERNS, WORDS, chosen=4, edits=[(0, 0, 4, 1, 0)], again=True)
    glass.page.keyboard.press("Delete")
    assert glass.chosen() == [["edits", [[0, 0, 4, 1, None]]]]


def test_weights_that_are_no_attention_are_called_so(shown) -> None:
    glass = shown(noun="weight")
    assert says(glass) == "sleep gives 60% of its weight to bear."
    glass.page.locator(".stage button").nth(0).hover()
    assert says(glass) == "The keeps over 99% of its weight for itself."


def test_past_a_first_word_on_which_heads_rest_another_is_named_and_its_own_ribbon_is_grey(draw) -> None:
    patterns = np.eye(6)[None, None].repeat(2, 1)
    patterns[0, 0, 2:4, :4] = [[0.9, 0.06, 0.04, 0], [0.58, 0.33, 0.05, 0.04]]
    patterns[0, 0, 4:] = [[0.1, 0.3, 0, 0.1, 0.5, 0], [0.5, 0.2, 0, 0, 0, 0.3]]
    words = ["The", "old", "king", "gave", "her", "gold"]
    sinks = 'path[data-word="0"]', "[e.classList.contains('sink'), getComputedStyle(e).stroke]"
    plain = looked(draw, patterns, words, chosen=3)
    rests = "of its attention to The. Some heads rest on the first word."
    assert says(plain) == f"gave gives 58% {rests}"
    ((grey, coloured),) = stage(plain, *sinks)
    assert not grey
    glass = looked(draw, patterns, words, chosen=3, sink=True)
    assert says(glass) == "gave gives 33% of its attention to old."
    assert [grey and stroke != coloured for grey, stroke in stage(glass, *sinks)] == [True]
    glass.page.locator(".stage button").nth(2).hover()
    assert says(glass) == "king gives 90% of its attention to The. Some heads rest on the first word.", (
        "no other word has a tenth"
    )
    for word, told in enumerate(
        ("her keeps 50% of its attention for itself.", "gold gives 20% of its attention to old.")
    ):
        glass.page.locator(".stage button").nth(4 + word).hover()
        assert says(glass) == told


def test_a_click_or_an_arrow_chooses(shown) -> None:
    glass = shown()
    glass.page.locator(".stage button").nth(1).click()
    glass.page.locator(".heads button").nth(2).click()
    glass.page.locator(".stage button").nth(3).focus()
    glass.page.keyboard.press("ArrowLeft")
    glass.page.keyboard.press("End")
    chosen = [value for _, (_, value) in glass.page.evaluate("window.chosen")]
    assert chosen == [["word", 1], ["head", [1, 0]], ["word", 2], ["word", 4]]


@pytest.mark.parametrize("width", [358, 1200])
def test_the_bars_come_out_of_the_last_word(shown, width: int) -> None:
    glass = shown(width=width)
    boxes = [
        glass.page.locator(selector).last.bounding_box() for selector in (".wire", ".stage button span", ".next ol")
    ]
    wire, word, bars = boxes
    if width > 720:
        assert wire["x"] == pytest.approx(word["x"] + word["width"], abs=14)
        assert wire["x"] + wire["width"] == pytest.approx(bars["x"], abs=4)
        assert word["y"] < wire["y"] < word["y"] + word["height"] and bars["y"] < wire["y"] < bars["y"] + bars["height"]
    else:
        assert wire["x"] == pytest.approx(word["x"] + word["width"] / 2, abs=4)
        assert wire["y"] > word["y"] + word["height"]
        assert wire["y"] + wire["height"] == pytest.approx(bars["y"], abs=4)


def test_what_there_is_to_find_next_is_one_click_away(draw) -> None:
    glass = looked(draw, PATTERNS, WORDS, chosen=3, then=Then("Then another.", 2, (1, 0)), width=960)
    head, offer = (glass.page.locator(part).bounding_box() for part in (".about", ".then"))
    assert head and offer and head["y"] <= offer["y"] + offer["height"] / 2 <= head["y"] + head["height"], "on one line"
    glass.page.get_by_role("button", name="Then another.").click()
    assert glass.page.evaluate("window.chosen.at(-1)")[1][1] == ["both", [2, [1, 0]]]
    glass = looked(draw, PATTERNS, WORDS, chosen=3, about="A head.", then=Then("Then.", 2, (1, 0)), names=[], width=358)
    head, offer = (glass.page.locator(part).bounding_box() for part in (".about", ".then"))
    assert head and offer and offer["y"] < head["y"], (
        "on a phone, where no squares are seen, before what is said besides"
    )


def test_the_hand_of_the_demonstration_holds_the_end_of_a_ribbon_to_a_line_above(glass, draw) -> None:
    glass.page.evaluate("localStorage.clear()")
    moved = Demonstration((0, 0, 3, 1, 0), [0.25])
    glass = looked(draw, PATTERNS, WORDS, chosen=3, demonstration=moved, names=[], width=220)
    expect(glass.page.locator(".hand")).to_be_visible()
    (end,) = stage(glass, "path[data-word='1']", "e.getPointAtLength(e.getTotalLength()).y")
    (hand,) = stage(glass, ".hand", "e.offsetTop")
    assert abs(end - hand) < 20


@pytest.mark.parametrize(("width", "lines"), [(1302, 1), (960, 1), (690, 1), (358, 3)])
def test_a_sentence_stands_in_one_line_where_that_can_be_read_from_afar(draw, width: int, lines: int) -> None:
    words = ["The", "girl", "stepped", "into", "bear", "country", "and", "helped", "the"]
    glass = looked(draw, np.eye(9)[None, None], words, chosen=0, following=[("a", 1.0)], width=width)
    assert len(set(stage(glass, "button", "e.offsetTop"))) == lines
    assert stage(glass, "span", "parseFloat(getComputedStyle(e).fontSize)")[0] >= 26


def test_words_that_are_asked_about_wait_for_a_click_on_one_that_answers(draw) -> None:
    asked = Asked((0, 1), (1, 2), ("", "a note"), ribbons=True)
    glass = looked(draw, np.zeros((1, 1, 5, 5)), WORDS, chosen=0, asked=asked)
    group = glass.page.get_by_role("group", name="Words.")
    assert group.get_by_role("button").all_inner_texts() == ["bear\na note", "didn't"]
    assert stage(glass, "button.topic span", "e.textContent") == WORDS[:2]
    assert stage(glass, "path.loose", "1") == [1, 1], "to each that may be the answer"
    group.get_by_role("button").first.focus()
    glass.page.keyboard.press("ArrowRight")
    assert glass.chosen() == [], "an arrow key guesses nothing"
    glass.page.keyboard.press("Enter")
    assert glass.chosen() == [["word", 1]]
    glass.page.get_by_text("sleep").click(force=True)
    assert glass.chosen() == []


@pytest.mark.parametrize(("form", "least"), [("low", 50), ("compact", 30)])
def test_words_in_small_type_or_for_two_grow_with_a_large_window(draw, glass, form: str, least: int) -> None:
    words, sizes = ["The", "girl", "stepped", "into", "bear", "country", "and", "helped", "the"], []
    coming = [("a", 1.0)] if form == "compact" else []
    for width, height, across in (1366, 768, 1292), (1920, 1080, 1735):
        glass.window(width, height)
        looked(draw, np.eye(9)[None, None], words, chosen=0, following=coming, width=across, **{form: True})
        sizes += [stage(glass, "span", "parseFloat(getComputedStyle(e).fontSize)")[0]]
    assert sizes[0] > least and sizes[1] > 1.25 * sizes[0]


@pytest.mark.parametrize(("width", "tight"), [(358, 4), (240, 6)])
def test_a_ribbon_to_a_line_above_goes_between_words(draw, width: int, tight: int) -> None:
    """Its middle crosses no word, and a line that is passed is passed where there is most room."""
    words = ["The", "girl", "stepped", "into", "bear", "country", "and", "helped", "the"]
    glass = looked(draw, np.full((1, 1, 9, 9), 1 / 9), words, chosen=8, following=[("bear", 0.5)], width=width)
    boxes = stage(glass, "button span", "(b => [b.left, b.top + 6, b.right, b.bottom - 6])(e.getBoundingClientRect())")
    assert len({top for _, top, *_ in boxes}) >= 3
    across = """(() => { const { left, top } = e.ownerSVGElement.getBoundingClientRect(), all = e.getTotalLength();
        const at = [...Array(201).keys()].map(n => e.getPointAtLength(n / 200 * all));
        return at.map(p => [p.x + left, p.y + top]); })()"""
    covered = [
        (words[to], words[word], point)
        for to, way in enumerate(stage(glass, "path[data-word]", across))
        for point in way
        for word, (left, top, right, bottom) in enumerate(boxes)
        if left + tight < point[0] < right - tight and top < point[1] < bottom
    ]
    assert covered == []


def test_a_film_follows_its_slider_and_its_ribbons_cannot_be_moved(draw) -> None:
    glass = draw(
        Screen.film,
        np.stack([PATTERNS, PATTERNS]),
        np.array([[0.125, 0.25], [0.5, 0.125]]),
        at=1,
        dial="step",
        words=[(word, word != ".") for word in WORDS],
        chosen=3,
        head=(0, 0),
        names=[["", ""], ["", ""]],
        following=["ant", "<b>"],
        about="",
        alt="Words.",
        on_choice=print,
    )
    glass.page.emulate_media(reduced_motion="no-preference")  # else it goes from frame to frame
    bars = glass.page.locator(".next li")
    expect(bars).to_have_text([re.compile(r"ant\s*50%"), re.compile(r"<b>\s*13%")])
    expect(glass.page.locator(".grips button")).to_have_count(0)

    def moved(key: str, at: float, largest: str) -> None:
        glass.page.evaluate("detail => dispatchEvent(new CustomEvent('moved', { detail }))", {"key": key, "at": at})
        expect(bars.first).to_have_text(re.compile(largest))

    glass.page.emulate_media(reduced_motion="no-preference")
    moved("step", 0.5, r"ant\s*31%")
    moved("other", 1, r"ant\s*31%")
    moved("step", 0, r"<b>\s*25%")
    glass.page.emulate_media(reduced_motion="reduce")
    moved("step", 0.6, r"ant\s*50%")  # who wants little motion sees whole frames


def test_numbers_under_narrow_words_do_not_lie_on_each_other_and_the_largest_is_there(draw) -> None:
    words = ["a", "1", "I", "i", "l", "to", "bear"]
    weights = np.array([0.3, 0.03, 0.02, 0.04, 0.05, 0.16, 0.4])
    patterns = np.tile(weights, (1, 1, len(words), 1))
    for width in (300, 700):
        glass = looked(draw, patterns, words, chosen=6, width=width)
        numbers = stage(glass, "small", "e.textContent")
        spans = glass.page.locator(".stage small").evaluate_all(
            """all => all.filter(e => e.textContent).map(e => {
                const range = document.createRange();
                range.selectNodeContents(e);
                const { left, right, top } = range.getBoundingClientRect();
                return [Math.round(top), left, right];
            })"""
        )
        spans.sort()
        gaps = stage(glass, "button", "e.getBoundingClientRect().width - e.firstChild.getBoundingClientRect().width")
        assert max(gaps) < 1, "no word is moved by its number"
        for (row, _, end), (other, start, _) in itertools.pairwise(spans):
            assert row != other or end < start, width
        assert {"30%", "40%"} <= {*numbers}
        edge = glass.page.locator(".stage").bounding_box()["x"]
        assert all(left > edge - 1.5 for _, left, _ in spans), "no number stands outside the margin"


def test_the_end_that_was_read_is_underlined_and_opens_its_places_and_each_word_has_its_mark(draw) -> None:
    read = Read(
        [("Read ", False), ("twice", True)], 1.5, "ar didn't", [("the be", " go", "A book")], [0.25, None, 1, 0, 0]
    )
    glass = looked(
        draw, PATTERNS, WORDS, chosen=4, read=read._replace(asks="Else:", swaps=[Swap("dog", "cat", "50%", True)])
    )
    (line,) = all_of(glass, ".read_end i", "[e.offsetLeft, e.offsetLeft + e.offsetWidth]")
    words = stage(glass, "button", "[e.offsetLeft, e.offsetLeft + e.offsetWidth]")
    assert line == pytest.approx([sum(words[1]) / 2, words[4][1]], abs=2)
    assert stage(glass, "button", "e.style.getPropertyValue('--ease')") == ["0.25", "0", "1", "0", "0"]
    assert stage(glass, "button", "e.classList.contains('marked')") == [True, False, True, True, True]
    places = glass.page.locator(".known_places")
    for opens in (".read_end i", ".known button"):
        expect(places).to_be_hidden()
        glass.page.locator(opens).click()
        assert places.inner_text().split("\n") == ["the bear didn't go", "A book"]
        if opens == ".read_end i":
            glass.page.locator(opens).click()
    places.locator("button").click()
    expect(places).to_be_hidden()
    glass.page.locator(".swaps button").click()
    assert glass.chosen() == [["place", 0], ["swap", 0]]
