"""Attention by hand: true numbers on the first screen, the address restores all of it, calm with anything."""

import numpy as np
import pytest

from headlight.frame import reading
from tests.awkward import AWKWARD
from tests.pages.screen import captions, formula, notes, numbers, opened, payload
from transformer.experiments.by_hand import drawn, look
from transformer.similarity import unit

UNITS = "1 0 0; 0 1 0; 0 0 1"
EDITED = f"1 0 0; 0 2 0 | {UNITS} | {UNITS} | {UNITS}"


def test_the_first_screen_compares_with_and_without_projections() -> None:
    at = opened("by_hand", arithmetic="true")
    trace = reading.model().trace(reading.EXAMPLE)
    simple = look(unit(trace.embedded), unit(trace.embedded), unit(trace.embedded), causal=True)
    np.testing.assert_allclose(numbers(at, "simple_scores"), simple.scores.ravel(), atol=1e-6)
    projected = trace.layers[2].pattern[0]
    np.testing.assert_allclose(
        np.maximum(numbers(at, "projected_weights"), 0), projected.ravel(), atol=1e-6
    )  # masked cells are -inf on screen
    said = notes(at)
    assert any("The scores are symmetric" in note for note in said)
    assert any("The scores are not symmetric" in note for note in said)
    assert any(note.startswith("8 of 8 words") for note in said)
    assert any(note.startswith("2 of 8 words") for note in said)


def test_the_four_words_and_their_printed_numbers_are_on_the_first_screen() -> None:
    at = opened("four_words")
    for value in (0.98522025, 1.74174051, 0.75652026, 0.90965265, 1.40965265, 0.99851226, 1.90407309, 0.90846923):
        assert f"{value:.8f}" in formula(at, "result_formula")
    np.testing.assert_allclose(numbers(at, "four_pattern"), drawn(42).look().pattern.ravel(), atol=1e-6)


def test_a_score_is_shown_as_one_form() -> None:
    at = opened("by_hand", text="bear country", arithmetic="true")
    assert "W x_0" in formula(at, "form_formula")
    assert any("Of all 4 pairs" in note for note in notes(at))
    assert any("so W has rank 32" in caption for caption in captions(at))


def test_the_address_restores_comparison_example_and_dictionary() -> None:
    cell = {"query": "0", "key_position": "1", "arithmetic": "true"}
    at = opened("by_hand", text="bear country", vectors="embedded", hide_later="false", **cell)
    embedded = reading.model().trace("bear country").embedded.astype(np.float64)
    np.testing.assert_allclose(numbers(at, "simple_scores"), (embedded @ embedded.T).ravel(), rtol=1e-5)
    assert np.isfinite(numbers(at, "simple_weights")).all()
    assert payload(at, "simple_weights")["selected"] == [0, 1]
    at = opened("four_words", four_words=EDITED, one_of_four="2", arithmetic="true")
    np.testing.assert_array_equal(numbers(at, "four_scores"), [1, 0, 0, 4])
    assert "q_2" in formula(at, "one_word_formula")
    entries = {"looked_up": "Oliver", "entries": "Oliver Twist: novel; Hamlet: play", "look_up_temperature": "0.5"}
    at = opened("dictionary", arithmetic="true", **entries)
    assert [bar["label"] for bar in payload(at, "answer")["bars"]] == ["novel", "play"]
    assert "/0.5" in formula(at, "soft_formula")


def test_another_seed_draws_other_matrices_and_forgets_what_was_edited() -> None:
    at = opened("four_words", four_words=EDITED)
    at.number_input(key="four_words_seed").set_value(7).run()
    assert not at.exception
    assert at.text_input(key="four_words").value == ""
    np.testing.assert_allclose(numbers(at, "four_pattern"), drawn(7).look().pattern.ravel(), atol=1e-6)


def test_the_hard_dictionary_knows_its_keys_to_the_letter() -> None:
    at = opened("dictionary", looked_up="Shakespeare")
    assert any("KeyError: 'Shakespeare'" in code.value for code in at.code)
    said = "".join(words for words, _ in payload(at, "most_like")["pieces"])
    assert "“playwright” gets 0.886" in said
    at = opened("dictionary", looked_up="William Shakespeare")
    assert any("# 'playwright'" in code.value for code in at.code)


@pytest.mark.parametrize(
    ("view", "params"),
    [
        ("by_hand", {"vectors": "nonsense", "hide_later": "x", "orientation": "columns"}),
        ("by_hand", {"layer": "99", "query": "-1", "key_position": "x"}),
        ("four_words", {"four_words": "1 2 3 | x"}),
        ("four_words", {"four_words": "<b>$x$</b>"}),
        ("four_words", {"four_words_seed": "-4", "one_of_four": "99"}),
        ("dictionary", {"entries": "no entry here", "looked_up": " "}),
        (
            "dictionary",
            {"entries": "**a**: $b$; <i>c</i>: :red[d]", "looked_up": "![](y)", "look_up_temperature": "9"},
        ),
        ("dictionary", {"entries": "\u200b: \u200b", "looked_up": "\x00"}),
    ],
)
def test_an_address_that_makes_no_sense_falls_back(view: str, params: dict[str, str]) -> None:
    at = opened(view, arithmetic="true", **params)
    if view == "dictionary":
        assert np.isfinite([bar["value"] for bar in payload(at, "answer")["bars"]]).all()
    else:
        assert np.isfinite(numbers(at, "four_pattern" if view == "four_words" else "simple_scores")).all()


@pytest.mark.parametrize("text", AWKWARD)
def test_any_text_is_met_calmly(text: str) -> None:
    assert not np.isnan(numbers(opened("by_hand", text=text, arithmetic="true"), "projected_weights")).any()
    opened("dictionary", looked_up=text[:80], entries=f"{text[:40]}: x; y: {text[:40]}", arithmetic="true")


def test_the_trained_model_is_asked_what_the_dictionary_holds() -> None:
    at = opened("dictionary")
    model = reading.model()
    (sentences, goes_on, chances, values, *_, ranks) = [
        [cell for cell, _ in column["cells"]] for column in payload(at, "recalled")["columns"]
    ]
    assert goes_on == values == ["painter", "playwright", "writer"] and ranks == ["1", "1", "1"]
    for sentence, chance in zip(sentences, chances, strict=True):
        assert chance == f"{model.trace(sentence).probabilities[-1].max():.3f}"
    assert any(caption.startswith("3 of 3 values come first.") for caption in captions(at))


def test_the_unfinished_sentence_can_be_another_and_is_the_example_when_empty() -> None:
    first = opened("dictionary")
    assert payload(first, "goes_on")["bars"][0]["label"] == "playwright"
    assert payload(opened("dictionary", unfinished=" "), "goes_on")["bars"] == payload(first, "goes_on")["bars"]
    other = payload(opened("dictionary", unfinished="The cat sat on the"), "goes_on")
    expected = reading.model().trace("The cat sat on the").probabilities[-1].max()
    assert other["bars"][0]["value"] == pytest.approx(float(expected), abs=1e-6)
