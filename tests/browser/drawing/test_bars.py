"""Bars: those that are buttons are pressed, and lines are dragged through them."""

import pytest

from headlight.pictures import Screen
from headlight.pictures.bars import Cut, Rest
from tests.browser.drawing.glass import KEY, Glass, all_of
from tests.pictures.caught import caught

CUTS = [
    Cut("top-k", [("1", 1.0), ("2", 2.0), ("3", 3.0), ("off", 4.0)], 3),
    Cut("top-p", [("0.50", 0.6), ("0.90", 1.4), ("off", 4.0)], 1),
]


def cut_bars(draw, **look) -> Glass:
    about = {"labels": ["ant", "bee", "cat"], "alt": "Next.", "rest": Rest("9 others", 0.05, None)}
    look = {"cuts": CUTS, **look}
    listen = {"on_bar": print, "on_cut": lambda which, step: {}}
    return draw(Screen.bars, [0.8, 0.1, 0.05], quantity="probability", **about, **listen, **look)


def test_only_a_bar_that_is_a_button_is_pressed(draw) -> None:
    glass = cut_bars(draw, cuts=(), asks="Cut {}, or restore it", faded=[1])
    assert all_of(glass, "ol > *", "[e.getAttribute('role'), e.ariaPressed]") == [
        ["button", "false"], ["button", "true"], ["button", "false"], [None, None]
    ]  # fmt: skip


def rows_and_lines(glass: Glass) -> tuple[list[float], list[float]]:
    """The upper edge of each row, with the lower one of the last, and where each line is."""
    edges = all_of(glass, "ol > *", "[e.getBoundingClientRect().top, e.getBoundingClientRect().bottom]")
    lines = all_of(glass, ".cuts > div", "(e.getBoundingClientRect().top + e.getBoundingClientRect().bottom) / 2")
    return [*(top for top, _ in edges), edges[-1][1]], lines


def test_a_line_is_under_the_last_bar_that_is_kept_and_its_handle_covers_no_bar(draw) -> None:
    glass = cut_bars(draw)
    edges, lines = rows_and_lines(glass)
    assert lines == pytest.approx([edges[4], edges[2]], abs=0.6), "off, and under the bar that reaches the sum"
    box = "e.getBoundingClientRect().toJSON()"
    grips, numbers = all_of(glass, "[role=slider]", box), all_of(glass, "ol small", box)
    assert min(grip["left"] for grip in grips) > max(number["right"] for number in numbers)
    assert all_of(glass, "[role=slider]") == ["top-koff", "top-p0.90"]
    assert all_of(cut_bars(draw, width=358), "ol", "e.className") == [""], "the others make no line of names"
    both_off = [cut._replace(chosen=len(cut.steps) - 1) for cut in CUTS]
    glass = cut_bars(draw, cuts=both_off, says=[("seed one draws " * 9, False)], width=400)
    first, second = all_of(glass, "[role=slider]", box)
    assert first["bottom"] <= second["top"], "two lines in one place keep their handles apart"
    (right,) = all_of(glass, ".says", "(r => (r.selectNodeContents(e), r.getBoundingClientRect().right))(new Range())")
    assert right <= second["left"], "nor do they cover what is said below"


def test_a_line_is_dragged_through_the_bars_which_pale_under_it(draw) -> None:
    glass = cut_bars(draw)
    edges, lines = rows_and_lines(glass)
    box = glass.page.locator("[role=slider]").first.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    glass.page.mouse.move(x, y)
    glass.page.mouse.down()
    glass.page.mouse.move(x, y + edges[1] - lines[0], steps=4)
    assert all_of(glass, "ol > *", "e.classList.contains('faded')") == [False, True, True, True]
    assert float(all_of(glass, "ol > *", "getComputedStyle(e).opacity")[2]) < 0.5
    assert rows_and_lines(glass)[1][0] == pytest.approx(edges[1], abs=0.6)
    assert all_of(glass, "[role=slider]", "e.ariaValueText")[0] == "1"
    told = glass.chosen()
    assert len(told) == 1 and told[0][0] == 0, "one place at a time is on its way to the page"
    glass.page.mouse.up()
    glass.page.mouse.click(x - 400, edges[0] + 4)
    assert glass.chosen() == [0], "bars are clicked as before"


def test_a_line_in_hand_stays_there_while_the_bars_are_drawn_again(draw, glass) -> None:
    cut_bars(draw)
    grip = glass.page.locator("[role=slider]").first
    grip.focus()
    glass.page.keyboard.press("ArrowUp")
    glass.page.keyboard.press("ArrowUp")
    assert glass.chosen() == [[0, 2]] and grip.get_attribute("aria-valuetext") == "2"
    moved = [CUTS[0]._replace(chosen=2), CUTS[1]]
    look = {"labels": ["ant", "bee", "cat"], "alt": "Next.", "rest": Rest("9 others", 0.0, 0.05), "key": KEY}
    board = caught(Screen.bars, [0.85, 0.1, 0.05], cuts=moved, on_cut=lambda which, step: {}, **look)
    glass.show(board, again=True)
    assert grip.evaluate("e => e.getRootNode().activeElement === e") and grip.get_attribute("aria-valuetext") == "2"
    assert glass.chosen() == [[0, 1]], "where it has got to meanwhile"
    glass.page.keyboard.press("Home")
    assert grip.get_attribute("aria-valuetext") == "1"
