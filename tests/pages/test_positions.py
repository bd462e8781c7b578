"""The views of positions show the numbers of the model, and an address of before opens them."""

import numpy as np
import pytest

from headlight.pages.positions.encoding import checked
from tests.draw import draw
from tests.pages.screen import opened
from tests.statements import HELD_OUT, lesson
from transformer import Intervention, load
from transformer.readings.order import by_distance


def test_a_position_is_added_to_each_embedding():
    drawn = draw("positions")
    assert drawn.payload("input_strips")["strips"] == ["embedded", "+ positions", "= residual"]
    embedded, positions, residual = drawn.numbers("input_strips").reshape(3, 4, 48)
    assert drawn.payload("input_strips")["places"] == [0, 3, 7, 10] and "“the” at 4 positions" in drawn.titles
    assert (embedded == embedded[0]).all() and len(np.unique(residual, axis=0)) == 4, "what the hint says is to be seen"
    np.testing.assert_allclose(embedded + positions, residual, atol=1e-6)
    assert np.abs(positions).max() == 1 and drawn.payload("input_strips")["extents"] == {"+ positions": 1.0}
    assert all(bar["before"] is None for bar in drawn.payload("next_word")["bars"])


def test_a_sentence_without_a_repeated_word_shows_all_its_rows():
    drawn = draw("positions", text="my bear sleeps")
    assert drawn.payload("input_strips")["tokens"] == ["my", "bear", "sleeps"]
    assert draw("positions", text="bear bear").payload("input_strips")["places"] == [0, 1]


def test_the_next_word_of_the_opening_hangs_on_positions():
    bear = draw("positions", positions_on="false").payload("next_word")["bars"][0]
    assert bear["label"] == "bear" and bear["before"] - bear["value"] > 0.3


def test_without_positions_the_prediction_is_shown_beside_what_it_was():
    text = "the bear saw the bear"
    page = draw("positions", text=text, positions_on="false")
    model = load("story")
    before = model.trace(text).probabilities[-1]
    now = model.trace(text, Intervention(positions=False)).probabilities[-1]
    order = np.argsort(-np.maximum(before, now))[:8]
    bars = page.payload("next_word")["bars"]
    shown = [(bar["before"], bar["value"]) for bar in bars]
    expected = sorted(zip(before[order], now[order], strict=True), reverse=True)  # nothing jumps at the switch
    np.testing.assert_allclose(shown, expected, atol=1e-5)
    assert not page.numbers("input_strips").reshape(3, 2, 48)[1].any()
    scales = [drawn.payload("input_strips")["extent"] for drawn in (page, draw("positions", text=text))]
    assert scales[0] == scales[1], "the colours of the word stay"


def test_the_products_of_two_positions_know_their_distance_alone():
    every = draw("positions", text="bear country", deeper=True)
    assert every.payload("by_distance")["names"] == ["PE(p) · PE(p + k)"]
    assert any(note.startswith("✓ the same from every position p: of all 8,256 pairs") for note in every.notes)


def test_the_waves_and_the_position_are_in_the_address():
    page = draw("positions", text="bear", encoded_position="1", wave_pairs=["3", "90"], deeper=True)
    over = np.arange(128)
    for pair in (3, 90):
        drawn_over, sine, cosine = page.numbers(f"wave_{pair}").reshape(3, 128)
        np.testing.assert_array_equal(drawn_over, over)
        angles = over / 10_000 ** (2 * pair / 192)
        np.testing.assert_allclose([sine, cosine], [np.sin(angles), np.cos(angles)], atol=1e-5)
    assert "6, 7 (dashed): one wave in 8.4 positions" in page.notes
    assert "PE(1,180)" in page.formula("encoding_formula")


def test_a_pair_is_named_by_its_two_dimensions_in_its_dial_and_over_its_wave():
    at = opened("positions", more="true")
    assert at.multiselect(key="wave_pairs").options[12] == "24, 25"
    assert any(note.startswith("24, 25 (dashed)") for note in draw("positions").notes)


def test_a_plain_number_is_held_against_the_waves_and_the_embeddings():
    drawn = draw("positions", text="the bear saw the other bear", deeper=True)
    trace = load("story").trace("the bear saw the other bear")
    n, root = len(trace.tokens), np.sqrt(192)
    lengths = np.sqrt((trace.embedded.astype(np.float64) ** 2).sum(1))
    counted, share = np.arange(n) * root, np.arange(n) / (n - 1) * root
    expected = [range(n), lengths, np.full(n, np.sqrt(96)), counted, share]
    np.testing.assert_allclose(drawn.numbers("plain_lengths").reshape(5, n), expected, rtol=1e-5)
    places, waves, number = drawn.numbers("plain_products").reshape(3, 128)
    angles = (places - 64)[:, None] / 10_000 ** (2 * np.arange(96) / 192)
    np.testing.assert_allclose(waves, np.cos(angles).mean(1), atol=1e-5)
    np.testing.assert_allclose(number, places / 64, rtol=1e-6)
    plus = trace.embedded.astype(np.float64) + np.arange(n)[:, None]
    units = plus / np.sqrt((plus**2).sum(1, keepdims=True))
    pairs = [units[one] @ units[other] for one in range(n) for other in range(one)]
    said = next(note for note in drawn.notes if note.startswith("At position"))
    assert f"a vector {(n - 1) * root:.1f} long" in said and f"{np.mean(pairs):.2f} with the number" in said
    assert "at position 127 that is a vector 1,760 long" in lesson("positions") and round(127 * root) == 1760
    assert "about 30 long and the waves always 9.8" in lesson("positions") and round(np.sqrt(96), 1) == 9.8
    words = np.concatenate([load("story").trace(text).embedded for text in HELD_OUT[::6]])
    assert np.median(np.linalg.norm(words, axis=1)) == pytest.approx(30, abs=2)


def test_products_that_depend_on_the_place_are_an_error():
    place, pair = np.arange(11)[:, None], np.arange(96)
    angles = place / 10_000 ** (2 * pair / 192)
    rows = np.concatenate([np.sin(angles), np.cos(angles)], axis=1)
    assert checked(by_distance(rows @ rows.T), 36).startswith("✓ the same from every position p: of")
    rows[3] *= 1.01
    assert checked(by_distance(rows @ rows.T), 36).startswith("✗ not the same from every position p")


def test_near_positions_have_a_large_product_that_falls_in_ripples():
    """Count again what is said over the curve, of 128 positions."""
    falls = np.cos(np.arange(128)[:, None] / 10_000 ** (2 * np.arange(96) / 192)).sum(axis=1)
    assert falls.argmax() == 0 and (np.diff(falls.reshape(4, 32).mean(axis=1)) < 0).all()
    assert (np.diff(falls) > 0).any()
