"""The second reader of the start: SmolLM2's ribbons and bars of the same sentence and the same word."""

import numpy as np

from headlight.reading import reader
from tests.draw import draw
from transformer.real.installed import open_installed


def test_smollm2_reads_the_sentence_under_the_first_reader() -> None:
    drawn = draw("start", query=5, second_reader=True)
    assert drawn.keys == ["looks", "second_looks"]
    shown = drawn.payload("second_looks")
    assert shown["words"] == drawn.payload("looks")["words"] and shown["chosen"] == 5 and shown["edits"] is None
    assert shown["low"] and drawn.payload("looks")["low"], "both share a screen"
    trace = open_installed("SmolLM2", 48).trace(shown["text"])
    named = draw("start", query=5, layer=3, head=1, second_reader=True)  # a head that was chosen, so no one decides
    np.testing.assert_allclose(named.numbers("second_looks")[:81].reshape(9, 9), trace.layers[2].pattern[1], atol=1e-5)
    assert shown["following"][0][0] == "little"
    assert drawn.chosen("second_looks", ["word", 1]) == {"query": 1}
    assert drawn.chosen("second_looks", ["next", 0])["text"].endswith("helped the little")


def test_beside_the_head_that_decides_stands_the_one_that_decides_in_smollm2() -> None:
    drawn = draw("start", text="I love my little dog and I love my big", second_reader=True)
    model = open_installed("SmolLM2", 48)
    trace = model.trace(drawn.payload("second_looks")["text"])
    head = reader.source(reader.opened("SmolLM2"), trace.text).head
    assert head and drawn.payload("second_looks")["about"].endswith(f"{head.title}.")
    shown, own = drawn.numbers("second_looks")[:100].reshape(10, 10), trace.layers[head.layer].pattern[head.head]
    np.testing.assert_allclose(shown, own, atol=1e-5)
    assert trace.tokens[own[-1].argmax()].text == " dog", "what comes next hangs on it"


def test_without_the_switch_there_is_one_reader() -> None:
    assert draw("start").keys == ["looks"]
