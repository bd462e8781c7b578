"""A class's attention map: rows are put together, and the head that is most like them is found."""

from typing import Any

import numpy as np
import pytest

from headlight.parts import class_map
from headlight.parts.class_map import Row
from headlight.pictures import Screen
from headlight.pictures.board import hidden_of
from headlight.reading import reader
from tests.drawn import drawn as in_board
from tests.in_turn import in_turn
from tests.pictures.caught import Caught

TEXT = "The girl stepped into bear country and helped the"


@in_turn(
    "given",
    [
        *(None, 3, [], {}, {"row": 1}, {"row": 0, "taps": [1]}, {"row": 9, "taps": [1] * 10}, {"row": -1, "taps": []}),
        *({"row": 2, "taps": taps} for taps in ([1, 1], [1, 1, 1, 1], [0, 0, 0], [1, -1, 1], [1, 100, 0], "123")),
        *({"row": 2, "taps": taps} for taps in ([1, 1.5, 0], [True, 0, 0], [None] * 3, {"0": 1})),
        *({"row": row, "taps": [1, 1, 1]} for row in (True, "2", 2.0, None)),
    ],
)
def test_what_is_no_row_of_the_sentence_is_refused(given: Any) -> None:
    with pytest.raises(ValueError, match=r"no row|no taps|nothing is tapped"):
        Row.read(given, 9, causal=True)


def test_a_row_is_read_and_kept() -> None:
    row = Row.read({"row": 2, "taps": [0, 3, 99]}, 9, causal=True)
    assert row == Row(2, (0, 3, 99)) == Row.kept(row.field)
    assert Row.read({"row": 0, "taps": [0, 1, 0]}, 3, causal=False).query == 0


def test_two_phones_on_one_row_are_averaged_and_rows_that_nobody_drew_are_left_out() -> None:
    drawn = class_map.averaged([Row(1, (3, 1)), Row(1, (0, 1)), Row(3, (1, 0, 0, 1))], 4)
    np.testing.assert_allclose(drawn[1], [0.375, 0.625, 0, 0])
    np.testing.assert_allclose(drawn[3], [0.5, 0, 0, 0.5])
    assert np.isnan(drawn[[0, 2]]).all()
    head = np.array([[1, 0, 0, 0], [0.5, 0.5, 0, 0], [0, 0, 1, 0], [0.1, 0.2, 0.3, 0.4]])
    assert class_map.shared(drawn, head) == pytest.approx(((0.375 + 0.5) + (0.1 + 0.4)) / 2)
    assert class_map.shared(drawn, np.stack([head, head[::-1]])).shape == (2,)


def test_of_all_heads_the_one_that_was_drawn_is_found_and_each_number_is_one_less_the_distance() -> None:
    trace = reader.loaded().trace(TEXT)
    pattern = trace.layers[2].pattern[0]
    rows = [Row(query, tuple(np.round(99 * pattern[query, : query + 1]).astype(int))) for query in (3, 5, 8)]
    drawn = class_map.averaged([*rows, rows[0]], len(trace.words))
    screen = Screen()
    class_map.compare(screen, trace, drawn)
    header, numbers = in_board(screen, "alike")
    found = numbers.reshape(6, 6)
    for layer, head in np.ndindex(6, 6):
        apart = [0.5 * np.abs(drawn[query] - trace.layers[layer].pattern[head, query]).sum() for query in (3, 5, 8)]
        assert found[layer, head] == pytest.approx(1 - np.mean(apart), abs=1e-5)
    assert [*header["selected"]] == [2, 0] and found[2, 0] > 0.98
    least = np.unravel_index(found.argmin(), found.shape)
    evenly = 1 - np.mean([0.5 * np.abs(drawn[query, : query + 1] - 1 / (query + 1)).sum() for query in (3, 5, 8)])
    said = next(item for item in Caught(screen.message()).items if "title" in item)
    assert said["title"] == (
        f"You attend like layer 3, head 1 ({found[2, 0]:.2f}). "
        f"Most unlike: layer {least[0] + 1}, head {least[1] + 1} ({found.min():.2f})."
    )
    assert "a mean over 3 rows" in said["words"] and f"Evenly spread: {evenly:.2f}." in said["words"]
    class_map.compare(alone := Screen(), trace, class_map.averaged(rows[:1], len(trace.words)))
    assert any("a mean over 1 row." in item.get("words", "") for item in Caught(alone.message()).items)
    header, _ = in_board(screen, "class_map")
    hidden = hidden_of(header["hidden"], (9, 9))
    assert hidden[[0, 1, 2, 4, 6, 7]].all() and not np.tril(hidden)[[3, 5, 8]].any()
