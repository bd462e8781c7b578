"""What the film of a sentence sends: all its frames one after the other, and the table of the one that is shown."""

import numpy as np

from headlight.pictures import Screen
from tests.pictures.caught import Caught


def test_every_frame_is_sent_and_the_table_is_that_of_the_one_shown() -> None:
    patterns = np.random.default_rng(0).random((3, 2, 4, 2, 2))
    chances = np.array([[0.1, 0.2], [0.3, 0.4], [0.6, 0.5]])
    board = Screen()
    board.film(
        patterns,
        chances,
        at=2,
        dial="step",
        words=[("ant", True), ("bee", True)],
        chosen=1,
        head=(1, 3),
        names=[["a"] * 4, ["b"] * 4],
        following=["c", "d"],
        about="Said.",
        alt="Words.",
        key="k",
        on_choice=print,
    )
    sent = Caught(board.message())
    frames = sent.values[:-6].reshape(3, 4 + 16)
    for frame, pattern in zip(frames, patterns, strict=True):
        expected = np.concatenate([pattern[1, 3].ravel(), pattern[:, :, 1].ravel()])
        np.testing.assert_allclose(frame, expected, rtol=1e-6)
    np.testing.assert_allclose(sent.values[-6:], chances.ravel(), rtol=1e-6)
    drawn = board.drawn("k")
    assert drawn
    table = drawn.rows
    assert table
    assert [row[0] for row in table.cells[:2]] == ["next word: c", "next word: d"]
    np.testing.assert_allclose(table.numbers[:2, 0], [0.6, 0.5], rtol=1e-6)
    np.testing.assert_allclose(table.numbers[2, 1:], patterns[2, 1, 3, 0], rtol=1e-6)
