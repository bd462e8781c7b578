"""Numbers in generated sentences: whole ones are readable, and nothing is counted that is more than there is."""

import math
import re

from headlight.parts.words import said
from tests.awkward import AWKWARD
from tests.draw import draw
from tests.drawn import plain

N_VOCAB = 8192
STRANGE = ("hello world", "🐻🐻🐻", "שלום עולם", "la casa de mi abuela", "A b c d e f g", "zzzz qqqq xxxx")


def test_values_of_a_sentence_have_their_thousands_apart() -> None:
    assert plain(said("{a:.2f}, {b:+.1f} and {c:,}", a=-1234.5, b=1000.0, c=9999)) == "−1,234.50, +1,000.0 and 9,999"


def test_the_mean_surprise_is_never_a_choice_among_more_tokens_than_there_are() -> None:
    for text in (*STRANGE, *filter(str.strip, AWKWARD)):
        words = plain(draw("surprise", text=text[:300]).payload("mean_surprise")["pieces"])
        counts = [int(each.replace(",", "")) for each in re.findall(r"(?<![\d.])\d[\d,]*(?![\d.])", words)]
        assert all(count <= N_VOCAB for count in counts), words
        assert ("worse than a blind guess" in words) != (
            "equally likely ones" in words or "nothing was predicted" in words
        )
    strange = plain(draw("surprise", text="hello world").payload("mean_surprise")["pieces"])
    assert f"worse than a blind guess, {math.log2(N_VOCAB):.2f} bits" in strange
