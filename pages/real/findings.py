"""Findings in SmolLM2: sentences worth trying, the head to look at, and what was measured of that head."""

from typing import NamedTuple

from transformer.head import Head


class Finding(NamedTuple):
    """A sentence that shows something, and the head that shows it; without one the next word does."""

    title: str
    text: str
    head: Head | None = None


MODEL = "SmolLM2"
ITALY = "The capital of France is Paris, that of Italy is"  # what is open at first
WORDS = "apple river stone green table music paper horse cloud dance lemon chair"
_ANIMAL = "The animal didn't cross the street because it was too"
FINDINGS = (
    Finding("“country” attends to “bear”", "The hiking trail led us through bear country", Head(2, 1)),
    Finding("Who is given a drink?", "When Mary and John went to the store, John gave a drink to", Head(23, 0)),
    Finding("Twelve words, written twice", f"{WORDS} {WORDS}", Head(18, 6)),
    Finding("Too tired: the animal", f"{_ANIMAL} tired", Head(17, 0)),
    Finding("Too wide: the street", f"{_ANIMAL} wide", Head(17, 0)),
)
_PAIRS = (
    "With “tired” this head attends more to the animal, with “wide” more to the street. In 20 new pairs of that kind "
    "its weight moves the right way in 16, but the larger of the two weights switches in 3 only."
)
_OF_HEADS = {
    Head(2, 1): "From “country” it gives “bear” 97% here, and 91% in “bear country” alone.",
    Head(23, 0): "From the last “to” it gives “Mary” 69%. Switched off alone it changes little: “Mary” follows with "
    "87% instead of 92%, because other heads attend to Mary too.",
    Head(18, 6): "Each word of the second round gives 77% to what followed it in the first. Switched off, it costs the "
    "second round 1.2 nats per token.",
    Head(17, 0): _PAIRS,
}


def of_head(name: str, head: Head, text: str) -> str:
    """Say what was found out about one head on this very sentence; empty of most, and under any other text."""
    its_own = any((finding.text, finding.head) == (text.strip(), head) for finding in FINDINGS)
    return _OF_HEADS[head] if its_own and name == MODEL else ""
