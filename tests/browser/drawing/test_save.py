"""Files of pictures: SVG of a canvas, PNG of twice the size, CSV with the numbers; on a light ground, and signed."""

import csv
import re
from collections.abc import Callable
from xml.etree import ElementTree

import numpy as np
import pytest

from headlight.pictures import Heads, Labels, Screen, Style
from tests.browser.drawing.colours import PALETTES, assert_colour, rgb, sequential
from tests.browser.drawing.glass import KEY, Glass
from tests.in_turn import in_turn
from tests.pictures.caught import Caught
from tests.pictures.sample import CAUSAL, HIDDEN, PATTERNS, TOKENS, Sample
from tests.pictures.samples import EFFECTS, MATRIX, MOSAIC, RIBBONS, SAMPLES
from tests.sampled import sampled

SVG = "{http://www.w3.org/2000/svg}"
FIRST = [*{sample.name: sample for sample in reversed(SAMPLES)}.values(), MOSAIC, EFFECTS]  # one of each picture


HARD = "<&\"'>"  # what a file must not take for its own marks


def board_of(*pictures: Callable[[Screen], None]) -> Caught:
    board = Screen(f"bear {HARD} \x01", "story")
    board.heading(f"What {HARD}", "Look here.")
    for picture in pictures:
        picture(board)
    return Caught(board.message())


def drawing(glass: Glass) -> ElementTree.Element:
    name, content = glass.download("SVG")
    assert name == f"{KEY}.svg"
    return ElementTree.fromstring(content)


def written(drawn: ElementTree.Element) -> list[str]:
    return ["".join(each.itertext()) for each in drawn.iter(f"{SVG}text")]


def svg_is_offered(glass: Glass) -> bool:
    offered = glass.offers("SVG")
    glass.page.keyboard.press("Escape")
    return offered > 0


@pytest.mark.parametrize("sample", FIRST, ids=lambda sample: sample.name)
@pytest.mark.parametrize("ground", sampled(["light", "dark"], ["light"]))
def test_a_picture_is_saved(glass: Glass, sample: Sample, ground: str) -> None:
    """As PNG, on a canvas also as SVG with its words and who drew them, on either ground alike."""
    board = board_of(sample)
    glass.show(board, width=760, ground=ground)
    on_canvas = glass.page.locator("canvas[tabindex]").count() == 1 and glass.page.locator(".legend").count() == 0
    assert svg_is_offered(glass) == on_canvas
    if on_canvas:
        drawn = drawing(glass)
        it_has_the_words_of_its_picture_and_who_drew_them(glass, drawn)
        assert drawn.findtext(f"{SVG}desc") == next(item["header"]["alt"] for item in board.items if "header" in item)
    unpressed = ".zoom { visibility: hidden }"  # in a file nothing can be pressed
    shot = Glass.read(glass.page.locator(".picture").first.screenshot(style=unpressed)) if ground == "light" else None
    a_png_has_twice_the_size_and_shows_the_picture(glass, shot)
    table = screen_of(sample).drawn(KEY)
    assert table
    assert (glass.offers("CSV") > 0) == bool(table.rows) or sample.name == "differences"  # whose script makes its table


def it_has_the_words_of_its_picture_and_who_drew_them(glass: Glass, drawn: ElementTree.Element) -> None:
    texts = written(drawn)
    assert drawn.findtext(f"{SVG}title") == texts[0] == f"What {HARD}"
    assert texts[1] == f"“bear {HARD} \ufffd”", "no file of XML can hold some letters"
    assert texts[-2:] == ["Model: story", glass.page.url]
    assert {*glass.words()} <= {*texts[2:-2]}, texts
    assert not {"switch off", "turn on"} & set(texts), "nothing can be pressed in a file"
    light = f"rgb({','.join(map(str, rgb('#fbfaf6')))})"
    (ground_of_all,) = [each for each in drawn if each.tag == f"{SVG}rect"]
    assert ground_of_all.get("fill") == "#fbfaf6" and ground_of_all.get("width") == drawn.get("width")
    inks = {each.get("fill") for each in drawn.iter(f"{SVG}text")}
    assert not inks & {PALETTES["dark"]["soft"], PALETTES["dark"]["ink"], light}
    assert glass.page.locator(".board").count() == 1, "what was drawn for the file has left the page"


def a_png_has_twice_the_size_and_shows_the_picture(glass: Glass, shot: np.ndarray | None) -> None:
    """The picture on the screen and the one in the file differ by the smoothing of their edges alone."""
    name, content = glass.download("PNG")
    image = Glass.read(content)
    assert name == f"{KEY}.png"
    assert_colour(image[1, 1], rgb("#fbfaf6"))
    assert glass.page.locator(".board").count() == 1, "what was drawn for the file has left the page"
    if shot is None:
        return
    x, y = 2 * 24, round(2 * (24 + 1.35 * 20 + 1.35 * 14 + 12))  # under the title and the sentence
    part = image[y : y + 2 * shot.shape[0], x : x + 2 * shot.shape[1], :3]
    coarse = [blocks(part, 16), blocks(shot[:, :, :3], 8)]
    assert np.corrcoef(*(each.ravel() for each in coarse))[0, 1] > 0.9
    lowest = [np.flatnonzero(ink.max((1, 2)) > 60)[-1] for ink in (blocks(part, 2), blocks(shot[:, :, :3], 1))]
    assert abs(lowest[0] - lowest[1]) <= 2, "words stand on the same line"


def blocks(image: np.ndarray, side: int) -> np.ndarray:
    """How much darker than the ground the image is, in squares of so many pixels."""
    ground = np.median(image[::4, ::4], (0, 1)).astype(image.dtype)  # most of it
    dark = np.pad(ground - image, ((0, -len(image) % side), (0, -image.shape[1] % side), (0, 0)))
    rows = dark.reshape(len(dark) // side, side, -1).sum(1, dtype=np.int32)
    return rows.reshape(len(rows), -1, side, 3).sum(2) / side**2


def alike(text: str) -> float | str:
    """A cell of CSV: the same number may be written in more than one way."""
    try:
        return float(text)
    except ValueError:
        return text


def screen_of(sample: Sample) -> Screen:
    board = Screen("bear", "story")
    sample(board)
    return board


def tables_of_scripts(glass: Glass, board: Screen) -> list[str]:
    """The table that a script makes of each picture of a board, as CSV."""
    return glass.page.evaluate(
        """async (bytes) => {
            const { csv } = await import("/shared/save.js");
            const { tableOf } = await import("/shared/tables.js");
            const { unpack, itemsOf, numbersOf } = await import("/shared/message.js");
            const { header, body } = unpack(new Uint8Array(bytes));
            return itemsOf(header).map((item) => csv(tableOf(item, numbersOf(body, item))));
        }""",
        [*board.message()],
    )


@in_turn("sample", FIRST)
def test_python_makes_the_same_table_as_the_script_of_a_picture(glass: Glass, sample: Sample) -> None:
    board = screen_of(sample)
    drawn = board.drawn(KEY)
    if drawn and drawn.rows:
        (theirs,) = tables_of_scripts(glass, board)
        made, read = (list(csv.reader(text.splitlines())) for text in (drawn.rows.csv(), theirs))
        assert [[*map(alike, row)] for row in read] == [[*map(alike, row)] for row in made]


def test_python_makes_the_same_table_of_what_a_picture_is_now_and_then(glass: Glass) -> None:
    """Turned, not written yet, of several heads, with other tokens as keys, with numbers or without what was before."""
    board, keys, look = Screen("bear", "story"), ["x", "y, z"], {"tokens": TOKENS, "alt": "A."}
    unwritten = np.array([[0.5, 1], [np.nan, 0.25], [0.125, 2]])
    board.matrix(unwritten, Labels(TOKENS, keys, "weight", attends=True), alt="M.", transposed=True, key="matrix")
    tiles = Heads(drawn=[0, 2], names=["", "", ""], layer=0, n_layers=1)
    board.lines(PATTERNS[0], heads=tiles, **look, key="heads")
    board.lines(CAUSAL[None, :, :2], looked_at=keys, **look, key="keys")
    named = {"names": [["", ""]] * 2, "tokens": TOKENS, "on_head": print}
    board.head_grid(PATTERNS[..., :2], hidden=HIDDEN[:, :2], looked_at=keys, selected=(0, 1), **named, key="grid")
    board.token_chips(TOKENS, notes=["5", "7", "11"], numbers=[0.5, 2.0, -1.0], key="chips")
    board.bars([0.5, -2.0], labels=keys, alt="B.", key="bars")
    tables = [drawn.rows for drawn in board.pictures().values()]
    assert tables_of_scripts(glass, board) == [table and table.csv() for table in tables]
    assert tables[0] == (["key \\ query", *TOKENS], [["x", 0.5, "not written yet", 0.125], ["y, z", 1, 0.25, 2]], 1)
    assert tables[1] and [row[0] for row in tables[1].cells] == [
        f"head {head}: {word}" for head in (1, 3) for word in TOKENS
    ]


def test_a_label_that_a_spreadsheet_would_calculate_is_text_and_the_file_says_that_it_is_utf_8(glass: Glass) -> None:
    labels = ["=HYPERLINK(1)", "+1", "-1", "@sum", "\tè", 'a="1", b']
    board = Screen("bear", "story")
    board.matrix(
        np.eye(6) - 0.5,
        Labels(rows=labels, columns=labels, noun="number"),
        style=Style(scale="diverging"),
        alt="M.",
        key=KEY,
    )
    drawn = board.drawn(KEY)
    table = drawn and drawn.rows
    assert table
    name, content = glass.show(Caught(board.message())).download("CSV")
    assert name == f"{KEY}.csv" and content == b"\xef\xbb\xbf" + table.csv().encode()
    read = list(csv.reader(content.decode("utf-8-sig").splitlines()))
    assert read[0][1:] == [row[0] for row in read[1:]] == ["'=HYPERLINK(1)", "'+1", "'-1", "'@sum", "'\tè", 'a="1", b']
    assert [float(cell) for cell in read[1][1:]] == [0.5, *[-0.5] * 5]


def test_all_pictures_of_a_board_come_in_one_file_side_by_side(glass: Glass) -> None:
    board = Screen("bear", "translate")
    for column, title in zip(board.columns(1, 1), ("Left", "Right"), strict=True):
        with column:
            board.heading(title, "A hint.")
            MATRIX(board, key=title)
    glass.show(Caught(board.message()), width=1000)
    name, content = glass.download("All as PNG")
    image = Glass.read(content)[:, :, :3]
    assert name == "board.png" and image.shape[1] == 2 * (1000 + 2 * 24)
    left, right = (image[2 * 60 :, x : x + 2 * 480] for x in (2 * 24, 2 * (24 + 1000 - 485)))
    patterns = [np.argwhere(np.abs(half - rgb("#7a2f0a")).max(2) < 12) for half in (left, right)]
    assert len(patterns[0]) > 10_000 and len(patterns[0]) == pytest.approx(len(patterns[1]), rel=0.02)
    assert glass.offers("All as PNG") == 1 and glass.offers("All as SVG") == 0 and glass.offers("PNG") == 2
    glass.show(board_of(MATRIX))
    assert glass.offers("All as PNG") == 0 and glass.offers("PNG") == 1


def test_every_cell_is_in_the_file_in_its_own_colour(glass: Glass) -> None:
    glass.show(board_of(MATRIX))
    fills = [each.get("fill") for each in drawing(glass).iter(f"{SVG}path") if each.get("fill") not in (None, "none")]
    assert fills.count("url(#hatching)") == HIDDEN.sum() and len(fills) == CAUSAL.size
    wanted = [sequential(weight, "light") for weight in CAUSAL[~HIDDEN]]
    np.testing.assert_allclose([rgb(fill) for fill in fills if fill.startswith("#")], wanted, atol=3)
    glass.show(board_of(MOSAIC))
    squares = [each for each in drawing(glass).iter(f"{SVG}path") if "z" in each.get("d", "")]
    runs = [int(width) for each in squares for width in re.findall(r"h(\d+)v1", each.get("d", ""))]
    assert sum(runs) == 1600 and len(squares) == len({each.get("fill") for each in squares}) > 200


def test_a_word_that_was_chosen_is_chosen_in_the_file(glass: Glass) -> None:
    glass.show(board_of(RIBBONS))
    voiture = glass.page.get_by_role("button", name="voiture")
    voiture.dispatch_event("pointerenter", {"pointerType": "mouse"})  # as where the menu closes above it
    hovered = glass.download("PNG")[1]
    voiture.click()
    glass.page.mouse.move(0, 890)
    assert glass.download("PNG")[1] != hovered
    voiture.click()
    glass.page.mouse.move(0, 890)
    assert glass.download("PNG")[1] == hovered


def test_the_menu_opens_and_saves_by_the_keyboard(glass: Glass) -> None:
    glass.show(board_of(MATRIX))
    glass.page.locator("canvas").focus()
    glass.page.keyboard.press("Tab")
    assert glass.page.get_by_role("button", name="Take away").evaluate("e => getComputedStyle(e).opacity") > "0.5"
    glass.page.keyboard.press("Enter")
    glass.page.keyboard.press("Tab")
    with glass.page.expect_download() as waiting:
        glass.page.keyboard.press("Enter")
    assert waiting.value.suggested_filename == f"{KEY}.svg"


def test_what_is_zoomed_to_can_be_saved_and_the_whole_still_be_had(glass: Glass) -> None:
    glass.show(board_of(MOSAIC))
    part = "What is zoomed to as SVG"
    assert glass.offers("SVG") == 1 and glass.offers(part) == 0
    glass.page.keyboard.press("Escape")
    file = glass.download("SVG")[1]
    glass.press("ArrowDown", *["+"] * 9)
    assert glass.download("SVG")[1] == file and b"Closer" not in file
    whole = written(ElementTree.fromstring(file))
    name, content = glass.download(part)
    seen = written(ElementTree.fromstring(content))
    assert name == f"{KEY}.svg" and seen != whole
    zoomed = [text for text in seen if re.fullmatch(r"[−-]?0?\.\d+|0", text)]
    assert zoomed and not [text for text in whole if re.fullmatch(r"[−-]?0?\.\d+", text)], "cells have room for numbers"
