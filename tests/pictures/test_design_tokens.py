"""Colours, sizes of type and weights stand in one file, and can be told apart and read by all, on both grounds."""

import json
import re
import tomllib
from itertools import combinations
from pathlib import Path
from typing import get_args

import numpy as np
import pytest

from headlight.pictures import svg_parts, svg_ribbons, token_styles
from headlight.pictures.design_tokens import GROUNDS, STYLE, TOKENS, palettes
from headlight.pictures.quantities import STYLES, Quantity, drawn_as

ROOT = Path(__file__).parents[2]
WHOLE = json.loads(TOKENS.read_text("utf-8"))
SIZES, WEIGHTS = WHOLE["type"], WHOLE["weight"]

# Where a colour is written all the same: it is no colour of the app.
EXCEPTIONS = {
    "assets/headlight.svg": "the sign, an image of its own, in which no property of the page is known",
    "headlight/app/sharing.py": "the white that a reader of QR codes needs",
    "headlight/server/classroom.py": "the white that a reader of QR codes needs",
    "headlight/questions/sheet.py": "the white that a reader of QR codes needs",
    "headlight/pictures/browser/pictures/table.css": "a mask, of which only the opacity counts",
}
COLOUR = re.compile(r"""(?<![&\w/"'#(=])#[0-9a-fA-F]{3}(?:[0-9a-fA-F]{3})?\b(?!-)|["'(=]#(?:[0-9a-fA-F]{3}){1,2}\b""")
SCALED = re.compile(r"[-\d.]+(?:px|r?em|pt|vw|%)")


def sources(*kinds: str) -> list[Path]:
    """The files of these kinds that draw anything."""
    folders = ("assets/styles", "headlight", "pages", "assets/headlight.svg")
    found = [path for folder in folders for kind in kinds for path in (ROOT / folder).rglob(f"*.{kind}")]
    found += [ROOT / "assets" / "headlight.svg"] if "svg" in kinds else []
    return [path for path in {*found} if path not in (STYLE, TOKENS)]


def channels(colour: str) -> np.ndarray:
    """#rrggbb as linear light (IEC 61966-2-1)."""
    share = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    """The ratio of WCAG 2.2."""
    low, high = sorted(float(channels(each) @ [0.2126, 0.7152, 0.0722]) + 0.05 for each in (one, other))
    return high / low


# Eyes of three kinds: all cones, no long ones, no middle ones (Machado, Oliveira and Fernandes 2009, severity 1).
EYES = {
    "all cones": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
}


def apart(one: str, other: str, eye: str) -> float:
    """How far two colours are from each other, in CIELAB under D65; 2.3 is just seen, side by side."""

    def lab(colour: str) -> np.ndarray:
        seen = np.clip(np.array(EYES[eye]) @ channels(colour), 0, 1)
        to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
        xyz = to_xyz @ seen / [0.9505, 1.0, 1.089]
        x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
        return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])

    return float(np.linalg.norm(lab(one) - lab(other)))


def test_no_colour_stands_elsewhere() -> None:
    found = {
        str(path.relative_to(ROOT)): colours
        for path in sources("css", "js", "py", "html", "svg")
        if (colours := COLOUR.findall(path.read_text("utf-8")))
    }
    assert {*found} == {*EXCEPTIONS}, found


def test_type_has_the_sizes_and_weights_of_the_file_alone() -> None:
    """In styles by their properties; scaled where a presenter's window, or the room for a sentence, asks for it."""
    sized = re.compile(r"(?:font-size|font|--type): ([^;}]*)")
    weighted = re.compile(r"font-weight: ([^;}]*)")
    for path in [*sources("css", "html"), ROOT / "pages" / "path" / "path.py"]:
        text = path.read_text("utf-8")
        for size in sized.findall(text):
            fixed = size.replace("0px", "").replace("var(--weight-strong)", "")
            assert size == "0" or not SCALED.search(fixed), (path, size)
            assert not re.search(r"var\(--type-\w+\) \* [\d.]", size), (path, size)
        for weight in weighted.findall(text):
            assert weight in {f"var(--weight-{name})" for name in WEIGHTS}, (path, weight)


def test_no_style_asks_all_elements_for_what_is_in_them_with_each_key() -> None:
    """An element that is asked below another, or by a part of a class, is asked anew wherever one changes."""
    dear = re.compile(r":has\([^{},]*\) :has\(|:has\(> \[class\*=")
    assert [path.name for path in sources("css") if dear.search(path.read_text("utf-8"))] == []


def test_canvases_and_still_files_have_the_sizes_of_the_file() -> None:
    for path in (ROOT / "headlight" / "pictures" / "browser").glob("*/*.js"):
        text = path.read_text("utf-8")
        asked = " ".join(re.findall(r"\btype\(([^()]*)\)", text))
        assert {float(size) for size in re.findall(r"(?<![<>] )\b\d[\d.]*", asked)} <= {0, *SIZES.values()}, path
        assert {int(each) for each in re.findall(r"\b([1-9]00) (?=\$\{|\d+px)", text)} <= {*WEIGHTS.values()}, path
    assert {svg_parts.TYPE, svg_ribbons.NOTE, svg_ribbons.LARGE} <= {*SIZES.values()}


def test_there_are_five_sizes_and_two_weights() -> None:
    assert list(SIZES.values()) == [12, 14, 16, 20, 44] and list(WEIGHTS.values()) == [400, 600]


def test_the_style_is_written_from_the_file() -> None:
    assert STYLE.read_text("utf-8") == token_styles.style(), "run python -m headlight.pictures.token_styles"


@pytest.mark.parametrize("ground", GROUNDS)
def test_the_theme_of_streamlit_has_the_same_colours(ground: str) -> None:
    theme = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))["theme"][ground]
    colours = palettes()[ground]
    wanted = {
        re.sub("-(.)", lambda letter: letter[1].upper(), name): colours[token]
        for name, token in token_styles.OF_STREAMLIT.items()
    }
    assert theme == wanted


@pytest.mark.parametrize("ground", GROUNDS)
def test_all_can_be_read(ground: str) -> None:
    colours = palettes()[ground]
    for name in ("ink", "soft", "accent"):
        for behind in ("ground", "raised"):
            assert contrast(colours[name], colours[behind]) >= 4.5, (name, behind)
    for colour in (*colours["sentences"], colours["query"], colours["key"], colours["value"]):
        assert contrast(colour, colours["ground"]) >= 4.5
    assert contrast(colours["ink"], colours["chip"]) >= 4.5
    assert contrast(colours["on_accent"], colours["accent"]) >= 4.5
    for token in {token for look in STYLES.values() for token in (look.above, look.below)} | {"before"}:
        for behind in ("ground", "track"):
            assert contrast(colours[token], colours[behind]) >= 3, (token, behind)
    assert contrast(colours["off"], colours["ground"]) >= 3


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("ground", GROUNDS)
def test_what_stands_side_by_side_is_told_apart_by_all_eyes(ground: str, eye: str) -> None:
    colours = palettes()[ground]
    for together in (("query", "key", "value"), ("positive", "negative"), ("attention", "probability", "loss")):
        for one, other in combinations(together, 2):
            assert apart(colours[one], colours[other], eye) > 20, (one, other)
    assert apart(*colours["sentences"], eye) > 20


@pytest.mark.parametrize("ground", GROUNDS)
def test_signed_marks_are_the_ends_of_the_signed_scale(ground: str) -> None:
    colours = palettes()[ground]
    ends = [f"#{''.join(f'{channel:02x}' for channel in stop)}" for stop in colours["diverging"]]
    assert ends == [colours["positive"], colours["ground"], colours["negative"]]
    assert colours["sequential"][0] == colours["diverging"][1], "nothing has the colour of the ground"


def test_every_quantity_has_a_look_and_another_is_refused() -> None:
    assert {*get_args(Quantity)} == {*STYLES}
    assert all(drawn_as(each)["colours"][0] in palettes()["light"] for each in get_args(Quantity))
    with pytest.raises(ValueError, match=r"There is no quantity 'weight'\. There are attention, probability"):
        drawn_as("weight")  # type: ignore[arg-type]
