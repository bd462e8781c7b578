"""The views of positions show the numbers of the model, and an address of before opens them."""

import numpy as np
import pytest

from headlight.pages.positions.encoding import checked
from headlight.pages.positions.positions import exchanged, two_words
from headlight.reading.reader import EXAMPLE
from tests.draw import draw
from tests.statements import HELD_OUT, lesson
from transformer import Intervention, load
from transformer.readings.order import by_distance

BAG = Intervention(positions=False, mask="none")


@pytest.mark.parametrize(("on", "change"), [("true", Intervention()), ("false", BAG)])
def test_the_next_word_is_shown_with_two_words_exchanged_beside_what_it_was(on, change):
    drawn, model = draw("positions", positions_on=on), load("story")
    turned = "The bear stepped into girl country and helped the"
    own, other = (model.trace(text, change).probabilities[-1] for text in (EXAMPLE, turned))
    order = np.argsort(-np.maximum(own, other))[:8]
    shown = [(bar["before"], bar["value"]) for bar in drawn.payload("next_word")["bars"]]
    np.testing.assert_allclose(shown, sorted(zip(own[order], other[order], strict=True), reverse=True), atol=1e-5)
    assert "What if “girl” and “bear” change places?" in drawn.titles
    assert drawn.says("next_word") == (
        "The exchange moves 87% of the probability with positions and mask, and under 1% without."
    )


@pytest.mark.parametrize(
    ("text", "token", "turned"),
    [
        ("The dog bites the man on the", None, "The bites dog the man on the"),
        ("The dog bites the man on the", 5, "The dog man the bites on the"),
        ("a bear saw Ann. Ann ran", None, "a saw bear Ann. Ann ran"),
        ("the unbelievable bear sleeps", None, "the bear unbelievable sleeps"),
    ],
)
def test_the_chosen_word_and_the_one_that_says_most_are_exchanged(text, token, turned):
    state = draw("positions", text=text, token=token).state
    pair = two_words(state)
    assert pair and exchanged(state.text, pair) == turned


@pytest.mark.parametrize("text", ["the", "bear bear", "!", "🐻 of", "bear bear sleeps"])
def test_one_word_cannot_change_places(text):
    drawn = draw("positions", text=text)
    assert all(bar["before"] is None for bar in drawn.payload("next_word")["bars"])
    assert any("Type two different words" in words for words in drawn.headings)


def test_a_plain_number_is_held_against_the_waves_and_the_embeddings():
    drawn = draw("positions", text="the bear saw the other bear", deeper=True)
    trace = load("story").trace("the bear saw the other bear")
    n, root = len(trace.tokens), np.sqrt(192)
    lengths = np.sqrt((trace.embedded.astype(np.float64) ** 2).sum(1))
    counted, share = np.arange(n) * root, np.arange(n) / (n - 1) * root
    expected = [range(n), lengths, np.full(n, np.sqrt(96)), counted, share]
    np.testing.assert_allclose(drawn.numbers("plain_lengths").reshape(5, n), expected, rtol=1e-5)
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
