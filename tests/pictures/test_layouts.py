"""Where pictures place what they show, without a browser: all of it is inside, and nothing is on another."""

import json
import subprocess
import sys
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import Any

from headlight.pictures.scripts import BROWSER

PROGRAM = Path(__file__).with_name("layouts.js")
WINDOWS = [(340, 700), (640, 900), (1000, 600), (1380, 900)]  # width of the picture, height of the window
NAMES = "attends to the word before", ""
SENTENCE = ["The", "hiking", "trail", "led", "us", "through", "bear", "country", "and", "down"]
Box = tuple[float, float, float, float]  # left, top, right, bottom


def laid(picture: str, given: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the layout of a picture answers in each case."""
    cases = json.dumps([{"picture": picture, "given": each} for each in given])
    deno = [Path(sys.executable).with_name("deno"), "run", "--quiet", "--no-lock", "--allow-read"]
    asked = [*deno, PROGRAM, (BROWSER / "pictures").as_uri()]
    return json.loads(subprocess.run(asked, input=cases, check=True, capture_output=True, text=True).stdout)


def apart(boxes: list[Box], width: float, height: float) -> None:
    """Assert that all boxes are inside of the picture, and that none is on another."""
    for left, top, right, bottom in boxes:
        assert -0.01 <= left < right <= width + 0.01 and -0.01 <= top < bottom <= height + 0.01
    for one, other in combinations(boxes, 2):
        beside = one[2] <= other[0] + 0.01 or other[2] <= one[0] + 0.01
        assert beside or one[3] <= other[1] + 0.01 or other[3] <= one[1] + 0.01, (one, other)


def heads(count: int, width: int, tall: int, **more: Any) -> dict[str, Any]:
    """The sizes around a picture of so many heads of a layer."""
    usual = {"highest": "Infinity", "room": "Infinity", "least": 0, "most": 3, "beside": 90, "size": 12}
    named = {"names": [NAMES[head % 2] for head in range(count)], "buttons": ["switch off", "turn on"], "back": "× all"}
    return {"width": width, "tall": tall, **usual, **named, **more}


def test_heads_of_a_layer_are_apart_in_any_window_and_on_a_slide() -> None:
    around = [{}, {"room": 420}, {"room": 640}, {"room": 640, "highest": 640, "least": 17}]
    cases = [heads(count, *window, **more) for count, window, more in product((1, 5, 6, 8, 12), WINDOWS, around)]
    for given, box in zip(cases, laid("layer_heads", cases), strict=True):
        corners = [
            (box["left"] + place % box["columns"] * box["step"], box["lines"][place // box["columns"]])
            for place in range(len(box["heads"]))
        ]
        side = box["side"]
        panels = [(x, line["top"], x + side, line["top"] + side) for x, line in corners]
        titles = [(x, line["title"], x + min(box["wide"], box["across"]), line["top"] - 5) for x, line in corners]
        slide = given["least"] > 0
        apart(panels, given["width"], box["height"])
        apart(titles, given["width"], box["height"])
        assert not slide or box["side"] == 8 or box["height"] <= given["highest"]


def test_an_enlarged_head_is_as_high_as_all_and_larger() -> None:
    cases = [heads(count, *window) for count, window in product((2, 5, 6, 12), WINDOWS)]
    every, alone = (laid("layer_heads", [{**each, **more} for each in cases]) for more in ({}, {"large": 1}))
    for all_heads, large in zip(every, alone, strict=True):
        assert large["height"] == all_heads["height"] and large["heads"] == [1]
        assert large["side"] >= all_heads["side"] and large["lines"][0]["top"] + large["side"] <= large["height"]


def test_heads_that_are_named_have_their_lines_above_and_nameless_ones_none() -> None:
    named, nameless = laid("layer_heads", [heads(5, 560, 900), heads(5, 560, 900, names=[""] * 5)])
    above = [
        one["top"] - one["title"] - (other["top"] - other["title"])
        for one, other in zip(named["lines"], nameless["lines"], strict=True)
    ]
    assert above == [40] * len(above)  # three lines of a name, less what any title has under it


def test_heads_of_a_grid_are_apart_however_it_is_folded() -> None:
    cases = []
    for (layers, count), (width, tall), across, tallest, group, presented in product(
        [(1, 1), (3, 4), (12, 16)], WINDOWS, (False, True), (None, 420), (1, 2), (False, True)
    ):
        every = [[layer, head] for layer in range(layers) for head in range(count)]
        header = {"layers": layers, "heads": count, "across": across, "tallest": tallest, "group": group}
        header |= {"order": [], "largest": 120, "around": None}
        highest = tall if presented else "Infinity"
        given = {"shown": every, "width": width, "tall": tall, "highest": highest, "presented": presented}
        cases.append({"header": header, **given})
        if group == 1:
            cases.append({"header": {**header, "order": every[::-1]}, **given, "shown": every[::-1]})
    for given, grid in zip(cases, laid("head_grid", cases), strict=True):
        side, corners = grid["side"], grid["corners"]
        assert len(corners) == len(given["shown"]) == len({tuple(corner) for corner in corners})
        lines = sorted({y for _, y in corners})
        columns = sorted({x for x, _ in corners})
        steps = [after - before for row in (lines, columns) for before, after in pairwise(row)]
        assert min(steps, default=side + 1) > side
        assert max(columns) + side <= grid["end"] and max(lines) + side <= grid["height"]
        assert min(lines) >= grid["edge"] + grid["title"] and min(columns) >= grid["edge"]
        folded = side > 18 or given["presented"]
        assert not folded or side == 4 or grid["end"] <= given["width"] + 0.01 or side == 36


def words(count: int, joined: int = 0) -> list[dict[str, Any]]:
    """So many words, of which each `joined`th is written to the one before."""
    texts = [SENTENCE[place % len(SENTENCE)] for place in range(count)]
    return [
        {"text": text, "joined": bool(joined) and place % joined == 1, "apart": True, "mark": text == "led"}
        for place, text in enumerate(texts)
    ]


def test_words_of_a_translation_are_apart_in_lines_or_in_columns() -> None:
    cases = [
        {"sides": [words(count), words(count + 2, 4)], "width": width, "tall": tall, "spare": tall / 4}
        | {"highest": highest, "least": least}
        for count, (width, tall), (highest, least) in product((1, 4, 14, 40), WINDOWS, (("Infinity", 0), (900, 17)))
    ]
    seen = set()
    for given, page in zip(cases, laid("alignment", cases), strict=True):
        boxes = [
            (box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"])
            for side in page["boxes"]
            for box in side
        ]
        apart(boxes, given["width"], page["height"])
        assert page["size"] >= (given["least"] or 10)
        for side, texts in zip(page["boxes"], given["sides"], strict=True):
            steps = [after["x"] - box["x"] - box["width"] for box, after in pairwise(side)]
            free = [step for step, word in zip(steps, texts[1:], strict=True) if not word["joined"]]
            assert page["columns"] or min(free, default=page["size"]) >= 0.1 * page["size"] - 0.01
        seen.add(page["columns"])
    assert seen == {True, False}


def test_words_of_a_sentence_are_apart_with_room_for_ribbons_above() -> None:
    cases = [
        {"words": words(count), "across": width, "spare": spare, "narrow": width < 720, "less": 0, **more}
        for count, (width, _), spare, more in product(
            (1, 5, 14, 60),
            WINDOWS,
            (0, 200),
            ({}, {"enlarged": True}, {"low": True}, {"compact": True}, {"bare": True}),
        )
    ]
    for given, page in zip(cases, laid("looks", cases), strict=True):
        size, wide = page["size"], [place for place in page["places"] if place["width"] <= given["across"]]
        boxes = [(place["x"], place["y"], place["x"] + place["width"], place["y"] + size * 1.25) for place in wide]
        apart(boxes, given["across"], page["height"])
        lines = sorted({place["y"] for place in page["places"]})
        room = 12 if given.get("bare") else 40
        assert min([lines[0], *(after - line - 1.25 * size for line, after in pairwise(lines))]) >= room
