"""A sentence and its translation joined by ribbons: clicks and keys, dragging, columns on a phone."""

import numpy as np
import pytest

from headlight.pictures import Screen

SOURCE, TARGET = ["the", "red", "car", "."], ["la", "voiture", "rouge"]
WEIGHTS = np.array([[0.7, 0.1, 0.15, 0.05], [0.01, 0.04, 0.9, 0.05], [0.06, 0.8, 0.13, 0.01]])


def pair(draw, **named):
    given = {"source": SOURCE, "target": TARGET, "alt": "Who looks where.", "marks": False}
    return draw(Screen.alignment, WEIGHTS, **{**given, **named})


def word(glass, text: str):
    return glass.page.locator(".word", has_text=text).first


def numbers(glass) -> dict[str, str | None]:
    """The weights that stand at the words now."""
    return dict(
        glass.page.locator(".word").evaluate_all(
            "all => all.filter(e => e.dataset.weight).map(e => [e.textContent, e.dataset.weight])"
        )
    )


def test_a_click_keeps_a_word_and_keys_lead_to_others(draw) -> None:
    glass = pair(draw)
    word(glass, "rouge").click()
    glass.page.mouse.move(1, 880)
    assert numbers(glass) == {"the": "6%", "red": "80%", "car": "13%"}
    assert word(glass, "rouge").get_attribute("aria-pressed") == "true"
    word(glass, "rouge").focus()
    glass.page.keyboard.press("ArrowLeft")
    assert numbers(glass) == {"car": "90%", "red": "4%", ".": "5%"}
    glass.page.keyboard.press("ArrowUp")  # to the English word that "voiture" attends to most
    assert glass.says()[0] == ("b", "car")
    glass.page.keyboard.press("ArrowRight")
    assert glass.says()[0] == ("b", ".")
    glass.page.keyboard.press("Escape")
    assert numbers(glass) == {}


@pytest.mark.parametrize(("width", "sideways"), [(900, False), (330, True)], ids=["lines", "columns"])
def test_a_word_is_dragged_onto_the_other_sentence_and_let_go_before_it_stays(draw, width: int, sideways: bool) -> None:
    names, shares = [[name, "went", *["along"] * 6] for name in ("Tom", "Anna")], np.diag([1, 0.25, *[0] * 6])
    named = {"source": names[0], "target": names[1], "marks": False, "alt": "Drag."}
    glass = draw(Screen.alignment, shares, **named, drags=True, chosen=0, on_target=print, width=width)
    assert numbers(glass) == {"Tom": ">99%"} and glass.says()[0] == ("b", "Tom")
    mouse, went = glass.page.mouse, word(glass, "went")
    box, below = (glass.page.locator(".word", has_text="went").nth(each).bounding_box() for each in (0, 1))
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for share, told in ((0.3, []), (0.9, [1])):
        went.hover()
        mouse.down()
        mouse.move(x + share * (below["x"] - box["x"]), y + share * (below["y"] - box["y"]), steps=4)
        mouse.up()
        assert glass.chosen() == told
        assert went.bounding_box() == box, "it is back in its place"
    assert (below["y"] == box["y"]) == sideways
    mouse.click(x, y)
    assert glass.press("Enter", on=went) == [1, 1], "a click puts it in too, and Enter"


def test_where_a_line_is_too_short_the_sides_become_columns(draw) -> None:
    english, french = ([f"{name}{place}" for place in range(11)] for name in ("word", "mot"))
    glass = draw(
        Screen.alignment,
        np.eye(11),
        source=english,
        target=french,
        alt="Long.",
        marks=False,
        width=330,
        translation="mot mot",
    )
    boxes = {text: word(glass, text).bounding_box() for text in (*english, *french)}
    assert boxes["word0"]["y"] < boxes["word1"]["y"] < boxes["word9"]["y"]
    assert boxes["mot0"]["y"] == boxes["word0"]["y"]
    assert boxes["mot0"]["x"] > boxes["word10"]["x"] + boxes["word10"]["width"]
    air = "e => [getComputedStyle(e).paddingRight, e.scrollWidth - e.clientWidth]"
    assert word(glass, "word10").evaluate(air) == ["5px", 0], "it touches no ribbon, and is whole"
    assert glass.page.locator(".running").inner_text() == "mot mot"
    word(glass, "mot3").focus()
    glass.page.keyboard.press("ArrowDown")
    assert glass.says()[0] == ("b", "mot4") and numbers(glass) == {"word4": ">99%"}
    glass.page.keyboard.press("ArrowLeft")
    assert glass.says()[0] == ("b", "word4")
    glass.window(900, 330)
    glass.style(least="15px")  # of a slide, which has an end
    last = word(glass, "word10").bounding_box()
    assert last["y"] + last["height"] + 30 < 330 < boxes["word10"]["y"], "the rows leave room for the line under them"
