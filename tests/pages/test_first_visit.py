"""A first visit is asked two questions: an open one gives nothing away, and then the guess is answered."""

import json
from typing import Any

import pytest

from headlight.app import stream
from headlight.pages.start.first_visit import TEXTS
from headlight.state.registry import find, views
from headlight.state.state import State
from tests.draw import draw

ANSWERS = {1: ("Lisa", 2), 2: ("lock", 2)}  # by question: the next word, and the guess that is right


@pytest.mark.parametrize("question", ANSWERS)
def test_while_a_question_is_open_nothing_tells_its_answer(question: int) -> None:
    state: dict[str, Any] = {"text": TEXTS[question - 1], "question": question}
    drawn = draw("start", **state)
    shown = drawn.payload("looks")
    assert find("start").asks(State.of(find("start"), **state)), "what is around the picture is not drawn"
    assert stream.strip_of(State.of(find("start"), **state)) is None
    assert not drawn.numbers("looks").any() and not shown["shades"] and not shown["names"], "no weight of any head"
    chances = [chance for _, chance in shown["following"]]
    assert not any(chances) and not (question == 1 and chances)
    offered = [word for word, _ in shown["following"]]
    assert offered == sorted(offered), "their order tells nothing"
    said = {key: value for key, value in shown.items() if key not in ("words", "text", "following")}
    assert ANSWERS[question][0] not in json.dumps(said)
    ribbons = shown["ghost"]["weights"]
    assert len(set(filter(None, ribbons))) <= 1, "all that may be tapped look alike"


@pytest.mark.parametrize("question", ANSWERS)
def test_the_guess_is_answered_by_ribbon_bars_and_a_sentence(question: int) -> None:
    word, right = ANSWERS[question]
    for guess in (right, 0):
        drawn = draw("start", text=TEXTS[question - 1], question=question, guessed=guess)
        shown = drawn.payload("looks")
        said = "".join(piece for piece, _ in shown["why"])
        assert said.startswith("Yes. " if guess == right else "You chose “") and f"“{word}”" in said
        assert shown["following"][0][0] == word and drawn.numbers("looks").any() and shown["asked"] is None
        assert shown["then"]["words"]


def test_of_a_sentence_of_ones_own_and_without_the_key_nothing_is_asked() -> None:
    for state in ({"text": "bear country", "question": 1}, {"text": TEXTS[0]}, {"text": TEXTS[0], "question": 2}, {}):
        assert draw("start", **state).payload("looks")["asked"] is None
    assert [name for name, view in views().items() if view.asks(State.of(view))] == []
