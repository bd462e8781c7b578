"""Pictures other than a matrix with 128 tokens: all of them in sight, names that can be read, and the same ways in."""

import re

import numpy as np
import pytest

from headlight.pictures import Screen
from tests.browser.drawing.colours import sequential
from tests.browser.drawing.glass import all_of
from tests.sampled import sampled

N = 128
WORDS = [f"w{place}" for place in range(N)]
CHANCE = np.random.default_rng(9)
PATTERNS = np.tril(CHANCE.random((6, N, N)) ** 6)
HIDDEN = np.broadcast_to(np.triu(np.ones((N, N), dtype=bool), 1), (6, N, N))
VECTORS = CHANCE.standard_normal((2, N, 32))
WIDTHS = pytest.mark.parametrize("width", sampled([358, 900], [358]))


def heads(draw, **named):
    given = {"tokens": WORDS, "names": [""] * 6, "silenced": [], "alt": "The heads.", "on_head": print}
    return draw(Screen.layer_heads, PATTERNS, hidden=HIDDEN, **{**given, **named})


def two(draw, **named):
    named = {"tokens": WORDS, "alt": "Two arrays.", "height": 150, "extent": 2.0, **named}
    return draw(Screen.strips, {"values": VECTORS[0], "context": VECTORS[1]}, **named)


def beside(glass) -> list[dict]:
    return [text for text in glass.texts if text["align"] == "right" and text["text"] in WORDS]


def bar(glass) -> str:
    return glass.page.locator(".zoom span").inner_text()


def apart(texts: list[dict]) -> float:
    """How near two names of one side come to each other, in lines below each other."""
    rows = sorted({round(text["y"], 1) for text in texts})
    return float(min(np.diff(rows)))


@WIDTHS
def test_heads_side_by_side_show_the_same_part_of_each_and_its_names(draw, width: int) -> None:
    glass = heads(draw, width=width)
    assert "Zoom in" in bar(glass) and apart(beside(glass)) > 9
    glass.press("ArrowDown", *["+"] * 9)
    glass._texts = None
    assert "of 128" in bar(glass)
    assert {text["text"] for text in glass.texts if text["text"] in WORDS}
    row = beside(glass)[0]
    above = [text for text in glass.texts if text["turned"] and text["text"] in WORDS]
    for column in above[:: max(1, len(above) // 6)]:
        same_line = [text for text in beside(glass) if 0 < text["y"] - column["y"] < 340]
        if not same_line:
            continue
        row = min(same_line, key=lambda text: text["y"])
        title, number, *_ = glass.hover(column["x"], row["y"])
        head, tokens = title.removeprefix("Head ").split(": ")
        assert tokens == f"{row['text']} → {column['text']}"
        weight = PATTERNS[int(head) - 1, int(row["text"][1:]), int(column["text"][1:])]
        assert number.startswith("weight 0") if weight < 5e-5 else number == f"weight {weight:.4f}"


@WIDTHS
def test_strips_name_some_of_their_rows_and_the_one_that_is_looked_at(draw, width: int) -> None:
    glass = two(draw, width=width)
    assert len(beside(glass)) >= 10 and apart(beside(glass)) > 8
    label = glass.text("values")
    title, *_ = glass.hover(label["x"] + 60, label["y"] + 10 + 0.5 * 150)
    name = title.partition(",")[0]
    assert name in glass.words()
    glass.press(*["+"] * 9)
    glass._texts = None
    assert "Rows" in bar(glass) and len(beside(glass)) >= 4
    row = beside(glass)[1]
    title, where, number = glass.hover(label["x"] + 60, row["y"])
    assert title.startswith(f"{row['text']},")
    strip, dimension = where.split(", dimension ")
    value = VECTORS[["values", "context"].index(strip), int(row["text"][1:]), int(dimension)]
    assert number == f"{value:.4f}".replace("-", "−")


@WIDTHS
def test_lines_of_a_long_text_end_within_a_screen_and_name_who_looks_and_what_it_sees(draw, width: int) -> None:
    pattern = np.zeros((N, N))
    pattern[:, 0] = 1
    pattern[100] = 0
    pattern[100, [3, 40, 77]] = [0.5, 0.3, 0.2]
    glass = draw(Screen.lines, pattern[None], tokens=WORDS, alt="A head.", width=width)
    assert glass.size[1] < 640
    left = sorted(text["y"] for text in glass.texts if text["align"] == "right" and text["text"] in WORDS)
    assert len(left) > 20 and min(np.diff(left)) > 10
    glass.press("ArrowUp", *["ArrowUp"] * 27)
    glass._texts = None
    assert glass.card()[0] == "w100 (100) attends to"
    assert {"w100", "w3", "w40", "w77", "0.50", "0.30", "0.20"} <= set(glass.words())
    glass.press("+", "+", "+", "+")
    glass._texts = None
    assert re.match(r"Tokens w(\d+) \(\1\) to w(\d+) \(\2\)\.", bar(glass))
    row = next(text for text in glass.texts if text["align"] == "right" and text["text"] in WORDS)
    assert glass.hover(4, row["y"])[0].startswith(f"{row['text']} (")


def test_a_grid_of_long_patterns_keeps_single_strong_cells_and_shows_a_part_of_all_heads(draw) -> None:
    grid = np.zeros((6, 6, N, N))
    grid[2, 3, 90, 41] = 1
    named = {"hidden": HIDDEN[0], "tokens": WORDS, "selected": (0, 0), "names": [[""] * 6] * 6, "on_head": print}
    glass = draw(Screen.head_grid, grid, **named, width=358, largest=54)
    deep = np.array(sequential(1, "light"))
    found = np.abs(glass.image()[..., :3] - deep).max(-1) <= 3
    assert found.any(), "a cell of less than a pixel"
    y, x = (float(np.mean(each)) for each in np.nonzero(found))
    glass.hover(x, y)
    glass.canvas.focus()
    assert "Zoom in" in bar(glass)
    glass.page.keyboard.down("Control")
    glass.page.mouse.wheel(0, -900)
    glass.page.keyboard.up("Control")
    says = glass.hover(x, y)
    assert says[0] == "Layer 3, head 4" and says[-1].startswith("w")
    assert "Rows w" in bar(glass) and ("w90 " in bar(glass) or "(9" in bar(glass))
    assert (np.abs(glass.image()[..., :3] - deep).max(-1) <= 3).sum() > found.sum()
    glass.press("0")
    assert "Zoom in" in bar(glass)


def sentence(draw, chosen: int = N - 1, patterns=PATTERNS[:2], words=WORDS, **named):
    return draw(
        Screen.looks,
        patterns[None],
        words=[(word, True) for word in words],
        chosen=chosen,
        head=(0, 0),
        names=[["", ""]],
        following=[("next", 0.5)],
        about="Layer 1, head 1.",
        alt="Words.",
        on_choice=print,
        **named,
    )


def aligned(draw, **named):
    return draw(Screen.alignment, np.eye(N), source=WORDS, target=WORDS, alt="Who looks where.", **named)


def in_window(glass, word) -> bool:
    """Whether a word stands in the part of the text that is seen."""
    [seen, own] = [place.bounding_box() for place in (glass.page.locator(".through"), word)]
    return seen["y"] - 1 <= own["y"] and own["y"] + own["height"] <= seen["y"] + seen["height"] + 1


PHONE = {"width": 358}


def test_a_long_sentence_is_seen_through_a_window_that_stands_at_the_word_that_looks(draw) -> None:
    glass = sentence(draw, **PHONE)
    words = glass.page.locator(".stage button")
    through = glass.page.locator(".through").bounding_box()
    assert through and through["height"] < 0.5 * 900 and in_window(glass, words.nth(N - 1))
    assert not in_window(glass, words.nth(0))
    glass.page.locator(".next").scroll_into_view_if_needed()
    assert in_window(sentence(draw, chosen=3, **PHONE), glass.page.locator(".stage button").nth(3))


def test_the_overview_leads_to_any_part_by_click_drag_and_keys(draw) -> None:
    glass = sentence(draw, **PHONE)
    words, strip = glass.page.locator(".stage button"), glass.page.locator(".overview")
    box = strip.bounding_box()
    assert box
    strip.click(position={"x": 4, "y": 40})  # below the menu
    assert in_window(glass, words.nth(0))
    glass.page.mouse.move(box["x"] + 4, box["y"] + 40)
    glass.page.mouse.down()
    glass.page.mouse.move(box["x"] + 4, box["y"] + box["height"] - 3, steps=4)
    glass.page.mouse.up()
    assert in_window(glass, words.nth(N - 1))
    words.nth(N - 1).focus()
    glass.page.keyboard.press("Home")
    assert in_window(glass, words.nth(0)) and glass.chosen()[-1][-1] is not None


def test_the_overview_shows_where_the_word_looks_and_which_part_is_seen(draw) -> None:
    glass = sentence(draw, chosen=100, **PHONE)
    marks = glass.page.locator(".overview canvas").evaluate(
        """strip => {
            const { width, height } = strip, pen = strip.getContext("2d");
            const inks = pen.getImageData(0, 0, width, height).data;
            return Array.from({ length: height }, (_, row) => Math.max(...Array.from({ length: width }, (_, column) => {
                const at = 4 * (row * width + column);
                return inks[at + 3] * (inks[at] - inks[at + 2]);  // the accent is orange, the rest grey
            })));
        }"""
    )
    places = all_of(glass, ".stage button", "parseFloat(e.style.top)")
    high = glass.page.locator(".stage").evaluate("e => e.offsetHeight")
    for line in sorted(set(places)):
        of_line = [PATTERNS[0, 100, word] for word in range(N) if places[word] == line]
        looks_at = max(of_line) > 0.3 or any(places[word] == line for word in [100])
        around = marks[round((line + 2) / high * len(marks)) : round((line + 28) / high * len(marks))]
        assert not looks_at or max(around) > 8000, line
    later = [line for line in set(places) if min(w for w in range(N) if places[w] == line) > 100]
    assert later and all(
        max(marks[round((line + 2) / high * len(marks)) : round((line + 28) / high * len(marks))]) < 8000
        for line in later
    )
    frame = glass.page.locator(".overview i").bounding_box()
    strip = glass.page.locator(".overview").bounding_box()
    assert frame and strip and 0 < frame["height"] < 0.5 * strip["height"]


def test_a_short_sentence_has_no_window(draw) -> None:
    glass = draw(
        Screen.looks,
        PATTERNS[None, :2, :5, :5],
        words=[(word, True) for word in WORDS[:5]],
        chosen=4,
        head=(0, 0),
        names=[["", ""]],
        following=[("next", 0.5)],
        about="",
        alt="Words.",
        on_choice=print,
        **PHONE,
    )
    assert glass.page.locator(".overview").is_hidden()
    assert glass.page.locator(".through").evaluate("box => box.scrollHeight <= box.clientHeight")


@WIDTHS
def test_two_long_columns_share_a_window_and_a_word_is_brought_into_it(draw, width: int) -> None:
    glass = aligned(draw, width=width)
    target = glass.page.locator(".word.target")
    assert not in_window(glass, target.nth(N - 1))
    strip = glass.page.locator(".overview").bounding_box()
    assert strip
    glass.page.mouse.click(strip["x"] + 4, strip["y"] + strip["height"] - 3)
    assert in_window(glass, target.nth(N - 2))
    target.nth(N - 2).click()
    glass.page.keyboard.press("ArrowUp")
    assert in_window(glass, target.nth(N - 3))
    target.nth(3).focus()
    assert in_window(glass, target.nth(3))
    size = target.nth(3).evaluate("word => parseFloat(getComputedStyle(word).fontSize)")
    assert size >= 10.5
