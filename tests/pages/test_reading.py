"""A space at the end of what is typed is not read: pictures stay as they were before it. One in front of it is."""

import numpy as np
import pytest

from tests.draw import draw
from tests.pages.screen import in_box, notes, opened, payload, typed
from transformer import LanguageModel, load


def likeliest(page) -> tuple[str, float]:
    bar = payload(page, "next_word")["bars"][0]
    return bar["label"], bar["value"]


@pytest.mark.parametrize("text", ["Once upon a", "Once upon a ", "Once upon a    "])
def test_spaces_at_the_end_change_no_prediction(text: str) -> None:
    page = typed("next_word", text)
    assert likeliest(page) == ("time", pytest.approx(0.999, abs=5e-4))
    assert payload(page, "next_word")["text"] == "Once upon a"
    assert in_box(page) == text


def test_the_model_itself_reads_the_space_and_would_have_said_something_else() -> None:
    model = load("story")
    chances = model.trace("Once upon a ").probabilities[-1]
    assert chances.max() < 0.1
    assert chances[model.tokenizer.encode("time")[0].id] < 0.01


def test_a_space_in_front_is_read() -> None:
    trace = load("story").trace(" Once upon a")
    shown = draw("positions", text=" Once upon a").numbers("input_strips").reshape(3, len(trace.tokens), -1)
    np.testing.assert_array_equal(shown[0], trace.embedded[:, : shown.shape[2]])


def test_a_text_of_spaces_is_an_empty_box() -> None:
    of_spaces, empty = (payload(typed("next_word", text), "next_word")["text"] for text in ("   ", ""))
    assert of_spaces == empty != ""


def test_the_other_sentences_of_a_comparison_are_read_alike() -> None:
    page = draw("contextual", deeper=True, text="the river bank ", text_2="a financial bank ", text_3=" ")
    assert [len(page.payload(f"chips_{number}")["tokens"]) for number in (1, 2)] == [3, 3]


def test_a_box_that_is_full_says_so_and_so_does_a_text_of_too_many_tokens() -> None:
    full = "The box holds 600 characters; anything beyond was not taken."
    said = notes(typed("tokens", "bear " * 119 + "bears"))
    assert full in said
    assert "This model reads 128 tokens at a time: " not in " ".join(said)
    said = notes(typed("tokens", "qx " * 199 + "qxq"))
    assert full in said and "This model reads 128 tokens at a time: " in " ".join(said)
    assert full not in notes(typed("tokens", "bear " * 119 + "bear"))


def test_of_three_sentences_the_one_that_is_typed_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    trace = LanguageModel.trace

    def counted(model, text, *how, **after):
        read.append(text)
        return trace(model, text, *how, **after)

    monkeypatch.setattr(LanguageModel, "trace", counted)
    page = opened("contextual", text="an honest bear", text_2="a quiet bear", text_3="the bear slept")
    assert sorted(read) == ["a quiet bear", "an honest bear", "the bear slept"]
    read.clear()
    page.text_input(key="text_2").set_value("a quieter bear").run()
    assert read == ["a quieter bear"]
