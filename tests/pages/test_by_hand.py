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


def test_a_score_is_shown_as_one_form() -> None:
    shown = draw("by_hand", text="bear country", deeper=True)
    assert "W x_0" in shown.formula("form_formula")
    assert any("All 4 pairs agree within" in note for note in shown.notes)
    assert any("W has rank 32" in note for note in shown.notes)


def test_it_opens_at_the_word_to_which_the_projections_add_most_and_a_choice_stays() -> None:
    shown, words = draw("by_hand"), reader.loaded().trace(reader.EXAMPLE).words
    query, key = shown.payload("projected_weights")["selected"]
    assert (words[query], words[key]) == ("country", "bear")
    simple, projected = (shown.numbers(f"{side}_weights").reshape(9, 9) for side in ("simple", "projected"))
    assert projected[query, key] - simple[query, key] == pytest.approx((projected - simple).max())
    assert round(float(simple[query, key]), 2) == 0.15 and round(float(projected[query, key]), 2) == 0.73
    for side, weights in (("simple", simple), ("projected", projected)):
        assert shown.payload(f"{side}_looks")["chosen"] == 5
        np.testing.assert_allclose(shown.numbers(f"{side}_looks").reshape(9, 9), weights, atol=1e-6)
    assert shown.chosen("simple_looks", ["word", 2]) == {"query": 2, "key_position": None}
    assert draw("by_hand", query=8).payload("projected_weights")["selected"][0] == 8


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


def test_a_key_lies_along_the_query_as_far_as_its_score_says_and_is_as_long_as_it_is() -> None:
    example = drawn(42)
    shown = draw("by_hand", deeper=True, one_of_four=3)
    groups, places = shown.payload("four_scores_seen")["groups"], shown.numbers("four_scores_seen").reshape(-1, 2, 2)
    arrows = {colour: [at for at, each in enumerate(groups) if each["colour"] == colour] for colour in ("key", "query")}
    keys, (query,) = places[arrows["key"][4:], 1], places[arrows["query"], 1]
    np.testing.assert_allclose(keys[:, 0] * query[0], example.queries[2] @ example.keys.T, rtol=1e-5)
    np.testing.assert_allclose(np.linalg.norm(keys, axis=1), np.linalg.norm(example.keys, axis=1), rtol=1e-5)
    np.testing.assert_array_equal(places[arrows["key"][:4]], np.stack([keys, keys * [1, 0]], axis=1))
    areas = np.array([groups[at]["size"] - 2.5 for at in arrows["key"][4:]]) ** 2
    np.testing.assert_allclose(areas / areas.sum(), example.look().pattern[2], rtol=1e-5)


def test_the_context_is_drawn_as_the_mean_of_the_values_by_their_weights() -> None:
    shown, looks = draw("by_hand", deeper=True, one_of_four=2), drawn(42).look()
    places = shown.numbers("four_context_seen").reshape(-1, 2)
    np.testing.assert_array_equal(places[1:8:2], looks.values[:, :2])
    np.testing.assert_allclose(places[-1], looks.pattern[1] @ places[1:8:2], rtol=1e-5)
    assert shown.payload("four_context_seen")["groups"][-1]["name"] == "context of word 2"


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
    assert shown.payload("hard")["lines"] == ["dictionary['Shakespeare']  # KeyError: 'Shakespeare'"]
    assert shown.payload("answer")["bars"][1]["value"] == pytest.approx(0.886, abs=5e-4)
    exact = draw("dictionary", looked_up="William Shakespeare").payload("hard")["lines"]
    assert exact == ["dictionary['William Shakespeare']  # 'playwright'"]


def test_ribbons_lead_from_the_query_to_every_key_and_a_key_that_is_chosen_is_looked_up() -> None:
    shown = draw("dictionary")
    keys, values = shown.payload("compared"), [bar["value"] for bar in shown.payload("answer")["bars"]]
    assert [word["text"] for word in keys["words"]][keys["chosen"]] == "“Shakespeare”"
    weights = shown.numbers("compared").reshape(4, 4)
    np.testing.assert_allclose(weights[-1], [*values, 0], atol=1e-6)
    assert (weights[:3].argmax(axis=1) == range(3)).all(), "each key is most similar to itself"
    assert shown.chosen("compared", ["word", 2]) == {"looked_up": "Charles Dickens"}


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
