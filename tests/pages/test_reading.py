"""A space at the end of what is typed is not read: pictures stay as they were before it. One in front of it is."""

import numpy as np
import pytest

from tests.pages.screen import numbers, opened, payload, typed
from transformer import load
from ui import reading


def likeliest(page) -> tuple[str, float]:
    bar = payload(page, "next_word")["bars"][0]
    return bar["label"], bar["value"]


@pytest.mark.parametrize("text", ["Once upon a", "Once upon a ", "Once upon a    "])
def test_spaces_at_the_end_change_no_prediction(text: str) -> None:
    page = typed("positions", text)
    assert likeliest(page) == ("time", pytest.approx(0.999, abs=5e-4))
    assert payload(page, "next_word")["text"] == "Once upon a"
    assert page.text_input(key="text").value == text


def test_the_model_itself_reads_the_space_and_would_have_said_something_else() -> None:
    model = load("story")
    chances = model.trace("Once upon a ").probabilities[-1]
    assert chances.max() < 0.1
    assert chances[model.tokenizer.encode("time")[0].id] < 0.01


def test_a_space_in_front_is_read() -> None:
    trace = load("story").trace(" Once upon a")
    shown = numbers(typed("positions", " Once upon a"), "input_strips").reshape(3, len(trace.tokens), 192)
    np.testing.assert_array_equal(shown[0], trace.embedded)


def test_a_text_of_spaces_is_an_empty_box() -> None:
    assert payload(typed("positions", "   "), "next_word")["text"] == reading.EXAMPLE


def test_the_other_sentences_of_a_comparison_are_read_alike() -> None:
    page = opened("contextual", text="the river bank ", text_2="a financial bank ", text_3=" ")
    assert [len(payload(page, f"chips_{number}")["tokens"]) for number in (1, 2)] == [3, 3]
