"""Does a head look where a pronoun points? Pairs of sentences that one adjective alone turns from one noun to another.

As in the Winograd schemas (Levesque et al. 2012): "it was too slow" is the bus, "it was too steep" the hill. Where the
mask is causal nothing can differ at "it", so such a head is sought at the adjective. The sentences are the project's.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float
from numpy import ndarray as Array

from transformer.trace import Trace

PRONOUN = "it"
_ROUNDING = 1e-4  # a lead of less would be another one with the sums in another order, as on another machine


@dataclass(frozen=True)
class Pair:
    """A sentence with a place for an adjective, two nouns, and the adjective that means each of them."""

    frame: str
    nouns: tuple[str, str]
    adjectives: tuple[str, str]

    @property
    def sentences(self) -> tuple[str, str]:
        """The sentence that means the first noun, and the one that means the second."""
        first, second = (self.frame.format(adjective) for adjective in self.adjectives)
        return first, second


PAIRS = (
    Pair("The turtle didn't cross the road because it was too {}.", ("turtle", "road"), ("slow", "busy")),
    Pair("The truck didn't cross the bridge because it was too {}.", ("truck", "bridge"), ("wide", "narrow")),
    Pair("The bear didn't swim across the lake because it was too {}.", ("bear", "lake"), ("lazy", "cold")),
    Pair("The bus couldn't climb the hill because it was too {}.", ("bus", "hill"), ("slow", "steep")),
    Pair("The fox couldn't catch the rabbit because it was too {}.", ("fox", "rabbit"), ("lazy", "fast")),
    Pair("The ship never came into the harbor because it was too {}.", ("ship", "harbor"), ("large", "shallow")),
    Pair("The plane didn't land on the field because it was too {}.", ("plane", "field"), ("heavy", "wet")),
    Pair("The dog didn't eat the bone because it was too {}.", ("dog", "bone"), ("full", "hard")),
    Pair("The bird could not crack the nut because it was so {}.", ("bird", "nut"), ("weak", "thick")),
    Pair("The cow would not touch the grass because it was so {}.", ("cow", "grass"), ("sick", "dry")),
    Pair("The mouse could not reach the cheese because it was too {}.", ("mouse", "cheese"), ("short", "high")),
    Pair("The box will not go into the bag because it is too {}.", ("box", "bag"), ("big", "small")),
    Pair("The spoon will not go into the bottle because it is too {}.", ("spoon", "bottle"), ("large", "narrow")),
    Pair("The table does not fit through the door, for it is too {}.", ("table", "door"), ("wide", "narrow")),
    Pair("The knife did not cut the bread, since it was too {}.", ("knife", "bread"), ("dull", "hard")),
    Pair("The army did not attack the city, since it was too {}.", ("army", "city"), ("weak", "strong")),
    Pair("The company didn't buy the house because it was too {}.", ("company", "house"), ("poor", "old")),
    Pair("The paint did not hide the wall because it was too {}.", ("paint", "wall"), ("thin", "dark")),
    Pair("The car could not leave the snow because it was so {}.", ("car", "snow"), ("heavy", "deep")),
    Pair("The bear left the cave because it was so {}.", ("bear", "cave"), ("hungry", "dark")),
)


@dataclass(frozen=True, eq=False)
class Looks:
    """The weights of each head on either noun, in either sentence of each pair, from the adjective or the pronoun."""

    weights: Float[Array, "pair sentence noun layer head"]

    @property
    def moved(self) -> Bool[Array, "pair layer head"]:
        """Where the first noun has more, compared with the second, in the sentence that means it than in the other."""
        lead = self.weights[:, :, 0] - self.weights[:, :, 1]
        return lead[:, 0] > lead[:, 1] + _ROUNDING

    @property
    def switched(self) -> Bool[Array, "pair layer head"]:
        """Where the noun that is meant has the larger of the two weights in both sentences."""
        first, second = self.weights[:, 0], self.weights[:, 1]
        return (first[:, 0] > first[:, 1] + _ROUNDING) & (second[:, 1] > second[:, 0] + _ROUNDING)


def measure(read: Callable[[str], Trace], *, from_pronoun: bool = False, pairs: Sequence[Pair] = PAIRS) -> Looks:
    """The weights that the adjective, or the pronoun, gives to the two nouns.

    `read` is the `trace` of a model; it is called twice for each pair.

    Raises:
        ValueError: if one of these words is not one token of its sentence.
    """
    return Looks(
        np.array(
            [
                [
                    _weights(read(sentence), (PRONOUN if from_pronoun else adjective, *pair.nouns))
                    for sentence, adjective in zip(pair.sentences, pair.adjectives, strict=True)
                ]
                for pair in pairs
            ]
        )
    )


def _weights(trace: Trace, words: Sequence[str]) -> Float[Array, "noun layer head"]:
    """Return the weights that the first word gives to each of the others."""
    query, *keys = (_place(trace, word) for word in words)
    return np.stack([trace.patterns[:, :, query, key] for key in keys])


def _place(trace: Trace, word: str) -> int:
    positions = [position for position, token in enumerate(trace.tokens) if token.text.strip() == word]
    if len(positions) != 1:
        raise ValueError(f"{word!r} is not one token of {trace.text!r}")
    return positions[0]
