"""The page on positions meets every text calmly, and its address restores it."""

import numpy as np
import pytest

from tests.awkward import AWKWARD
from tests.pages.screen import formula, notes, numbers, opened, payload, typed
from tests.statements import HELD_OUT, lesson
from transformer import Intervention, load
from transformer.readings.waves import encoding


def test_the_page_opens_with_the_example_and_a_whole_picture():
    page = opened("positions")
    assert payload(page, "input_strips")["strips"] == ["embedded", "+ positions", "= residual"]
    assert all(bar["before"] is None for bar in payload(page, "next_word")["bars"])


def test_the_product_of_two_positions_knows_their_distance_alone():
    page = opened("every_position", arithmetic="true")
    assert payload(page, "by_distance")["names"] == ["PE(p) · PE(p + k)"]
    assert any(note.startswith("✓ the same from every position p: of all 8,256 pairs") for note in notes(page))


def test_the_third_strip_is_the_sum_of_the_two_above_it():
    embedded, positions, residual = numbers(opened("positions"), "input_strips").reshape(3, 8, 192)
    np.testing.assert_allclose(embedded + positions, residual, atol=1e-6)
    assert np.abs(positions).max() == 1


def test_without_positions_the_prediction_is_shown_beside_what_it_was():
    text = "the bear saw the bear"
    page = opened("positions", text=text, positions_on="false")
    model = load("story")
    before = model.trace(text).probabilities[-1]
    now = model.trace(text, Intervention(positions=False)).probabilities[-1]
    largest = np.sort(np.maximum(before, now))[::-1][:8]
    bars = payload(page, "next_word")["bars"]
    np.testing.assert_allclose([max(bar["value"], bar["before"]) for bar in bars], largest, atol=1e-5)
    assert all(np.isclose(now, bar["value"], atol=1e-6).any() for bar in bars)
    assert all(np.isclose(before, bar["before"], atol=1e-6).any() for bar in bars)
    assert not numbers(page, "input_strips").reshape(3, 5, 192)[1].any()


def test_the_waves_and_the_position_are_in_the_address():
    page = opened("positions", encoded_position="1", dimension=["3", "90"], arithmetic="true")  # an address of before
    over = np.arange(128)
    for pair in (3, 90):
        drawn_over, sine, cosine = numbers(page, f"wave_{pair}").reshape(3, 128)
        np.testing.assert_array_equal(drawn_over, over)
        angles = over / 10_000 ** (2 * pair / 192)
        np.testing.assert_allclose([sine, cosine], [np.sin(angles), np.cos(angles)], atol=1e-5)
    assert "Dimensions 6 and 7: one wave is 8.4 positions long" in notes(page)
    assert "PE(1,180)" in formula(page, "encoding_formula")


def test_a_plain_number_is_held_against_the_waves_and_the_embeddings():
    page = opened("plain_number", text="the bear saw the other bear")
    trace = load("story").trace("the bear saw the other bear")
    n, root = len(trace.tokens), np.sqrt(192)
    drawn = numbers(page, "plain_lengths").reshape(5, n)
    lengths = np.sqrt((trace.embedded.astype(np.float64) ** 2).sum(1))
    counted, share = np.arange(n) * root, np.arange(n) / (n - 1) * root
    np.testing.assert_allclose(drawn, [range(n), lengths, np.full(n, np.sqrt(96)), counted, share], rtol=1e-5)
    places, waves, number = numbers(page, "plain_products").reshape(3, 128)
    angles = (places - 64)[:, None] / 10_000 ** (2 * np.arange(96) / 192)
    np.testing.assert_allclose(waves, np.cos(angles).mean(1), atol=1e-5)
    np.testing.assert_allclose(number, places / 64, rtol=1e-6)
    plus = trace.embedded.astype(np.float64) + np.arange(n)[:, None]
    units = plus / np.sqrt((plus**2).sum(1, keepdims=True))
    pairs = [units[one] @ units[other] for one in range(n) for other in range(one)]
    said = next(note for note in notes(page) if note.startswith("At position"))
    assert f"a vector {(n - 1) * root:.1f} long" in said and f"{np.mean(pairs):.2f} with the number" in said
    assert "at position 127 that is a vector 1,760 long" in lesson("plain_number") and round(127 * root) == 1760
    assert "about 30 and the waves always 9.8" in lesson("plain_number") and round(np.sqrt(96), 1) == 9.8
    words = np.concatenate([load("story").trace(text).embedded for text in HELD_OUT[::6]])
    assert np.median(np.linalg.norm(words, axis=1)) == pytest.approx(30, abs=2)


@pytest.mark.parametrize("dimension", ["x", "96", "-1", "", ["1", "2", "3", "4", "5", "6"]])
def test_waves_that_are_none_fall_back(dimension):
    page = opened("every_position", wave_pairs=dimension)
    assert len([note for note in notes(page) if "one wave is" in note]) == 4
    np.testing.assert_array_equal(numbers(page, "encoding"), encoding(128, 192).ravel())


def test_a_switch_that_is_neither_on_nor_off_falls_back():
    assert payload(opened("positions", positions_on="maybe"), "input_strips")


@pytest.mark.parametrize("text", AWKWARD)
@pytest.mark.parametrize("view", ["positions", "plain_number"])
def test_an_awkward_text_is_met_calmly(view, text):
    typed(view, text)
