"""A picture is painted anew when its width, the theme or the screen changes, and is let go when it leaves."""

import re

import numpy as np
import pytest

from headlight.pictures import Group, Labels, Screen
from headlight.pictures.merge_tree import Block
from tests.browser.drawing.colours import PALETTES, assert_colour, sequential
from tests.browser.drawing.glass import GROUNDS, KEY, all_of
from tests.pictures.caught import Caught, caught

VALUES = np.random.default_rng(1).random((3, 17))
MATRIX = caught(
    Screen.matrix,
    VALUES,
    rows=["a", "b", "c"],
    columns=[f"c{place}" for place in range(17)],
    noun="weight",
    alt="M.",
    key=KEY,
)


def test_a_narrower_page_paints_a_narrower_picture(glass) -> None:
    before = glass.show(MATRIX, width=900).size[0]
    glass.page.evaluate("() => (document.querySelector('[data-testid=stApp]').style.width = '430px')")
    glass.frames()
    assert 380 < glass.size[0] <= 430 < before


def test_another_theme_paints_in_its_own_colours(glass) -> None:
    glass.show(MATRIX, width=1200)
    ground, ink = GROUNDS["dark"]
    assert glass.text("a")["ink"] == PALETTES["light"]["soft"]
    x, y = glass.text("c5")["x"] - 20, glass.text("b")["y"] + 12
    glass.page.evaluate(
        """([ground, ink]) => {
            document.documentElement.style.setProperty('--st-background-color', ground);
            document.documentElement.style.setProperty('--st-text-color', ink);
        }""",
        [ground, ink],
    )
    glass.page.emulate_media(color_scheme="dark")  # the reader's system turns dark
    glass.frames()
    glass.page.emulate_media(color_scheme="light")
    glass._texts = None
    assert_colour(glass.image()[round(y), round(x)], sequential(VALUES[1, 5], "dark"))
    assert glass.text("a")["ink"] == PALETTES["dark"]["soft"]


def test_a_screen_of_twice_the_pixels_has_twice_the_pixels(sharp, glass) -> None:
    usual = glass.show(MATRIX, width=1200)
    size, texts = usual.size, usual.words()
    sharp.show(MATRIX, width=1200)
    assert sharp.size == size and sharp.words() == texts
    image = sharp.image()
    assert image.shape[:2] == (round(2 * size[1]), round(2 * size[0]))
    x, y = 2 * sharp.text("c5")["x"] - 40, 2 * sharp.text("b")["y"] + 24
    assert_colour(image[round(y), round(x)], sequential(VALUES[1, 5], "light"))
    assert sharp.hover(sharp.text("c5")["x"], sharp.text("b")["y"])[0] == "b → c5"


def test_zooming_in_changes_the_pixels_and_not_only_their_number(glass) -> None:
    """At 200 % a canvas of half the width in CSS has as many pixels as before: its size in CSS must change too."""
    glass.show(MATRIX, width=800)
    client = glass.page.context.new_cdp_session(glass.page)
    before = glass.page.evaluate("() => document.querySelector('[data-testid=stApp]').clientWidth")
    client.send(
        "Emulation.setDeviceMetricsOverride", {"width": 720, "height": 450, "deviceScaleFactor": 2, "mobile": False}
    )
    try:
        glass.page.evaluate("() => (document.querySelector('[data-testid=stApp]').style.width = '400px')")
        glass.frames()
        assert before == 800 and glass.size[0] <= 400
        assert glass.image().shape[1] == round(2 * glass.size[0])
    finally:
        client.send("Emulation.clearDeviceMetricsOverride")
        client.detach()


PLACES = [f"t{place}" for place in range(6)]
HEADS = {
    "hidden": np.zeros((6, 6, 6), dtype=bool),
    "tokens": PLACES,
    "names": [""] * 6,
    "silenced": [],
    "alt": "H.",
    "on_head": print,
}
SQUARE = np.tril(np.ones((6, 6))) / np.arange(1, 7)[:, None]
CURVE = {"over": np.arange(6.0), "axes": ("x", "y"), "alt": "C.", "key": KEY}


@pytest.mark.parametrize(
    "picture",
    [
        lambda screen: screen.matrix(SQUARE, Labels(rows=PLACES, columns=PLACES, noun="weight"), alt="M.", key=KEY),
        lambda screen: screen.curves({"one": np.arange(6.0) ** 2}, at=2.0, marks={"mark": 3.0}, **CURVE),
        lambda screen: screen.column_chart({"one": np.arange(6.0)}, labels=PLACES, axes=("x", "y"), alt="U.", key=KEY),
        lambda screen: screen.strips({"one": SQUARE}, tokens=PLACES, alt="S.", key=KEY),
        lambda screen: screen.plane(
            [Group(SQUARE[:2, :2], ["a", "b"], "soft")], alt="P.", key=KEY, axes=("x", ""), height=2000
        ),
        lambda screen: screen.paths(
            PLACES,
            edges=[((0, 0), (1, 1))],
            lit=[(0, 0), (1, 1)],
            shares=SQUARE[5],
            levels=["l"],
            notes=PLACES,
            alt="W.",
            key=KEY,
        ),
    ],
)
def test_a_presenter_names_the_smallest_type_and_no_picture_is_higher_than_the_window(glass, picture) -> None:
    glass.style(least="17px")
    for above in (150, 700):
        glass.style(above=f"{above}px")
        glass.show(caught(lambda screen, key: picture(screen), key=KEY), width=1400)
        assert min(float(re.search(r"([\d.]+)px", text["font"])[1]) for text in glass.texts) >= 17
        assert glass.size[1] <= (900 - above if above < 450 else 900)


@pytest.mark.parametrize(
    ("picture", "grows", "least"),
    [
        (
            lambda screen: screen.matrix(SQUARE, Labels(rows=PLACES, columns=PLACES, noun="weight"), alt="M.", key=KEY),
            False,
            0.2,
        ),
        (lambda screen: screen.curves({"one": np.arange(6.0) ** 2}, **CURVE, height=420, above=360), True, 0.75),
        (
            lambda screen: screen.plane([Group(SQUARE[:2, :2], ["a", "b"], "soft")], alt="P.", key=KEY, height=420),
            True,
            0.65,
        ),
        (lambda screen: screen.layer_heads(np.ones((6, 6, 6)), **HEADS, key=KEY), False, 0.75),
    ],
)
def test_a_picture_ends_with_a_low_window_until_it_would_be_too_small(
    glass, picture, grows: bool, least: float
) -> None:
    window, heights = 690, list[int]()
    glass.style(above="300px")
    for size in ((1440, 1300), (1440, window), (1440, 440), (640, window)):
        glass.window(*size)
        heights.append(glass.show(caught(lambda screen, key: picture(screen), key=KEY), width=600).size[1])
    whole, low, lowest, upright = heights
    assert lowest < low < upright <= whole, "a window that is higher than wide is scrolled anyway"
    assert (whole > upright) == grows
    assert low <= window - 300
    assert lowest >= least * upright - 1


def test_a_presented_picture_ends_with_the_screen_when_it_is_moved_down_and_when_the_window_gets_lower(glass) -> None:
    square = caught(Screen.matrix, SQUARE, rows=PLACES, columns=PLACES, noun="weight", alt="M.", key=KEY)
    glass.style(least="14px")
    before = glass.show(square, width=1400).size[1]
    assert before > 850, "it takes what there is"
    glass.style(above="200px")
    assert glass.size[1] == pytest.approx(before - 200, abs=2)
    glass.window(1440, 700)
    assert 400 < glass.size[1] <= 500


def test_pictures_that_have_left_the_page_are_let_go(glass) -> None:
    client = glass.page.context.new_cdp_session(glass.page)
    client.send("Performance.enable")

    def alive() -> tuple[int, int]:
        client.send("HeapProfiler.collectGarbage")
        found = {each["name"]: each["value"] for each in client.send("Performance.getMetrics")["metrics"]}
        return found["Nodes"], found["JSEventListeners"]

    def shown(times: int) -> None:
        for _ in range(times):
            glass.show(MATRIX)
        for _ in range(3):  # the collector holds the last that left, and one before it, for a while: these are small
            glass.show(caught(Screen.sentence, [("s", False)], key=KEY))

    shown(3)
    nodes, listeners = alive()
    shown(45)  # a node that each leaves behind would be more than what is allowed
    for _ in range(20):
        later = alive()
        if few := later[0] - nodes < 40 and later[1] - listeners < 15:
            break
        glass.page.wait_for_timeout(100)
    client.detach()
    assert few, (nodes, listeners, later)


def test_an_enlarged_page_is_painted_with_more_pixels_and_pointed_at_as_before(glass) -> None:
    glass.show(MATRIX, width=600)
    before = glass.image().shape
    x, y = glass.text("c5")["x"], glass.text("b")["y"]
    card = glass.hover(x, y)
    # Both at once, so that the picture is as wide in CSS as it was and only its pixels tell.
    glass.page.evaluate(
        """() => {
            document.querySelector('#stage').style.zoom = 2;
            document.querySelector('[data-testid=stApp]').style.width = '1200px';
        }"""
    )
    glass.frames()
    try:
        assert glass.image().shape[1] == pytest.approx(2 * before[1], abs=2)
        assert glass.hover(2 * x, 2 * y) == card
        top = glass.canvas.evaluate("canvas => canvas.getBoundingClientRect().y")
        bottom = glass.page.locator(".card").evaluate("card => card.getBoundingClientRect().bottom")
        assert bottom - top == pytest.approx(2 * (y - 12), abs=2), "the row that is read next is not covered"
    finally:
        glass.page.evaluate("() => (document.querySelector('#stage').style.zoom = '')")
        glass.frames()


def test_letters_on_a_canvas_are_measured_as_the_type_says_not_in_whole_pixels(glass) -> None:
    pen = "import('/shared/pen.js').then(({ penOf }) => penOf(document.createElement('canvas')).textRendering)"
    assert glass.page.evaluate(pen) == "geometricPrecision"


def test_maps_curves_columns_and_type_grow_with_a_large_window(glass) -> None:
    numbers, named = {"a": np.array([1.0, 2.0])}, {"axes": ("one", "other"), "alt": "A.", "key": KEY}
    way = [(0, 0), (1, 1)]
    network = {"levels": ["other"], "edges": [(*way,)], "lit": way, "shares": [0.5, 0.5], "notes": ["", ""]}
    pictures = {
        "map": caught(Screen.plane, [Group(np.eye(2), ["ant", "bee"], "accent")], **named),
        "curves": caught(Screen.curves, numbers, **named),
        "columns": caught(Screen.column_chart, numbers, labels=["ant", "bee"], **named),
        "network": caught(Screen.paths, ["ant", "bee"], **network, alt="A.", key=KEY),
    }
    sizes = {name: list[tuple[int, str]]() for name in pictures}
    for width, height, grown in (1366, 768, "1"), (1920, 1080, "1.2"), (800, 1080, "1.2"):
        glass.window(width, height)
        glass.style(grown=grown)
        for name, picture in pictures.items():
            drawn = glass.show(picture, width=700)
            sizes[name].append((drawn.size[1], drawn.text("other")["font"].split("px")[0]))
    for name, ((low, small), (high, large), (narrow, _)) in sizes.items():
        assert (small, large) == ("12", "14.4") and low + 150 < high, name
        assert narrow <= low, (name, "a window that is higher than wide is read on")


def test_bars_and_blocks_of_words_grow_with_the_type_of_a_large_window(glass) -> None:
    board = Screen("a text")
    board.bars([0.8], labels=["bee"], alt="Bars.", key="bars")
    board.merge_tree([Block("b", "", 0, 0, 0, True)], alt="A tree.", key="tree")
    sizes = []
    for grown in "1", "1.2":
        glass.style(grown=grown)
        glass.show(Caught(board.message()))
        sizes.append(
            all_of(glass, ".track, li b, .few li", "e.clientHeight || parseFloat(getComputedStyle(e).fontSize)")
        )
    assert all(large > 1.15 * small for small, large in zip(*sizes, strict=True)) and len(sizes[0]) >= 3
