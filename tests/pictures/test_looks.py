"""What the sentence in large type sends: its words, its numbers one after the other, and what is said of the head."""

import base64

import numpy as np

from headlight.pictures import Screen, Then
from tests.pictures.caught import caught


def test_exact_numbers_of_what_is_chosen_and_a_colour_of_all_others_are_sent() -> None:
    patterns = np.arange(24, dtype=float).reshape(2, 3, 2, 2) / 24
    sent = caught(
        Screen.looks,
        patterns,
        words=[("ant", True), (".", False)],
        chosen=1,
        head=(1, 2),
        names=[["a", "b", "c"], ["d", "e", "f"]],
        following=[(" bee", 0.5)],
        about="Said.",
        alt="Words.",
        key="k",
        on_choice=print,
        then=Then("Then", 0, (0, 1)),
    )
    assert sent.header["words"] == [{"text": "ant", "apart": True}, {"text": ".", "apart": False}]
    assert sent.header["chosen"] == 1 and sent.header["head"] == [1, 2]
    assert sent.header["following"] == [[" bee", 0.5]] and sent.header["about"] == "Said."
    assert sent.header["then"] == {"words": "Then", "word": 0, "head": [0, 1]}
    assert sent.picture["choosable"]
    values = np.frombuffer(sent.message[-4 * 16 :], dtype=np.float32)
    expected = np.concatenate([patterns[1, 2].ravel(), patterns[:, :, 1].ravel()]).astype(np.float32)
    np.testing.assert_array_equal(values, expected)
    shades = np.frombuffer(base64.b64decode(sent.header["shades"]), dtype=np.uint8)
    np.testing.assert_allclose(shades.reshape(patterns.shape) / 255, patterns, atol=0.5 / 255)
