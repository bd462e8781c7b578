"""What a board showed before a change is outlined in the pictures that show it after the change."""

import numpy as np

from headlight.pictures import Screen
from tests.pictures.caught import in_values


def board(
    chances: dict[str, float], before: list[float] | None = None, weights: tuple[float, float] = (1, 0)
) -> Screen:
    """Bars of next words, and a sentence of two words whose last one has these weights."""
    patterns = np.array([[[[1, 0], weights]]], dtype=np.float32)
    drawn = Screen()
    drawn.bars(list(chances.values()), labels=list(chances), before=before, alt="", key="next_words")
    named = {"words": [("a", False), ("b", True)], "chosen": 1, "head": (0, 0), "names": [[""]]}
    given = in_values(Screen.looks, named | {"following": list(chances.items())})
    drawn.looks(patterns, **given, about="", alt="", key="looks", on_choice=lambda chosen: None)
    return drawn


def test_bars_are_outlined_by_their_labels_and_a_new_one_has_no_outline() -> None:
    now = board({"cat": 0.5, "bear": 0.25})
    now.outline(board({"bear": 0.75, "dog": 0.125}))
    drawn = now.pictures()["next_words"].header["bars"]
    assert [bar["before"] for bar in drawn] == [None, 0.75]
    assert [bar["note"] for bar in drawn] == ["0.500", "0.750 → 0.250"]


def test_bars_that_compare_already_are_left_as_they_are() -> None:
    now, same = (board({"bear": 0.25}, before=[0.5]) for _ in range(2))
    now.outline(board({"bear": 0.75}))
    assert now.pictures()["next_words"].same_as(same.pictures()["next_words"])


def test_a_sentence_keeps_its_earlier_ribbons_in_grey_unless_nothing_moved() -> None:
    now = board({"cat": 0.5, "bear": 0.25}, weights=(0.25, 0.75))
    now.outline(board({"bear": 0.75}, weights=(0.5, 0.5)))
    header = now.pictures()["looks"].header
    assert (header["ghost"], header["before"]) == ({"word": 1, "weights": [0.5, 0.5]}, [None, 0.75])
    now = board({"bear": 0.75})
    now.pictures()["looks"].header["low"] = True
    now.outline(board({"bear": 0.75}))
    assert "ghost" not in now.pictures()["looks"].header
