"""One word in three sentences, and what moved it there: real numbers, restored by the address, calm with any text."""

import numpy as np
import pytest

from headlight.pages.embeddings.contexts import TO_TRY
from tests.draw import Drawing, draw
from tests.pages.screen import in_box, opened
from tests.statements import lesson
from training.data import TEACHING
from transformer import load


@pytest.fixture(scope="module")
def model():
    return load("story")


def compared(**values) -> Drawing:
    """The view with its arithmetic."""
    return draw("contextual", deeper=True, **values)


def of(chosen: tuple[str, ...]) -> dict[str, str]:
    """The word and the sentences of a set."""
    return dict(zip(("same_word", "text", "text_2", "text_3"), chosen, strict=True))


def drift(view: Drawing) -> dict[str, np.ndarray]:
    header = view.payload("drift")
    values = view.numbers("drift").reshape(len(header["rows"]), len(header["columns"]))
    return dict(zip(header["rows"], values, strict=True))


def followed(view: Drawing, number: int) -> list[str]:
    return [chip["text"] for chip in view.payload(f"chips_{number}")["tokens"] if chip["strong"]]


def test_the_words_of_the_sets_are_found_in_all_three_sentences():
    for chosen in TO_TRY:
        view = compared(**of(chosen))
        assert all(followed(view, number) for number in (1, 2, 3)), chosen
        assert len(drift(view)) == 3


def test_a_set_is_taken_with_one_click():
    page = opened("contextual")
    page.session_state["same_words"] = True  # its box is open
    page.run().button(key="same_words_1").click().run()
    assert not page.exception
    assert [in_box(page), *(box.value for box in page.text_input)][:3] == list(TO_TRY[1][1:])
    assert page.text_input(key="same_word").value == "bank"
    assert not page.session_state["same_words"]


def test_a_capital_letter_makes_another_token_and_that_is_said():
    view = compared(text="Bears won the game", text_2="I love bears", text_3="")
    assert any("another token" in note for note in view.notes)
    assert drift(view)["1 and 2"][0] < 0.9


def test_sentences_without_the_word_are_named_and_left_out():
    view = compared(text="the river bank", text_2="I love bears", text_3="a financial bank")
    assert any("not in the second sentence" in note for note in view.notes)
    assert list(drift(view)) == ["1 and 3"]


def test_one_sentence_alone_still_shows_what_moved_its_word():
    view = compared(text="the river bank", text_2="", text_3="")
    assert any("nothing to compare" in note for note in view.notes)
    assert view.payload("movers_1")["columns"] == ["the", "river", "bank"]
    assert not {"drift", "drift_cosines"} & {*view.keys}


def nearest(view) -> list[list[list[str]]]:
    """[embedded, then each layer][sentence]: the nearest words."""
    rows = view.payload("neighbours")["rows"]
    return [[[word.rpartition(" ")[0] for word in cell[0].split(", ")] for cell in row["cells"]] for row in rows]


def test_the_nearest_words_are_those_of_largest_cosine(model):
    view = draw("contextual", text="the river bank", text_2="", text_3="", same_word="bank")
    rows = model.transformer.embedding.weight.numpy()
    vector = model.trace("the river bank").layers[3].residual_out[2]
    cosines = rows @ vector / np.linalg.norm(rows, axis=1) / np.linalg.norm(vector)
    cosines[model.tokenizer.encode("bank")[0].id] = -1
    expected = [model.tokenizer.text_of(int(id)).strip() for id in np.argsort(-cosines)[:3]]
    assert nearest(view)[4][0] == expected


def test_what_the_lesson_says_of_the_nearest_words():
    flies = next(chosen for chosen in TO_TRY if chosen[0] == "flies")
    near = nearest(draw("contextual", **of(flies)))
    assert f"in *{flies[1]}* and in *{flies[2]}*" in lesson("contextual")
    assert near[0][0] == near[0][1] and near[0][0][:2] == ["sits", "sings"]
    assert (near[4][0][0], near[4][1][0]) == ("danced", "fruit")
    assert "danced" in near[4][1] and "flew" in near[4][1]
    near = nearest(draw("contextual", **of(TO_TRY[1])))
    assert {near[layer][0][0] for layer in (4, 5)} == {"water"}
    assert {near[layer][2][0] for layer in (2, 3, 4, 5)} == {"account"}
    assert all(len(one) <= 4 for sentence in near[6] for one in sentence)  # "commas and small words"
    lines = (TEACHING / "banks_flies_and_artists.txt").read_text("utf-8").splitlines()
    assert "Time flies like an arrow." in lines and "Fruit flies like a banana." in lines
