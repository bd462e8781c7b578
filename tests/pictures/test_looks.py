"""What the sentence in large type sends: its words, its numbers one after the other, and what is said of the head."""

import numpy as np

from headlight.pictures.looks import looks
from tests.pictures.caught import caught


def test_words_lose_their_space_and_say_whether_they_had_one() -> None:
    weights, rows = np.array([[1, 0], [0.25, 0.75]]), np.arange(12, dtype=float).reshape(2, 3, 2) / 16
    sent = caught(
        looks,
        weights,
        rows,
        words=["ant", "."],
        chosen=1,
        head=(1, 2),
        names=[["a", "b", "c"], ["d", "e", "f"]],
        following=[(" bee", 0.5)],
        about="Said.",
        alt="Words.",
        key="k",
        on_choice=print,
    )
    assert sent.header["words"] == [{"text": "ant", "apart": False}, {"text": ".", "apart": False}]
    assert sent.header["chosen"] == 1 and sent.header["head"] == [1, 2]
    assert sent.header["following"] == [[" bee", 0.5]] and sent.header["about"] == "Said."
    assert sent.picture["choosable"]
    values = np.frombuffer(sent.message[-4 * 16 :], dtype=np.float32)
    np.testing.assert_array_equal(values, np.concatenate([weights.ravel(), rows.ravel()]).astype(np.float32))
