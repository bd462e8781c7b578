"""Files of pictures: SVG that is one, PNG of twice its size, CSV with the numbers; on a light ground, and signed."""

import csv
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from headlight.pictures.alignment import alignment
from headlight.pictures.bars import bars
from headlight.pictures.board import collecting
from headlight.pictures.columns import columns
from headlight.pictures.curves import curves
from headlight.pictures.formula import formula
from headlight.pictures.head_grid import head_grid
from headlight.pictures.layer_heads import layer_heads
from headlight.pictures.lines import lines
from headlight.pictures.looks import looks
from headlight.pictures.matrix import matrix
from headlight.pictures.merge_steps import merge_steps
from headlight.pictures.paths import paths
from headlight.pictures.plane import Group, plane
from headlight.pictures.rows import rows_of
from headlight.pictures.search_step import Continuation, search_step
from headlight.pictures.sentence import sentence
from headlight.pictures.stacks import stacks
from headlight.pictures.strips import strips
from headlight.pictures.table import table
from headlight.pictures.token_chips import token_chips
from headlight.pictures.training_examples import training_examples
from headlight.pictures.word_grid import Cell, word_grid
from tests.browser.drawing.colours import PALETTES, assert_colour, rgb, sequential
from tests.browser.drawing.glass import KEY, Glass
from tests.pictures.caught import Caught

SVG = "{http://www.w3.org/2000/svg}"
TOKENS = ["ant", "<b>", "cat & dog"]
CAUSAL = np.array([[1, 0, 0], [0.25, 0.75, 0], [0.5, 0.125, 0.375]])
HIDDEN = np.triu(np.ones((3, 3), dtype=bool), 1)
PATTERNS = np.stack([CAUSAL, CAUSAL[::-1]] * 2).reshape(2, 2, 3, 3)


ALL = {"tokens": TOKENS, "alt": "A picture.", "key": KEY}


def labelled(key: str = KEY, **named) -> None:
    matrix(CAUSAL, rows=TOKENS, columns=TOKENS, noun="weight", alt="M.", key=key, hidden=HIDDEN, **named)


def mosaic() -> None:
    many = [f"t{place}" for place in range(40)]
    matrix(np.arange(1600).reshape(40, 40) / 1600, rows=many, columns=many, noun="weight", alt="M.", key=KEY)


def heads() -> None:
    named = {"names": [["", ""]] * 2, "hidden": HIDDEN}
    head_grid(PATTERNS, tokens=TOKENS, selected=(0, 1), key=KEY, on_head=print, **named)


def one_layer() -> None:
    hidden = np.stack([HIDDEN] * 2)
    layer_heads(PATTERNS[0], hidden=hidden, names=["first", ""], silenced=[1], on_head=print, **ALL)


def threads() -> None:
    lines(CAUSAL, **ALL)


def ribbons() -> None:
    weights = np.array([[0.75, 0.25], [0.125, 0.875]])
    alignment(weights, source=["red", "<car>"], target=["voiture", "rouge"], marks=False, alt="A.", key=KEY)


def large() -> None:
    patterns = np.stack([np.diag(row) for row in CAUSAL])[None]
    patterns[0, :, 2], patterns[0, 2] = CAUSAL, CAUSAL
    said = {"names": [["", "", ""]], "following": [("<b>", 0.5)], "about": "Layer 1.", "on_choice": print}
    words = [(word, True) for word in ("ant", "<b>", "cat")]
    looks(patterns, words=words, chosen=2, head=(0, 2), alt="L.", key=KEY, **said)


def chances() -> None:
    bars([0.5, 0.125], labels=["ant", "<b>"], before=[0.25, 0.25], faded=[1], alt="B.", key=KEY, says=[("So.", True)])


def two_curves() -> None:
    over = np.array([0.0, 1.0, 2.0])
    named = {"one": over**2, "other": np.array([1.0, np.nan, 0.5])}
    curves(named, over=over, x_title="x <", y_title="y", alt="C.", key=KEY, at=1.0, dashed=["other"])


def upright() -> None:
    named = {"before": np.array([1.0, -0.5, 0.25]), "now": np.array([0.5, 0.25, -1.0])}
    columns(named, labels=TOKENS, x_title="token", y_title="y", alt="C.", key=KEY, running_sum=True)


def vectors() -> None:
    strips({"embedded": np.arange(15).reshape(3, 5) / 8, "positions": np.ones((3, 5))}, first=1, **ALL)


def points() -> None:
    groups = [
        Group(np.array([[0.0, 0.5], [1.0, 2.0]]), ["ant", "<b>"], "soft", name="words"),
        Group(np.array([[0.25, 0.5], [0.75, 0.25]]), ["s", "e"], "accent", path=True, dashed=True, hollow=True),
    ]
    plane(groups, alt="P.", key=KEY, x_title="across")


def network() -> None:
    edges, lit = [((0, 0), (1, 1)), ((0, 1), (1, 2))], [(0, 0), (1, 1)]
    more = {"levels": ["states"], "notes": ["a", "b", "c"], "alt": "N.", "key": KEY}
    paths(TOKENS, edges=edges, lit=lit, shares=[0.0, 0.5, 1.0], **more)


def numbers() -> None:
    table({"token": TOKENS, "p": [0.1 + 0.2, -2.0, 1e-9]}, formats={"p": "{:.2f}"}, faded=[1], alt="T.", key=KEY)


def words() -> None:
    rows = [[Cell("ant", "0.1", 0.0), Cell("<b>", "0.2", 1.0, strong=True)]]
    word_grid(rows, names=["layer 1"], columns=["at", "end"], alt="W.", key=KEY, says=[("So.", False)])


def chips() -> None:
    token_chips(TOKENS, notes=["5", "7", "11"], joined={1}, strong={2}, shares=[0.0, 0.5, 1.0], key=KEY)


def examples() -> None:
    training_examples(
        TOKENS,
        np.tril(np.ones((3, 3), dtype=bool)),
        chances=np.array([0.5, 0.25]),
        losses=np.array([0.625, 1.5]),
        before=np.array([1.0, 0.5]),
        alt="E.",
        key=KEY,
    )


def search() -> None:
    search_step([Continuation("la ", "<x>", 0.625, -1.5, "kept")], alt="S.", key=KEY)


def merges() -> None:
    merge_steps([("letters", ["b", "<e>"], ()), ("merge 17", ["b<e>"], {0})], alt="M.", key=KEY)


def boxes() -> None:
    encoder = [("encoder embedding", "Embedding", "2 x 4"), ("memory", "Memory", "2 x 4")]
    decoder = [("decoder embedding", "Embedding", "1 x 4"), ("decoder 1 cross", "Cross", "1 x 4")]
    names = {"source": ["ant"], "read": ["<s>"], "written": ["<b>"], "selected": "memory"}
    stacks(encoder, decoder, **names, on_box=print, alt="S.", key=KEY)


def spoken() -> None:
    sentence([("<b>", True), (" looks.", False)], key=KEY)


def half() -> None:
    formula([[["<math><mi>a</mi></math>"], ["<math><mo>=</mo><mfrac><mn>1</mn><mn>2</mn></mfrac></math>"]]], key=KEY)


# What must stand in the file of each picture, and the first two rows of its numbers.
Sample = tuple[Callable[[], None], list[str], list[list[str]] | None]
PATTERN_ROWS = [["", *TOKENS], ["ant", "1", "0", "0"]]
SAMPLES: list[Sample] = [
    (labelled, ["ant", "0.75", "0", "0.38"], PATTERN_ROWS),
    (mosaic, ["t0"], [["", *(f"t{place}" for place in range(40))], ["t0", *map(str, np.arange(40) / 1600)]]),
    (heads, ["1", "2"], [["layer", "head", "query position", "query", *TOKENS], ["1", "1", "0", "ant", "1", "0", "0"]]),
    (
        one_layer,
        ["Head 1", "Head 2, silenced", "first", "0.75"],
        [["head", "query position", "query", *TOKENS], ["1", "0", "ant", "1", "0", "0"]],
    ),
    (threads, ["queries look", "cat & dog"], PATTERN_ROWS),
    (ribbons, ["red", "<car>", "voiture"], [["", "red", "<car>"], ["voiture", "0.75", "0.25"]]),
    (
        large,
        ["ant", "cat", "0.50", "Layer 1."],
        [["", "probability", "ant", "<b>", "cat"], ["next word: <b>", "0.5", "", "", ""]],
    ),
    (chances, ["ant", "<b>", "0.250 → 0.500", "So."], [["", "value", "before"], ["ant", "0.5", "0.25"]]),
    (two_curves, ["x <", "one", "other"], [["x <", "one", "other"], ["0", "0", "1"]]),
    (upright, ["before", "now", "sum so far", "ant"], [["token", "before", "now"], ["ant", "1", "0.5"]]),
    (
        vectors,
        ["embedded", "positions"],
        [["", "position", "token", *"01234"], ["embedded", "1", "ant", "0", "0.125", "0.25", "0.375", "0.5"]],
    ),
    (points, ["ant", "<b>", "words", "across"], [["group", "label", "x", "y"], ["words", "ant", "0", "0.5"]]),
    (network, ["ant", "states"], [["position", "word", "share"], ["0", "ant", "0"]]),
    (numbers, ["token", "cat & dog", "0.30"], [["token", "p"], ["ant", str(0.1 + 0.2)]]),
    (
        words,
        ["layer 1", "<b>", "0.2"],
        [["", "at", "at: number", "end", "end: number"], ["layer 1", "ant", "0.1", "<b>", "0.2"]],
    ),
    (chips, ["ant", "<b>", "11"], [["position", "token", "note"], ["0", "ant", "5"]]),
    (
        examples,
        ["next token", "<b>", "0.500"],
        [["position", "next token", "p", "nats", "nats before"], ["1", "<b>", "0.5", "0.625", "1"]],
    ),
    (
        search,
        ["la ", "<x>"],
        [["hypothesis", "piece", "p", "ln p of all", "fate"], ["la ", "<x>", "0.625", "-1.5", "kept"]],
    ),
    (merges, ["merge 17", "b<e>"], None),
    (boxes, ["Embedding", "Memory", "<b>"], None),
    (spoken, ["<b>", " looks."], None),
    (half, ["a", "=", "1", "2"], None),
]
each_picture = pytest.mark.parametrize(("picture", "said", "rows"), SAMPLES, ids=[one[0].__name__ for one in SAMPLES])


def board_of(*pictures: Callable[[], None], text: str = "bear <country>") -> Caught:
    with collecting(text, "story") as board:
        board.heading("What & why", "Look here.")
        for picture in pictures:
            picture()
    return Caught(board.message())


def drawing(glass: Glass, button: str = "SVG") -> ElementTree.Element:
    name, content = glass.download(button)
    assert name == (f"{KEY}.svg" if button == "SVG" else "board.svg")
    return ElementTree.fromstring(content)


def written(drawn: ElementTree.Element) -> list[str]:
    """All texts, and the names of what a formula is made of."""
    return ["".join(each.itertext()) for each in drawn.iter() if each.tag.split("}")[1] in ("text", "mi", "mo", "mn")]


@each_picture
@pytest.mark.parametrize("ground", ["light", "dark"])
def test_a_file_has_the_words_of_its_picture_and_who_drew_them(
    glass: Glass, picture: Callable[[], None], said: list[str], rows: object, ground: str
) -> None:
    glass.show(board_of(picture), ground=ground)
    drawn = drawing(glass)
    texts = written(drawn)
    assert texts[:2] == ["What & why", "“bear <country>”"], texts
    assert texts[-2:] == ["Model: story", glass.page.url]
    assert set(said) <= set(texts[2:-2]), texts
    assert not {"silence", "turn on"} & set(texts), "nothing can be pressed in a file"
    light = f"rgb({','.join(map(str, rgb('#fbfaf6')))})"
    (ground_of_all,) = [each for each in drawn if each.tag == f"{SVG}rect"]
    assert ground_of_all.get("fill") == "#fbfaf6" and ground_of_all.get("width") == drawn.get("width")
    inks = {each.get("fill") for each in drawn.iter(f"{SVG}text")}
    assert not inks & {PALETTES["dark"]["soft"], PALETTES["dark"]["ink"], light}
    assert glass.page.locator(".board").count() == 1, "what was drawn for the file has left the page"


@each_picture
def test_a_png_has_twice_the_size_and_shows_the_picture(
    glass: Glass, picture: Callable[[], None], said: object, rows: object
) -> None:
    """The picture on the screen and the one in the file differ by the smoothing of their edges alone."""
    glass.show(board_of(picture), width=760)
    drawn = drawing(glass)
    name, content = glass.download("PNG")
    image = Glass.read(content)
    assert name == f"{KEY}.png"
    assert image.shape[:2] == (2 * int(drawn.get("height", "")), 2 * int(drawn.get("width", "")))
    assert_colour(image[1, 1], rgb("#fbfaf6"))
    shot = Glass.read(glass.page.locator(".picture").first.screenshot())
    place = re.search(
        r"translate\((\d+) ([\d.]+)\)", next(each for each in drawn if each.tag == f"{SVG}g").get("transform", "")
    )
    assert place
    x, y = round(2 * float(place[1])), round(2 * float(place[2]))
    part = image[y : y + 2 * shot.shape[0], x : x + 2 * shot.shape[1], :3]
    coarse = [blocks(part, 16), blocks(shot[:, :, :3], 8)]
    assert np.corrcoef(*(each.ravel() for each in coarse))[0, 1] > 0.9
    lowest = [np.flatnonzero(ink.max((1, 2)) > 60)[-1] for ink in (blocks(part, 2), blocks(shot[:, :, :3], 1))]
    assert abs(lowest[0] - lowest[1]) <= 2, "words stand on the same line"


def blocks(image: np.ndarray, side: int) -> np.ndarray:
    """How much darker than the ground the image is, in squares of so many pixels."""
    dark = np.pad(np.median(image, (0, 1)) - image, ((0, -len(image) % side), (0, -image.shape[1] % side), (0, 0)))
    return dark.reshape(len(dark) // side, side, -1, side, 3).mean((1, 3))


@each_picture
def test_numbers_are_saved_as_they_are(glass: Glass, picture: Callable[[], None], said: object, rows) -> None:
    glass.show(board_of(picture))
    if rows is None:
        assert glass.page.get_by_role("button", name="CSV", include_hidden=True).count() == 0
        return
    name, content = glass.download("CSV")
    read = list(csv.reader(content.decode().splitlines()))
    assert name == f"{KEY}.csv" and read[0] == rows[0]
    for cell, expected in zip(read[1], rows[1], strict=True):
        assert cell == expected or float(cell) == pytest.approx(float(expected), rel=1e-6)
    assert {len(row) for row in read} == {len(rows[0])}


def alike(text: str) -> float | str:
    """A cell of CSV: the same number may be written in more than one way."""
    try:
        return float(text)
    except ValueError:
        return text


@each_picture
def test_python_makes_the_same_table_without_a_browser(
    glass: Glass, picture: Callable[[], None], said: object, rows: object
) -> None:
    with collecting("bear", "story") as board:
        picture()
    drawn = board.drawn(KEY)
    assert drawn
    table = rows_of(drawn)
    if rows is None:
        assert table is None
        return
    assert table
    glass.show(Caught(board.message()))
    here, there = (csv.reader(text.splitlines()) for text in (table.csv(), glass.download("CSV")[1].decode()))
    assert [[*map(alike, row)] for row in here] == [[*map(alike, row)] for row in there]


def test_all_pictures_of_a_board_come_in_one_file_side_by_side(glass: Glass) -> None:
    with collecting("bear", "translate") as board:
        for column, title in zip(board.columns(1, 1), ("Left", "Right"), strict=True):
            with column:
                board.heading(title, "A hint.")
                labelled(key=title)
    glass.show(Caught(board.message()), width=1000)
    drawn = ElementTree.fromstring(glass.download("All as SVG")[1])
    texts = {"".join(each.itertext()): each for each in drawn.iter(f"{SVG}text")}
    assert {"Left", "Right", "A hint.", "Model: translate", "“bear”"} <= set(texts)
    assert float(texts["Right"].get("x", "")) > float(texts["Left"].get("x", "")) + 480
    assert sum(each.text == "0.75" for each in drawn.iter(f"{SVG}text")) == 2
    only = board_of(labelled)
    assert glass.show(only).page.get_by_role("button", name="All as SVG", include_hidden=True).count() == 0


def test_every_cell_is_in_the_file_in_its_own_colour(glass: Glass) -> None:
    glass.show(board_of(labelled))
    fills = [each.get("fill") for each in drawing(glass).iter(f"{SVG}path") if each.get("fill") not in (None, "none")]
    assert fills.count("url(#hatching)") == HIDDEN.sum() and len(fills) == CAUSAL.size
    wanted = [sequential(weight, "light") for weight in CAUSAL[~HIDDEN]]
    np.testing.assert_allclose([rgb(fill) for fill in fills if fill.startswith("#")], wanted, atol=3)
    glass.show(board_of(mosaic))
    squares = [each for each in drawing(glass).iter(f"{SVG}path") if "z" in each.get("d", "")]
    runs = [int(width) for each in squares for width in re.findall(r"h(\d+)v1", each.get("d", ""))]
    assert sum(runs) == 1600 and len(squares) == len({each.get("fill") for each in squares}) > 200


def test_a_word_that_was_chosen_is_chosen_in_the_file(glass: Glass) -> None:
    glass.show(board_of(ribbons))
    voiture = glass.page.get_by_role("button", name="voiture")
    voiture.dispatch_event("pointerenter", {"pointerType": "mouse"})  # as where the menu closes above it
    assert "0.75" not in written(drawing(glass))
    voiture.click()
    assert "0.75" in written(drawing(glass))


def test_ribbons_are_in_the_file_as_wide_as_their_weights(glass: Glass) -> None:
    glass.show(board_of(large))
    paths = [each for each in drawing(glass).iter(f"{SVG}path") if each.get("stroke-linecap") == "round"]
    shown = glass.page.locator(".stage path").evaluate_all(
        "all => all.map(e => parseFloat(getComputedStyle(e).strokeWidth))"
    )
    assert [float(each.get("stroke-width", "")) for each in paths] == pytest.approx(shown, abs=0.01)
    assert len(paths) == 4 and {each.get("fill") for each in paths} == {"none"}


def test_symbols_lean_and_sink_in_the_file_as_on_the_screen(glass: Glass) -> None:
    with collecting("bear", "story") as board:
        board.heading("Where W_Q leads", "Along d_head numbers.")
        strips({"W_E": np.arange(15).reshape(3, 5) / 8}, **ALL)
    glass.show(Caught(board.message()))
    drawn = drawing(glass)
    letters = [each for each in drawn.iter() if each.get("font-style") == "italic"]
    assert [(each.tag.removeprefix(SVG), each.text) for each in letters] == [("tspan", "W"), ("text", "W")]
    title = next(each for each in drawn.iter(f"{SVG}text"))
    assert "".join(title.itertext()) == "Where WQ leads" and title[1].get("font-size") == "13.5"
    assert sum(float(part.get("dy", 0)) for part in title) == 0, "what follows stands on the line again"


def test_a_long_title_is_whole_where_the_type_is_a_wider_one(glass: Glass) -> None:
    with collecting("bear", "story") as board:
        board.heading("Layer 3, head 1: on average 0.44 from a noun to the word describing it; here 3 of 7 words", "")
        labelled()
    drawn = drawing(glass.show(Caught(board.message()), width=640))
    title = [each.text for each in drawn.iter(f"{SVG}text") if each.get("font-size") == "18"]
    measure = "line => Object.assign(pen, {font: '600 18px ' + family}).measureText(line).width"
    family = drawn.get("font-family")
    pen = "const pen = new OffscreenCanvas(1, 1).getContext('2d');"
    widest = max(
        glass.page.evaluate(f"([line, family]) => {{ {pen} return ({measure})(line) }}", [line, family])
        for line in title
    )
    assert len(title) > 1 and 1.15 * widest <= float(drawn.get("width", "")) - 2 * 24


def test_the_menu_opens_and_saves_by_the_keyboard(glass: Glass) -> None:
    glass.show(board_of(labelled))
    glass.page.locator("canvas").focus()
    glass.page.keyboard.press("Tab")
    assert (
        glass.page.get_by_role("button", name="Save this picture").evaluate("e => getComputedStyle(e).opacity") > "0.5"
    )
    glass.page.keyboard.press("Enter")
    glass.page.keyboard.press("Tab")
    with glass.page.expect_download() as waiting:
        glass.page.keyboard.press("Enter")
    assert waiting.value.suggested_filename == f"{KEY}.svg"


def test_the_light_ground_is_that_of_the_app() -> None:
    light = tomllib.loads(Path(".streamlit/config.toml").read_text("utf-8"))["theme"]["light"]
    script = Path("headlight/pictures/browser/save.js").read_text("utf-8")
    names = ("background-color", "secondary-background-color", "text-color", "primary-color")
    for name, theirs in zip(
        names, ("backgroundColor", "secondaryBackgroundColor", "textColor", "primaryColor"), strict=True
    ):
        assert f'"{name}": "{light[theirs]}"' in script
    assert f'SOFT = "{PALETTES["light"]["soft"]}"' in script
