"""What the lesson of the real models says about SmolLM2, on SmolLM2. `make real` installs it."""

import re
from pathlib import Path

import numpy as np
import pytest

from transformer import Intervention, open_installed
from transformer.readings.aims import mean_weight
from transformer.softmax import losses, softmax

LESSON = (Path(__file__).parent.parent / "assets" / "lessons" / "real.md").read_text("utf-8")
WORDS = "apple river stone green table music paper horse cloud dance lemon chair"
SENTENCES = (
    "The hiking trail led us through bear country and we saw a bear",
    "When Mary and John went to the store, John gave a drink to",
    "The animal did not cross the street because it was too tired",
    "I went to the bank to put money into my account",
    "She opened the window because the room was hot",
)


@pytest.fixture(scope="module")
def model():
    return open_installed("SmolLM2", 48)


def said(*words: str) -> None:
    """The lesson says so."""
    for each in words:
        assert each in re.sub(r"\s+", " ", LESSON)


@pytest.mark.parametrize(
    ("text", "weight"), [("bear country", 0.91), ("The hiking trail led us through bear country", 0.97)]
)
def test_country_looks_at_bear(model, text: str, weight: float) -> None:
    trace = model.trace(text)
    place = trace.words.index("country")
    assert round(float(trace.layers[2].pattern[1, place, place - 1]), 2) == weight
    said("in layer 3, head 2", f"with {weight}")


@pytest.mark.parametrize(
    ("text", "next_word", "chance"),
    [
        ("They were in bear", "country", 0.71),
        ("When Mary and John went to the store, John gave a drink to", "Mary", 0.92),
        ("Once upon a", "time", 0.14),
    ],
)
def test_what_comes_next(model, text: str, next_word: str, chance: float) -> None:
    chances = softmax(model.trace(text).next_logits)
    best = int(chances.argmax())
    assert model.tokenizer.text_of(best) == f" {next_word}"
    assert chances[best] == pytest.approx(chance, abs=0.005)
    said(f"*{text}*", f"{chance}")


def test_what_rests_on_the_first_token(model) -> None:
    shares = [float(np.mean([layer.pattern[:, 1:, 0] for layer in model.trace(text).layers])) for text in SENTENCES]
    assert (round(100 * min(shares)), round(100 * max(shares))) == (55, 64)
    said("In five sentences tried, the later tokens gave 55 to 64 % of their weight to the first")


def test_twelve_words_written_twice(model) -> None:
    trace = model.trace(f"{WORDS} {WORDS}")
    assert len(trace.tokens) == 24
    copying, before = mean_weight(trace, "what followed it earlier"), mean_weight(trace, "the token before")
    assert np.unravel_index(copying.argmax(), copying.shape) == (18, 6) and round(float(copying.max()), 2) == 0.77
    assert np.unravel_index(before.argmax(), before.shape) == (11, 1) and round(float(before.max()), 2) == 0.91
    lost = losses(trace.logits[:-1], [token.id for token in trace.tokens][1:])
    assert (round(float(lost[:11].mean()), 1), round(float(lost[12:].mean()), 1)) == (9.0, 4.0)
    silenced = model.trace(trace.text, Intervention(silenced=frozenset({(18, 6)})))
    assert round(float(losses(silenced.logits[:-1], [token.id for token in trace.tokens][1:])[12:].mean()), 1) == 5.2
    said(f"*{WORDS}*", "In layer 19, head 7", "0.77", "costs 9.0 nats, of the second 4.0, and 5.2 with that one head")
    said("In layer 12, head 2", "0.91")
