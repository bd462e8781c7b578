"""Attention by hand: true numbers on the first screen, the address restores all of it, calm with anything."""

from urllib.parse import urlencode

import numpy as np
import pytest

from headlight.reading import reader
from headlight.state.registry import find
from headlight.state.state import State
from tests.draw import Drawing, draw
from transformer.experiments.by_hand import drawn, look
from transformer.similarity import unit

UNITS = "1 0 0; 0 1 0; 0 0 1"
EDITED = f"1 0 0; 0 2 0 | {UNITS} | {UNITS} | {UNITS}"


def test_the_first_screen_compares_with_and_without_projections() -> None:
    shown = draw("by_hand", deeper=True)
    trace = reader.loaded().trace(reader.EXAMPLE)
    simple = look(unit(trace.embedded), unit(trace.embedded), unit(trace.embedded), causal=True)
    np.testing.assert_allclose(shown.numbers("simple_scores"), simple.scores.ravel(), atol=1e-6)
    projected = trace.layers[2].pattern[0]
    np.testing.assert_allclose(
        np.maximum(shown.numbers("projected_weights"), 0), projected.ravel(), atol=1e-6
    )  # masked cells are -inf on screen
    assert any("The scores are symmetric" in hint for hint in shown.headings)
    assert any("The scores are not symmetric" in hint for hint in shown.headings)
    ends = [title.rpartition(": ")[2] for title in shown.titles[:2]]
    assert ends == [f"{count} of 9 words attend most to themselves" for count in (9, 2)]
    assert shown.chosen("simple_scores", [2, 1]) == {"query": 2, "key_position": 1}


def test_the_four_words_and_their_printed_numbers_are_those_of_the_seed() -> None:
    shown = draw("by_hand", deeper=True)
    for value in (0.98522025, 1.74174051, 0.75652026, 0.90965265, 1.40965265, 0.99851226, 1.90407309, 0.90846923):
        assert f"{value:.8f}" in shown.formula("result_formula")
    np.testing.assert_allclose(shown.numbers("four_pattern"), drawn(42).look().pattern.ravel(), atol=1e-6)


def test_a_number_that_is_chosen_grows_by_one_and_begins_again_after_three() -> None:
    shown = draw("by_hand", deeper=True, four_words=EDITED)
    np.testing.assert_array_equal(shown.numbers("four_words"), [1, 0, 0, 0, 2, 0])
    for then in (3, 0, 1):
        shown = draw("by_hand", deeper=True, **shown.chosen("four_words", [1, 1]))
        assert shown.numbers("four_words")[4] == then
    assert draw("by_hand", deeper=True, **shown.chosen("four_w_v", [2, 2])).numbers("four_w_v")[8] == 2


def test_a_word_is_dragged_by_its_first_two_numbers_and_a_click_asks_for_its_query() -> None:
    shown = draw("by_hand", deeper=True)
    moved = draw("by_hand", deeper=True, **shown.chosen("four_points", [3, -0.5, 2]))
    assert moved.numbers("four_points").tolist() == [1, 0, 0, 1, 1, 1, -0.5, 2]
    assert [group["asides"] for group in moved.payload("four_points")["groups"]] == [[""]] * 3 + [["(−0.5, 2, 1)"]]
    assert (moved.numbers("four_pattern") != shown.numbers("four_pattern")).any()
    assert shown.chosen("four_points", 1) == {"one_of_four": 2}
    second = draw("by_hand", deeper=True, one_of_four=2)
    colours = [group["colour"] for group in second.payload("four_points")["groups"]]
    assert colours == ["ink", "query", "ink", "ink"] and second.payload("four_pattern")["row"] == 1
    assert draw("by_hand", deeper=True, four_words=EDITED.replace("2", "9")).payload("four_points")["high"] == [9, 9]


def test_a_query_of_zero_is_met_calmly() -> None:
    zero = draw("by_hand", deeper=True, four_words=EDITED.replace("1 0 0; 0 2 0", "0 0 0; 0 2 0"))
    assert np.isfinite(zero.numbers("four_scores_seen")).all()


def test_the_hard_dictionary_knows_its_keys_to_the_letter() -> None:
    shown = draw("dictionary", looked_up="Shakespeare")
    assert shown.payload("hard")["lines"] == ["dictionary['Shakespeare']", "# KeyError: 'Shakespeare'"]
    assert shown.payload("answer")["bars"][1]["value"] == pytest.approx(0.886, abs=5e-4)
    exact = draw("dictionary", looked_up="William Shakespeare").payload("hard")["lines"]
    assert exact == ["dictionary['William Shakespeare']", "# 'playwright'"]


@pytest.mark.parametrize(
    ("view", "params"),
    [
        ("by_hand", {"vectors": "nonsense"}),
        ("by_hand", {"four_words": "1 2 3 | x"}),
        ("by_hand", {"four_words": "<b>$x$</b>"}),
        ("dictionary", {"entries": "no entry here", "looked_up": " "}),
        ("dictionary", {"entries": "**a**: $b$; <i>c</i>: :red[d]", "looked_up": "![](y)", "look_up_temperature": "9"}),
        ("dictionary", {"entries": "\u200b: \u200b", "looked_up": "\x00"}),
    ],
)
def test_an_address_that_makes_no_sense_falls_back(view: str, params: dict[str, str]) -> None:
    shown = Drawing(State.parse(find(view), urlencode(params)), deeper=True)
    if view == "dictionary":
        assert np.isfinite([bar["value"] for bar in shown.payload("answer")["bars"]]).all()
    else:
        assert all(np.isfinite(shown.numbers(key)).all() for key in ("four_pattern", "simple_scores"))


def test_the_trained_model_is_asked_what_the_dictionary_holds() -> None:
    shown = draw("dictionary")
    (sentences, goes_on, chances, values, *_, ranks) = [
        [cell for cell, _ in column["cells"]] for column in shown.payload("recalled")["columns"]
    ]
    assert goes_on == values == ["painter", "playwright", "writer"] and ranks == ["1", "1", "1"]
    for sentence, chance in zip(sentences, chances, strict=True):
        assert chance == f"{reader.loaded().trace(sentence).probabilities[-1].max():.3f}"
    (remark,) = [note for note in shown.notes if note.startswith("3 of 3 values are the model’s first guess.")]
    assert "about these three names" in remark
    others = draw("dictionary", entries="Oliver Twist: novel; Hamlet: play").notes
    assert not any("three names" in note for note in others), "which the reader has typed: nobody looked"
