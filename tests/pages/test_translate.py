"""The page that translates: real numbers at once, the address restores the picture, any text is met calmly."""

import numpy as np
import pytest

from tests.awkward import AWKWARD
from tests.pages.screen import numbers, opened, payload
from ui import translators


def test_the_first_screen_shows_the_alignment_of_the_example() -> None:
    at = opened("translate")
    trace = translators.translated("translate", translators.EXAMPLE, 1).trace
    layer, head = translators.main().alignment.best
    picture = payload(at, "ribbons")
    assert picture["text"] == translators.EXAMPLE
    assert [word["text"] for word in picture["target"]] == [word.text for word in trace.target_words[:-1]] + ["end"]
    expected = trace.word_pattern(layer, head)
    np.testing.assert_allclose(numbers(at, "ribbons"), expected.ravel(), atol=1e-6)
    np.testing.assert_allclose(numbers(at, "cross").reshape(expected.shape).sum(1), 1, atol=1e-5)


@pytest.mark.parametrize("text", AWKWARD)
def test_any_text_is_met_calmly(text: str) -> None:
    at = opened("translate")
    at.text_input(key="english").set_value(text).run()
    assert not at.exception and not at.error
    assert payload(at, "ribbons")["text"] == (text if text.strip() else translators.EXAMPLE)
    assert np.isfinite(numbers(at, "ribbons")).all()
