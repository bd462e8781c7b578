"""A board that is told after another one, and twice, is the board that it is alone: in every view."""

import numpy as np
import pytest

from headlight.state.registry import find, views
from headlight.state.state import State
from tests.browser.drawing.glass import Glass
from tests.browser.drawing.recorded import WORDS
from tests.pictures.caught import Caught
from tests.sampled import sampled

VIEWS = [name for name, view in views().items() if view.draw]
TEXT = "red bear"


def seen(glass: Glass) -> tuple[list[str], np.ndarray]:
    """All words of its pictures with their places, and what they look like."""
    stage = glass.page.locator("#stage")
    for visibility in ("hidden", ""):  # painted as a whole: edges of a part that is painted alone differ
        stage.evaluate("(e, value) => (e.style.visibility = value)", visibility)
        glass.frames()
    words = [f"{each['text']}@{each['x']:.0f},{each['y']:.0f}" for each in glass.texts]
    words += glass.page.locator(".spot > .picture").evaluate_all(f"all => all.flatMap({WORDS})")
    return sorted(words), glass.shot(stage)


@pytest.mark.parametrize("name", sampled(VIEWS, ["attention", "word_sums", "next_word", "tokens"]))
def test_a_board_is_what_was_told_last(glass: Glass, name: str) -> None:
    view = find(name)
    plain = State.of(view)
    keys = {"text": TEXT} if "text" in view.keys else {"orientation": "columns"}
    other, one = (Caught(view.board(state).message()) for state in (plain, State.of(view, **keys)))
    alone = seen(glass.show(one, width=1000))
    for board in (other, one, one):
        glass.show(board, width=1000, again=True)
    words, looks = seen(glass)
    assert words == alone[0]
    np.testing.assert_array_equal(looks, alone[1])
