"""The type of a matrix: names and numbers as large as their cells allow, fewer where they would not be read."""

from itertools import pairwise

import numpy as np
import pytest

from headlight.pictures import Screen
from tests.browser.drawing.glass import type_of
from tests.browser.drawing.test_matrix import LABELS, WEIGHTS, of_tokens


@pytest.mark.parametrize(("count", "written"), [(10, "0.21"), (17, "0.2"), (31, None)])
def test_what_a_presenter_shows_is_in_type_for_the_last_row_or_left_to_the_colour(draw, glass, count, written) -> None:
    weights, labels = of_tokens(count)
    glass.style(least="14px")
    texts = draw(Screen.matrix, weights, **labels, width=520).texts
    assert min(type_of(text) for text in texts) >= 14
    numbers = [text["text"] for text in texts if text["text"] not in labels["rows"]]
    assert numbers == [written] * (count**2 if written else 0)
    rows = [text["y"] for text in texts if text["align"] == "right"]
    assert rows and (np.diff(rows) >= 14).all()


def test_scores_give_up_a_decimal_before_their_numbers_go(draw) -> None:
    _, labels = of_tokens(16)
    scores = -np.arange(256.0).reshape(16, 16) / 8
    glass = draw(Screen.matrix, scores, **labels, scale="scores", width=590)
    assert "−31.9" in glass.words() and "−31.88" not in glass.words()
    assert draw(Screen.matrix, scores, **labels, scale="diverging", width=590).words() == [*labels["rows"]] * 2


def test_a_long_name_of_a_row_stands_on_two_lines_so_that_names_that_begin_alike_differ(draw) -> None:
    rows = ["in the house", "who saw the dog", "who saw the dogs"]
    values = np.arange(12, dtype=np.float32).reshape(3, 4)
    narrow = draw(Screen.matrix, values, **LABELS | {"rows": rows, "columns": list("abcd")}, width=280)
    assert {"in the house", "dog", "dogs"} <= {text["text"] for text in narrow.texts}
    assert not any("…" in text["text"] for text in narrow.texts)
    first, second = [text for text in narrow.texts if text["text"] == "who saw the"][1], narrow.text("dogs")
    assert first["x"] == second["x"] and first["y"] < second["y"]
    wide = draw(Screen.matrix, values, **LABELS | {"rows": rows, "columns": list("abcd")}, width=900)
    assert set(rows) <= {text["text"] for text in wide.texts}


def test_long_labels_stand_aslant_and_are_cut(draw) -> None:
    names = ["an uncommonly long word", "dog", "elephant", "f", "g"]
    glass = draw(Screen.matrix, WEIGHTS, **LABELS | {"columns": names}, zeros=True, width=300)
    dog = glass.text("dog")
    assert (dog["turned"], dog["align"]) == (-45, "left")
    (cut,) = [text for text in glass.texts if text["text"].startswith("an unc")]
    assert cut["text"].endswith("…") and cut["width"] <= 100
    numbers = [glass.text(number)["x"] for number in ("0", "0.11")]
    assert [cut["x"], dog["x"]] == pytest.approx(numbers, abs=0.5)
    assert glass.size[0] <= 300


@pytest.mark.parametrize("count", [20, 32, 64])
def test_names_of_dense_columns_and_rows_are_fewer_and_no_smaller_than_ten_pixels(draw, count: int) -> None:
    names = [f"country {number}" for number in range(count)]
    named = {"rows": names, "columns": names, "noun": "weight", "alt": "All alike."}
    for width in (330, 460, 560, 700):
        glass = draw(Screen.matrix, np.zeros((count, count)), **named, width=width)
        above = sorted((text for text in glass.texts if text["turned"] == -45), key=lambda text: text["x"])
        beside = [text for text in glass.texts if text["align"] == "right"]
        step = (above[-1]["x"] - above[0]["x"]) / int(above[-1]["text"].split()[1])
        sizes = [type_of(text) for text in (*above, *beside)]
        assert min(sizes) >= 10, (width, step)
        assert np.diff([text["x"] for text in above]).min() * 0.5**0.5 > 0.88 * min(sizes)
        last = above[-1]["x"] + step * (count - 1 - int(above[-1]["text"].split()[1]))
        assert glass.hover(last, beside[0]["y"])[0] == f"country 0 → {names[-1]}", "the rest is told on the card"


def test_numbers_are_no_smaller_than_twelve_pixels(draw) -> None:
    weights, labels = of_tokens(8)
    for width in (290, 330, 380):
        glass = draw(Screen.matrix, 10 * weights - 8, **labels, scale="scores", width=width)
        numbers = [type_of(text) for text in glass.texts if text["text"].startswith("−")]
        assert len(numbers) == 64 and min(numbers) >= 12, width
    cell = 12 * (0.556 * 3 + 0.28 + 0.35)  # pixels that a number like 0.25 needs at twelve pixels, with little air
    air = 0
    for width in range(200, 340, 8):
        glass = draw(Screen.matrix, weights, **labels, width=width)
        (size,) = {type_of(text) for text in glass.texts if text["text"] == "0.21"} or {0.0}
        numbers = sorted({text["x"] for text in glass.texts if text["text"] == "0.21"})
        if size and np.diff(numbers).min() >= cell:
            assert size >= 12, width
            air += size == 12
        assert not size or size >= 12
    assert air, "at some width twelve pixels fit only with less air"


@pytest.mark.parametrize(("count", "written", "named"), [(16, True, 16), (22, False, 22), (60, False, 30)])
def test_a_matrix_ends_with_a_low_window_and_gives_up_numbers_before_names(
    draw, glass, count: int, written: bool, named: int
) -> None:
    """Names across lie where they would take low rows their room, and are fewer."""
    weights, labels = of_tokens(count)
    glass.window(1440, 260)
    drawn = draw(Screen.matrix, weights, **labels, width=760)
    box = drawn.canvas.bounding_box()
    assert box["y"] + box["height"] <= 260
    numbers = [text["text"] for text in drawn.texts if text["text"] not in labels["rows"]]
    assert len(numbers) == written * count**2 and {type_of(text) for text in drawn.texts} == {12}
    above = sorted((text for text in drawn.texts if text["align"] == "center"), key=lambda text: text["x"])
    names = [text for text in above if text["text"] in labels["rows"]]
    assert len(names) == named
    ends = [(text["x"] - text["width"] / 2, text["x"] + text["width"] / 2) for text in names]
    assert all(end < start for (_, end), (start, _) in pairwise(ends))


def test_what_would_be_written_as_zero_is_left_to_the_colour(draw) -> None:
    values = np.array([[0.004, 0.006], [0.0, 0.5]])
    look = {"rows": ["a", "b"], "columns": ["c", "d"], "noun": "weight", "alt": "W.", "decimals": 2, "width": 400}
    for zeros, wanted in ((False, ["0.01", "0.50"]), (True, ["0", "0.01", "0", "0.50"])):
        glass = draw(Screen.matrix, values, zeros=zeros, **look)
        numbers = [text["text"] for text in glass.texts if text["text"] not in "abcd"]
        assert numbers == wanted, "zeros are said where they are the message, and as 0, not as 0.00"


@pytest.mark.parametrize("window", [1, 768])
def test_names_and_numbers_have_sizes_of_the_scale_and_no_name_is_larger_than_the_numbers(
    draw, glass, window: int
) -> None:
    """A low window, which makes cells low, keeps names from towering over their rows."""
    glass.window(1280, window)
    sizes = {}
    for count in (4, 9, 13):
        weights, labels = of_tokens(count)
        for width in (420, 560, 700, 860):
            texts = draw(Screen.matrix, weights, **labels, width=width).texts
            size = {
                kind: {type_of(text) for text in texts if (text["text"] in labels["rows"]) == kind}
                for kind in (False, True)
            }
            sizes[count, width] = size
            (name,) = size[True]
            assert not size[False] or max(12, *size[False]) >= name, (count, width)
            assert size[False] | size[True] <= {12, 14, 16, 20}, (count, width)
