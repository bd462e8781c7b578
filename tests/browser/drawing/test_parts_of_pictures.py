"""What pictures share, function by function: numbers, colours, ticks, files, messages."""

import csv
import json
import struct

import numpy as np
import pytest

from headlight.pictures import Screen
from headlight.pictures.board import hidden_bits
from tests.browser.drawing.colours import PALETTES, luminance, rgb
from tests.browser.drawing.glass import BOTH_GROUNDS


@pytest.fixture
def call(glass):
    """Call a function of a script: its file, its name, its arguments."""

    def call(script: str, name: str, *arguments):
        return glass.page.evaluate(
            "async ([script, name, given]) => (await import(`/${script}.js`))[name](...given)",
            [script, name, list(arguments)],
        )

    return call


def test_numbers_are_written_with_a_true_minus_and_without_minus_zero(call) -> None:
    given = [(0.005, 2), (-0.004, 2), (-0.006, 2), (-12.5, 1), (1e-9, 4), (3, 0), (-0.0, 2), (0.125, 2)]
    told = "0.01 0.00 −0.01 −12.5 0.0000 3 0.00 0.13"
    assert [call("shared/written", "written", *each) for each in given] == told.split()
    assert call("shared/written", "written", float("-inf"), 2) == "−∞"


# Given what is 150 pixels wide: where a card stands in a picture so wide, from so far across; and how wide a copy is.
_CARD = """async ([across, x]) => {
  const { tell } = await import("/shared/written.js");
  const [room, card] = ["div", "p"].map((tag) => document.createElement(tag));
  room.style.cssText = `width: ${across}px; position: relative`;
  card.style.cssText = "width: 150px; position: absolute; box-sizing: border-box";
  document.body.append(room);
  room.append(card);
  tell(card, ["Words"], x);
  room.remove();
  return card.style.left;
}"""
_COPY = """async (zoom) => {
  const { flatCopy } = await import("/shared/flat_copy.js");
  const box = document.body.appendChild(document.createElement("div"));
  box.style.cssText = `width: 150px; zoom: ${zoom}`;
  box.innerHTML = '<p style="margin: 0; height: 50px"></p>';
  const { width, height } = flatCopy(box);
  box.remove();
  return [width, height];
}"""


def test_a_card_begins_and_ends_in_its_picture_and_a_copy_is_as_large_as_without_a_zoom(glass) -> None:
    places = {(400, 0): "14px", (400, 231): "245px", (400, 233): "246px", (100, 0): "0px", (100, 99): "0px"}
    assert {place: glass.page.evaluate(_CARD, [*place]) for place in places} == places
    assert [glass.page.evaluate(_COPY, zoom) for zoom in (1, 2)] == [[150, 50]] * 2


def test_a_scale_of_three_colours_passes_through_all_three(call) -> None:
    scale = [[0, 10, 200], [100, 50, 0], [250, 250, 250]]
    shares = {-1: scale[0], 0: scale[0], 0.25: [50, 30, 100], 0.5: scale[1]}
    shares |= {0.75: [175, 150, 125], 1: scale[2], 2: scale[2]}
    assert {share: call("shared/colours", "mix", scale, share) for share in shares} == shares


@BOTH_GROUNDS
def test_a_lookup_holds_256_colours_as_pixels_in_memory(call, glass, ground: str) -> None:
    scale = PALETTES[ground]["sequential"]
    pixels = glass.page.evaluate(
        "async (scale) => [...new Uint8Array((await import('/shared/colours.js')).lookup(scale).buffer)]", scale
    )
    colours = np.array(pixels).reshape(256, 4)
    assert (colours[:, 3] == 255).all()
    np.testing.assert_allclose(colours[[0, 255], :3], [scale[0], scale[2]])
    np.testing.assert_allclose(colours[127:129, :3].mean(axis=0), scale[1], atol=1)


def test_ink_is_whichever_contrasts_more(call, draw) -> None:
    draw(Screen.sentence, [("The colours come with it.", False)])

    def contrast(one, other) -> float:
        dark, bright = sorted((luminance(one), luminance(other)))
        return (bright + 0.05) / (dark + 0.05)

    for colour in np.random.default_rng(6).integers(0, 256, (40, 3)).tolist():
        ink = rgb(call("shared/colours", "inkOn", colour))
        assert (
            contrast(ink, colour) >= max(contrast(each, colour) for each in ([28, 30, 38], [255, 255, 255])) - 0.05
        ), colour


def test_rows_of_numbers_become_a_file_that_reads_back(glass) -> None:
    rows, columns = ['say "ant"', "a,b", "new\nline"], ["x", "y,z"]
    values = [[0.1, -2.5], [1e-12, None], [3, 0]]
    text = glass.page.evaluate(
        """async ([rows, columns, values]) => (await import('/shared/save.js'))
            .csv([['', ...columns], ...rows.map((label, row) => [label, ...values[row].map(cell => cell ?? NaN)])])""",
        [rows, columns, values],
    )
    read = list(csv.reader(text.splitlines(keepends=True)))
    assert read[0] == ["", *columns] and [row[0] for row in read[1:]] == rows
    assert [[None if cell == "" else float(cell) for cell in row[1:]] for row in read[1:]] == values


def test_a_message_is_unpacked_at_any_place_in_memory(glass) -> None:
    header = json.dumps({"text": "ö", "palettes": PALETTES, "rows": []}).encode()
    message = struct.pack("<I", len(header)) + header + bytes([5, 6, 7])
    for offset in (0, 1, 3):
        text, body = glass.page.evaluate(
            """async ([bytes, offset]) => {
                const data = new Uint8Array([...new Array(offset).fill(9), ...bytes]).subarray(offset);
                const { header, body } = (await import('/shared/message.js')).unpack(data);
                return [header.text, [...body]];
            }""",
            [list(message), offset],
        )
        assert (text, body) == ("ö", [5, 6, 7])


def test_hidden_bits_come_back_in_their_order(glass) -> None:
    hidden = np.random.default_rng(2).random((7, 5)) < 0.4
    ask = """async ([bits, count]) => {
        const isHidden = (await import('/shared/message.js')).hiddenOf(bits);
        return Array.from({ length: count }, (_, at) => isHidden(at));
    }"""
    assert glass.page.evaluate(ask, [hidden_bits(hidden), 35]) == hidden.ravel().tolist()
    assert glass.page.evaluate(ask, [hidden_bits(None), 35]) == [False] * 35


def test_a_long_text_is_cut_to_its_width(glass) -> None:
    ask = """async ([text, width]) => {
        const context = document.createElement('canvas').getContext('2d');
        context.font = '13px sans-serif';
        const shown = (await import('/shared/pen.js')).fitted(context, text, width);
        return [shown, context.measureText(shown).width];
    }"""
    whole, cut = (glass.page.evaluate(ask, ["a rather long 🐻 label", width]) for width in (500, 60))
    assert whole[0] == "a rather long 🐻 label"
    assert cut[0].endswith("…") and whole[0].startswith(cut[0][:-1]) and 35 < cut[1] <= 60


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (-3, 7, [-2, 0, 2, 4, 6]),
        (0.013, 0.029, [0.015, 0.02, 0.025]),
        (-1000, -200, [-1000, -800, -600, -400, -200]),
        (0, 0.3, [0, 0.1, 0.2, 0.3]),
        (5, 5, [5]),
    ],
)
def test_ticks_are_round_and_inside(call, low: float, high: float, ticks: list[float]) -> None:
    assert call("shared/axes", "roundTicks", low, high, 5) == pytest.approx(ticks)


def test_every_range_has_a_few_ticks_that_read_differently(call) -> None:
    for low, span in zip(
        np.random.default_rng(3).normal(0, 30, 40).tolist(),
        (10 ** np.random.default_rng(4).uniform(-4, 5, 40)).tolist(),
        strict=True,
    ):
        ticks = call("shared/axes", "roundTicks", low, low + span, 4)
        assert 2 <= len(ticks) <= 6 and min(ticks) >= low - 1e-6 * span and max(ticks) <= low + span * (1 + 1e-6)
        np.testing.assert_allclose(np.diff(ticks), (max(ticks) - min(ticks)) / (len(ticks) - 1), rtol=1e-6)


def test_powers_of_ten_between_two_logarithms(call) -> None:
    assert call("shared/axes", "powersOfTen", -2.5, 1) == pytest.approx([0.01, 0.1, 1, 10])
    assert call("shared/axes", "powersOfTen", 0.2, 0.8) == []


def test_a_tick_reads_as_its_number(call) -> None:
    told = {0: "0", -0.5: "−0.5", 1e-7: "10⁻⁷", 1e6: "10⁶", 100000: "10⁵", 0.30000000000000004: "0.3", 12000: "12000"}
    told |= {-3e-7: "−3e−7", 1e-4: "0.0001"}
    assert {value: call("shared/axes", "tickText", value) for value in told} == told
