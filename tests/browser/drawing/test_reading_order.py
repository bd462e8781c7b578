"""Words in a row stand as their script reads, in every picture that has them so, and ribbons lead to the right ones."""

import re

import numpy as np
import pytest
from playwright.sync_api import expect

from headlight.pictures import Screen
from tests.browser.drawing.glass import Glass, all_of
from tests.pictures.caught import caught

HEBREW = ["הדוב", "הלך", "אל", "היער", "."]
LATIN = ["The", "bear", "went", "home", "."]


@pytest.fixture
def sentence(draw):
    def drawn(words: list[str], **named) -> Glass:
        count = len(words)
        weights = np.tril(np.full((count, count), 0.02)) + 0.9 * np.eye(count)[:, [0]].T * np.ones((count, 1))
        return draw(
            Screen.looks,
            np.tile(weights / weights.sum(axis=1, keepdims=True), (1, 1, 1, 1)),
            words=[(word, word != ".") for word in words],
            chosen=count - 1,
            head=(0, 0),
            names=[[""]],
            following=[("x", 0.5)],
            about="",
            alt="Words.",
            on_choice=print,
            **named,
        )

    return drawn


def seen(glass: Glass, selector: str) -> list[str]:
    """The words of elements line by line, and on each line from left to right."""
    found = all_of(glass, selector, "[e.offsetTop, e.getBoundingClientRect().left, e.textContent]")
    return [word for _, _, word in sorted(found)]


@pytest.mark.parametrize("width", [1200, 390])
def test_a_sentence_to_the_left_begins_at_the_right(sentence, width: int) -> None:
    glass = sentence(HEBREW, width=width)
    first, second = (glass.page.locator(".stage button").nth(place).bounding_box() for place in (0, 1))
    stage = glass.page.locator(".stage").bounding_box()
    assert first["x"] + first["width"] == pytest.approx(stage["x"] + stage["width"], abs=1)
    assert second["y"] > first["y"] or second["x"] + second["width"] < first["x"]
    boxes = all_of(glass, ".stage button", "[e.offsetTop, -e.getBoundingClientRect().right]")
    assert boxes == sorted(boxes)  # line by line, each from the right
    if width > 1000:
        assert seen(glass, ".stage button span") == HEBREW[::-1]


def test_words_of_the_other_way_stand_as_they_are_read_among_the_rest(sentence) -> None:
    for words, order in (
        (LATIN, LATIN),
        (["1", "2", "."], ["1", "2", "."]),
        (["He", "said", "שלום", "גדול", "today"], ["He", "said", "גדול", "שלום", "today"]),
        (["He", "said", "שלום", ",", "גדול"], ["He", "said", "גדול", ",", "שלום"]),
        (["He", "said", "שלום", ",", "today"], ["He", "said", "שלום", ",", "today"]),
        (["הדוב", "Grizzly", "Bear", "הלך", "."], [".", "הלך", "Grizzly", "Bear", "הדוב"]),
        (["“", "دب", "3", "."], [".", "3", "دب", "“"]),
    ):
        assert seen(sentence(words, width=1200), ".stage button span") == order


def test_ribbons_and_the_wire_lead_to_the_right_words(sentence) -> None:
    glass = sentence(HEBREW[:4], width=1200)
    middles = all_of(glass, ".stage button", "e.offsetLeft + e.offsetWidth / 2")
    (path,) = all_of(glass, '.stage path[data-word="0"]', "e.getAttribute('d')")
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", path)]
    np.testing.assert_allclose([numbers[0], numbers[-2]], [middles[-1], middles[0]], atol=1.5)
    (wire,) = all_of(glass, ".wire", "e.getAttribute('d')")
    words = all_of(glass, ".stage button", "[e.offsetTop, e.offsetTop + e.offsetHeight]")
    start, *way = re.findall(r"[MVH][\d. ]+", wire)
    assert float(start[1:].split()[0]) == pytest.approx(middles[-1], abs=1.5)
    assert float(way[0][1:]) >= max(bottom for _, bottom in words)  # below the words, not through them
    assert way[1].startswith("H") and float(way[1][1:]) > max(middles)


def test_keys_follow_what_is_seen(sentence) -> None:
    for words, key in ((HEBREW, "ArrowRight"), (LATIN, "ArrowLeft")):
        glass = sentence(words, width=1200)
        assert glass.press(key, on=glass.page.locator(".stage button").last) == [["word", 3]]
    glass = sentence(HEBREW, width=1200)
    grips = glass.page.locator(".grips i")
    assert glass.press("ArrowLeft", on=grips.first) == [["edits", [[0, 0, 4, 0, 1]]]]


def test_ribbons_of_a_translation_join_words_that_are_read_to_the_left(draw) -> None:
    glass = draw(
        Screen.alignment, np.eye(3, 4) + 0.01, source=HEBREW[:4], target=LATIN[:3], alt="A.", marks=False, width=1200
    )
    assert seen(glass, ".word.source") == HEBREW[:4][::-1]
    assert seen(glass, ".word.target") == LATIN[:3]


def test_chips_begin_at_the_right_and_follow_the_end_of_the_text(glass) -> None:
    def chips(words: list[str], **named):
        notes = [str(place) for place in range(len(words))]
        return caught(Screen.token_chips, words, notes=notes, one_line=True, key="the picture", **named)

    glass.show(chips(["ש", "לום", "עולם"], joined={1}))
    assert seen(glass, "li b") == ["עולם", "לום", "ש"]
    first, joined = (glass.page.locator("li").nth(place).bounding_box() for place in (0, 1))
    assert joined["x"] + joined["width"] == pytest.approx(first["x"], abs=1)
    many = [f"מלה{place}" for place in range(40)]
    glass.show(chips(many), again=True)
    expect(glass.page.locator("li").last).to_be_in_viewport()
    glass.show(chips(LATIN))
    assert seen(glass, "li b") == LATIN
