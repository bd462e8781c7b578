"""The tree of opened numbers as it is drawn: a column for each that fits, bars by size, lines, and ways through it."""

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Locator

from headlight.pictures import Level, Screen, Term
from tests.browser.drawing.glass import KEY, Glass, all_of
from tests.pictures.caught import Caught, caught

TERMS = [Term(f"t{at}", [2.0 - at / 4, 0.5 * (-1) ** at], [True, at == 2]) for at in range(6)]  # 1, -0.875, 0.75, ...
LEVELS = [
    Level("Logit", "of “<b>”", 1.5, ["final", "W_U"], TERMS, 20, 3.0, [("Together 3", False)], (2, 1)),
    Level("Final", "dimension 4", 0.5, (), [Term("a", [3.0], [True]), Term("b", [-1.0], [False])], 2, 2.0, [], (0, 0)),
    Level("Stream", "layer 6", 3.0, (), [Term("c", [3.0], [True])], 1, 3.0, [], (0, 0)),
    Level("Layer", "layer 5", 3.0, (), [Term("d", [3.0], [False])], 1, 3.0, [], None),
]


@pytest.fixture
def tree(glass):
    def drawn(width: int, *, chosen: int = 2, before: int = 1, levels: list[Level] = LEVELS, **how: Any) -> Glass:
        listens = {"on_level": lambda level: {}, "on_term": lambda *term: {}}
        names = [(f"First {at}", "0.8") for at in range(before)]
        given = {"before": names, "chosen": chosen, "alt": "The tree.", "key": KEY}
        return glass.show(caught(Screen.term_tree, levels, **given, **listens), width=width, **how)

    return drawn


def names(glass: Glass) -> list[str]:
    return all_of(glass, ".level h3")


def folded(glass: Glass) -> list[str]:
    return all_of(glass, ".before button b")


def box(found: Locator) -> dict[str, float]:
    """Where something stands, with its right end and its middle."""
    at = found.bounding_box()
    assert at
    return {**at, "right": at["x"] + at["width"], "middle": at["y"] + at["height"] / 2}


def events(glass: Glass) -> list[Any]:
    """What was chosen."""
    return [value[1] for name, value in glass.page.evaluate("window.chosen") if name == "chosen"]


@pytest.mark.parametrize(
    ("width", "columns", "names_of_folded"),
    [
        (1500, ["Logit", "Final", "Stream", "Layer"], ["First 0"]),
        (1200, ["Final", "Stream", "Layer"], ["First 0", "Logit"]),  # what was opened, and one that follows
        (800, ["Stream", "Layer"], ["First 0", "Logit", "Final"]),
        (360, ["Stream"], ["First 0", "Logit", "Final"]),
    ],
)
def test_as_many_columns_stand_there_as_fit_and_those_before_are_names(tree, width, columns, names_of_folded) -> None:
    glass = tree(width, chosen=3)
    assert names(glass) == columns and folded(glass) == names_of_folded
    assert all_of(glass, ".chosen h3") == ["Stream"]
    every = [box(glass.page.locator(".level").nth(at)) for at in range(len(columns))]
    assert all(one["right"] < other["x"] for one, other in pairwise(every))
    assert every[-1]["right"] <= width + 1 and {one["y"] for one in every} == {every[0]["y"]}
    beside = box(glass.page.locator(".before"))
    assert beside["right"] < every[0]["x"] if width > 700 else beside["y"] < every[0]["y"]


def test_what_only_follows_gives_way_before_what_was_opened(tree) -> None:
    for chosen in (0, 1):
        glass = tree(1000, chosen=chosen, before=0)
        assert names(glass) == ["Logit", "Final", "Stream"] and folded(glass) == []
    glass = tree(1000, chosen=2, before=0)
    assert names(glass) == ["Stream", "Layer"] and folded(glass) == ["Logit", "Final"]


def lines_lead_to_columns(glass: Glass) -> list[str]:
    """Ask of each line that it begins at the last name or an opened term and ends at its column; return their kinds."""
    lines = all_of(glass, ".picture > svg path", "[e.getBoundingClientRect().toJSON(), e.getAttribute('class')]")
    leading = glass.page.locator(".before:not([hidden]) > :last-child, [data-leads]")
    rows = [box(leading.nth(at)) for at in range(len(lines))]
    columns = [box(each) for each in glass.page.locator(".level > .name").all()]
    for (line, _), row, column in zip(lines, rows, columns[-len(lines) :], strict=True):
        assert line["left"] == pytest.approx(row["right"], abs=2) and line["right"] == pytest.approx(column["x"], abs=2)
        ends = sorted([row["middle"], column["y"] + column["height"]])
        assert [line["top"], line["bottom"]] == pytest.approx(ends, abs=2)
    return [kind for _, kind in lines]


def test_a_line_leads_from_an_opened_term_to_its_column(tree) -> None:
    glass = tree(1500, before=0, chosen=1)
    assert ["further" in kind for kind in lines_lead_to_columns(glass)] == [False, True, True]
    assert all_of(glass, ".opened .term") == ["t2", "a", "c"]
    assert all_of(glass, ".factors > .opened") == ["0.5000"], "of two factors that open it is this one"


@pytest.mark.parametrize("before", [1, 30])
def test_a_line_leads_from_the_last_name_beside_the_columns_to_the_first(tree, before: int) -> None:
    assert len(lines_lead_to_columns(tree(1200, before=before))) == 3, "though the names scroll"
    assert len(all_of(tree(360, before=before), ".picture > svg path")) == 0, "they stand above it"


def test_lines_stand_right_too_where_the_style_comes_after_the_picture(sharp) -> None:
    listens = {"on_level": lambda level: {}, "on_term": lambda *term: {}}
    sent = caught(Screen.term_tree, LEVELS, chosen=1, alt="The tree.", key=KEY, **listens)
    assert len(lines_lead_to_columns(sharp.show(sent, width=1400))) == 3


def test_a_click_chooses_a_term_a_factor_or_a_name(tree) -> None:
    glass = tree(1500)
    page = glass.page
    page.get_by_text("t0", exact=True).click()
    page.get_by_title("Open W_U of t2").click()
    page.get_by_text("t2", exact=True).click()  # which has two that open: the first one
    page.get_by_text("First 0").click()
    page.get_by_text("Layer", exact=True).click()
    page.get_by_text("d", exact=True).click()  # does not open
    assert events(glass) == [[1, 0, 0], [1, 2, 1], [1, 2, 0], 0, 4]


def test_arrow_keys_go_through_the_tree_which_is_one_stop_of_the_keyboard(tree) -> None:
    glass = tree(1500)
    page = glass.page
    assert all_of(glass, "[data-at][tabindex='0']", "e.dataset.at") == ["t2.0.0"]  # in the open column
    page.locator("[data-at][tabindex='0']").focus()

    def after(*keys: str) -> str:
        for key in keys:
            page.keyboard.press(key)
        return page.locator("button:focus").get_attribute("data-at") or ""

    assert after("ArrowLeft") == "t1.2.1", "to the factor that leads here"
    assert after("ArrowLeft") == "t1.2.0" and after("ArrowUp") == "t1.1.0"
    assert after("ArrowDown") == "t1.2.0" and after("ArrowDown") == "t1.3.0"
    assert after("ArrowRight") == "t2.0.0" and after("ArrowRight") == "t3.0.0" and after("ArrowUp") == "l3"
    assert after(*["ArrowLeft"] * 4) == "l0"
    assert len(all_of(glass, "[data-at][tabindex='0']", "1")) == 1
    page.keyboard.press("Enter")
    assert events(glass) == [0]


def test_a_column_unfolds_where_one_is_opened_and_stands_at_once_where_something_is_typed(glass) -> None:
    spy = """const { animate } = Element.prototype;
    window.unfolded = [];
    Element.prototype.animate = function (...how) {
        unfolded.push(this.querySelector("h3").textContent);
        return animate.apply(this, how);
    };
    window.restore = () => void (Element.prototype.animate = animate);"""

    def show(levels: list[Level], text: str, **how: Any) -> list[str]:
        board, listens = Screen(text), {"on_level": lambda level: {}, "on_term": lambda *term: {}}
        board.term_tree(levels, chosen=len(levels) - 1, alt="The tree.", key=KEY, **listens)
        glass.page.evaluate("window.unfolded?.splice(0)")
        glass.show(Caught(board.message()), width=1500, **how)
        return glass.page.evaluate("window.unfolded")

    glass.page.emulate_media(reduced_motion="no-preference")
    glass.page.evaluate(f"() => {{{spy}}}")
    try:
        assert show(LEVELS[:2], "ant") == [], "a page that opens is still"
        assert show(LEVELS[:3], "ant", again=True) == ["Stream"]
        assert show(LEVELS, "ants", again=True) == [], "it was typed"
        assert show(LEVELS[:2], "ants", again=True) == []
        glass.page.emulate_media(reduced_motion="reduce")
        assert show(LEVELS[:3], "ants", again=True) == []
    finally:
        glass.page.emulate_media(reduced_motion="reduce")
        glass.page.evaluate("window.restore()")


def test_where_a_chosen_term_has_no_column_any_more_the_focus_goes_to_the_open_one(tree, glass) -> None:
    tree(360, chosen=1, levels=LEVELS[:1]).page.get_by_text("t3", exact=True).click()
    tree(360, chosen=2, levels=LEVELS[:2], again=True)
    assert glass.page.locator("button:focus").get_attribute("data-at") == "t2.0.0"
