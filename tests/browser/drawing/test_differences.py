"""The list of what differs between two states of a picture: by their labels, most first, with both numbers."""

import numpy as np
import pytest

from headlight.pictures import Drawn, Screen
from tests.browser.drawing.glass import KEY, Glass
from tests.pictures.caught import caught, in_values

TOKENS = ["the", "bear", "the"]
FIRST = np.array([[1, 0, 0], [0.25, 0.75, 0], [0.5, 0.125, 0.375]], np.float32)


def drawn(function, *arguments, **named) -> Drawn:
    board = Screen()
    function(board, *arguments, key=KEY, **in_values(function, named))
    found = board.drawn(KEY)
    assert found
    return found


def weights(values: np.ndarray, tokens=TOKENS) -> Drawn:
    return drawn(Screen.matrix, values, rows=tokens, columns=tokens, noun="weight", alt="M.")


def said(glass: Glass, before: Drawn, now: Drawn) -> tuple[str, list[list[str]]]:
    glass.show(caught(Screen.differences, before, now, alt="D.", key=KEY))
    glass.page.locator(".count", has_text=" ").wait_for()
    lines = glass.page.locator("li").evaluate_all("all => all.map(each => [...each.children].map(e => e.textContent))")
    return glass.page.locator(".count").inner_text(), lines


def test_numbers_that_differ_are_listed_by_their_labels_most_first(glass: Glass) -> None:
    moved = FIRST.copy()
    moved[1], moved[2, 0] = [0.75, 0.25, 0], 0.375
    count, lines = said(glass, weights(FIRST), weights(moved))
    assert count == "3 of 9 numbers differ:"
    assert lines == [
        ["bear · the", "0.250 → 0.750", "+0.500"],
        ["bear · bear", "0.750 → 0.250", "−0.500"],
        ["the · the (3)", "0.500 → 0.375", "−0.125"],
    ]
    assert glass.page.get_by_label("D.").count() == 1
    _, content = glass.download("CSV")
    assert content.decode().splitlines()[1:3] == ['"bear · the",0.25,0.75', '"bear · bear",0.75,0.25']


def test_only_numbers_with_the_same_labels_are_compared(glass: Glass) -> None:
    longer = np.pad(FIRST, (0, 1))
    assert said(glass, weights(FIRST), weights(longer, [*TOKENS, "sat"])) == (
        "Where the labels are the same, so are all 9 numbers, to five digits.",
        [],
    )
    before, now = (drawn(Screen.bars, [0.5, 0.25], labels=labels, alt="B.") for labels in (["a", "b"], ["b", "c"]))
    assert said(glass, before, now) == ("1 of 1 numbers differs:", [["b", "0.250 → 0.500", "+0.250"]])


def test_seven_of_many_are_listed_and_what_rounding_moves_is_no_difference(glass: Glass) -> None:
    def of(*values: float) -> Drawn:
        return drawn(Screen.bars, values, labels=[*"abcdefghi"][: len(values)], alt="B.")

    for differ, end in ((7, ":"), (8, "; most:")):
        count, lines = said(glass, of(*[1.0] * 9), of(*[2.0] * differ, *[1.0] * (9 - differ)))
        assert (count, len(lines)) == (f"{differ} of 9 numbers differ{end}", 7)
    for value, least in ((0.01, 1e-5), (1.0, 1e-5), (-100.0, 1e-3)):
        for share, found in ((0.9, 0), (1.1, 1)):
            assert len(said(glass, of(value), of(value + share * least))[1]) == found, (value, share)


@pytest.mark.parametrize("labels", [None, ["x", "y", "z"]])
def test_what_has_no_numbers_in_common_says_so(glass: Glass, labels) -> None:
    plain = drawn(Screen.sentence, [("So.", True)])
    before, now = (weights(FIRST), weights(FIRST, labels)) if labels else (plain, plain)
    assert said(glass, before, now) == ("There are no numbers with the same labels in both.", [])
