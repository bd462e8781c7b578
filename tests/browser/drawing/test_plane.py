"""Points in a plane: their names, what is linked to them, and how they are dragged."""

import numpy as np
import pytest

from headlight.pictures import Group, Screen
from tests.browser.drawing.colours import PALETTES, rgb
from tests.browser.drawing.glass import KEY, Glass, all_of
from tests.pictures.caught import Caught, caught

WORDS = Group(
    np.array([[0.0, 0.0], [4.0, 1.0], [1.0, 3.0]]),
    ["ant", "bee", "cat"],
    "accent",
    name="words",
    notes=["low", "right", "high"],
    size=5,
)
OTHERS = Group(np.array([[2.5, 2.0]]), ["dog"], "d_model", name="another", notes=["far"], size=5)


def blob(image: np.ndarray, colour) -> list[tuple[float, float, int]]:
    """The middle and the number of pixels of each round patch of a colour."""
    left = {
        (int(row), int(column))
        for row, column in zip(
            *np.nonzero(np.abs(image[..., :3] - colour).max(axis=2) + 300 * (image[..., 3] < 250) <= 6), strict=False
        )
    }
    found = []
    while left:
        stack, patch = [left.pop()], []
        while stack:
            row, column = stack.pop()
            patch.append((column + 0.5, row + 0.5))
            for step in ((0, 1), (0, -1), (1, 0), (-1, 0)):
                after = (row + step[0], column + step[1])
                if after in left:
                    left.remove(after)
                    stack.append(after)
        if len(patch) > 40:
            found.append((*np.mean(patch, axis=0), len(patch)))
    return sorted(found)


def test_names_stand_beside_their_points_and_cover_nothing(draw) -> None:
    glass = draw(Screen.plane, [WORDS, OTHERS], alt="Words.")
    ant, cat, bee = blob(glass.image(), rgb(PALETTES["light"]["accent"]))
    for word, point in zip(("ant", "bee", "cat"), (ant, bee, cat), strict=True):
        text = glass.text(word)
        assert np.hypot(text["x"] + text["width"] / 2 - point[0], text["y"] - point[1]) < 30
    line = Group(np.array([[0.0, 0.0], [0.0, 2.0]]), ["", ""], "soft", path=True, named=False)
    held = Group(np.array([[0.0, 0.0], [0.0, -1.0]]), ["held", ""], "accent", size=5)
    assert draw(Screen.plane, [line, held], alt="A line upwards.").text("held")["y"] > 0.6 * glass.size[1]
    crowd = Group(np.zeros((7, 2)), [f"word{number}" for number in range(7)], "accent", size=5)
    assert len(draw(Screen.plane, [crowd], alt="All in one place.").words()) <= 4
    silent = Group(np.array([[0.0, 0.0], [1.0, 1.0]]), ["p", "q"], "soft", named=False)
    assert draw(Screen.plane, [silent], alt="Silent.").words() == []


def test_far_points_are_cut_at_the_edge_where_others_are_framed(draw) -> None:
    far = Group(np.array([[900.0, 900.0]]), ["far"], "soft", size=5)
    near, alone = (
        blob(draw(Screen.plane, groups, alt="Framed.", framed=[0]).image(), rgb(PALETTES["light"]["accent"]))
        for groups in ([WORDS, far], [WORDS])
    )
    assert near == alone


def test_names_at_the_edge_are_whole_and_those_of_points_beyond_it_are_not_written(draw) -> None:
    corners = Group(
        np.array([[0.0, 0.0], [8.0, 0.0], [8.0, 3.0]]), ["a long name", "another long name", "c"], "accent", size=6
    )
    beyond = Group(np.array([[4.0, -6.0], [4.0, 9.0], [-3.0, 1.5]]), ["below", "above", "left"], "soft")
    titles = {"axes": ("one", "other")}
    glass = draw(Screen.plane, [beyond, corners], alt="Framed.", framed=[1], width=360, height=420, **titles)
    assert set(glass.words()) == {"a long name", "another long name", "c", "one", "other"}
    names = {name: glass.text(name) for name in ("a long name", "another long name")}
    for text in names.values():
        assert text["x"] >= 22 and text["x"] + text["width"] <= 358, "inside the frame"
    points = sorted(blob(glass.image(), rgb(PALETTES["light"]["accent"])))
    for text in names.values():  # above or below its point, which it stands over, not beside it across a path
        assert any(text["x"] <= x <= text["x"] + text["width"] and abs(text["y"] - y) < 20 for x, y, _ in points), text
    assert glass.size[1] == 360, "no higher than wide"


def test_a_word_of_a_list_and_its_point_light_each_other(glass) -> None:
    board = Screen("a text")
    board.bars([0.8, 0.2], labels=["bee", "ant"], alt="Bars.", key="list", linked=True)
    board.plane([WORDS], alt="Words.", key="plane", linked=True)
    glass.show(Caught(board.message()))
    _, _, (x, y, _) = blob(glass.image(), rgb(PALETTES["light"]["accent"]))

    def ringed() -> bool:
        """Whether there is ink at the right of the point."""
        beside = glass.image()[round(y), round(x + WORDS.size + 2) : round(x + WORDS.size + 6)]
        return bool((np.abs(beside - [*rgb(PALETTES["light"]["ink"]), 255]).max(axis=1) < 40).any())

    for point_at in ("hover", "focus"):
        getattr(glass.page.locator("li", has_text="bee"), point_at)()
        assert ringed()
        glass.page.mouse.move(0, 890)
        glass.page.evaluate("document.activeElement.shadowRoot?.activeElement.shadowRoot.activeElement?.blur()")
        assert not ringed()
    glass.hover(x, y)
    assert all_of(glass, "li.lit b") == ["bee"]
    glass.hover(x, y + 100)
    assert all_of(glass, "li.lit") == []


def dragging() -> Caught:
    words = Group(
        np.array([[0.0, 0.0], [1.0, 1.0]]), ["ant", "bee"], "query", asides=["", "(1, 1, 5)"], size=5, step=0.5
    )
    chosen = {"on_point": lambda _: None, "on_drag": lambda *_: None, "grid": (-1.0, 2.0)}
    return caught(Screen.plane, [words], alt="Words.", key=KEY, height=300, **chosen)


@pytest.fixture
def dragged(glass: Glass) -> Glass:
    """Two points that can be dragged, over a grid."""
    return glass.show(dragging(), width=420)


def test_a_point_is_dragged_from_step_to_step_as_far_as_the_grid_and_a_click_chooses_it(dragged: Glass) -> None:
    glass = dragged
    (left, *_), (right, up, _) = blob(glass.image(), rgb(PALETTES["light"]["query"]))
    unit = right - left
    assert glass.click(right, up) == [1]
    glass.hover(right, up)
    glass.page.mouse.down()
    glass.hover(right + 0.6 * unit, up)
    assert glass.card()[1] == "1.500, 1.000"
    glass.hover(right + 3 * unit, up + 9 * unit)
    glass.page.mouse.up()
    assert glass.chosen() == [[1, 1.5, 1], [1, 2, -1]], "the last one in any case, and no click"
    assert blob(glass.image(), rgb(PALETTES["light"]["query"]))[1][0] == pytest.approx(right + unit, abs=1)


def test_a_point_in_hand_stays_there_while_it_is_drawn_again(dragged: Glass) -> None:
    glass = dragged
    *_, (right, up, _) = blob(glass.image(), rgb(PALETTES["light"]["query"]))
    glass.hover(right, up)
    glass.page.mouse.down()
    glass.hover(right + 40, up)
    glass.show(dragging(), width=420, again=True)  # the numbers of before; and the pointer leaves the picture
    (left, down, _), *_ = blob(glass.image(), rgb(PALETTES["light"]["query"]))
    assert left < right - 60 and down > up + 60
    glass.page.mouse.up()
    assert glass.chosen()[-1] == [1, -1, -1]
