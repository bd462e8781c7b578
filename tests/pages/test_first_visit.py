"""A first visit is asked two questions: an open one gives nothing away, and then the guess is answered."""

import pytest

from headlight.pages.start.first_visit import TEXTS
from headlight.state.registry import views
from headlight.state.session import Session
from headlight.state.state import State
from tests.draw import draw

ANSWERS = {1: ("Lisa", 2), 2: ("lock", 2)}  # by question: the next word, and the guess that is right


def test_the_words_to_choose_from_stand_in_an_order_that_tells_nothing() -> None:
    for question in ANSWERS:
        shown = draw("start", text=TEXTS[question - 1], question=question).payload("looks")
        offered = [word for word, _ in shown["following"]]
        assert offered == sorted(offered) and bool(offered) == (question == 2)
        assert len(set(filter(None, shown["ghost"]["weights"]))) <= 1, "all that may be tapped look alike"


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


def test_squares_of_heads_come_with_the_first_choice_and_the_keys_go_with_the_sentence() -> None:
    state = {"text": TEXTS[0], "question": 1, "guessed": 2}
    assert not draw("start", **state).payload("looks")["names"]
    assert draw("start", **state, query=3).payload("looks")["names"]
    reader = Session({"text": [TEXTS[0]], "question": ["1"], "guessed": ["2"]})
    assert "question=1" in reader.address()
    reader.type({"text": "bear country"})
    assert reader.address() == "?text=bear+country"
