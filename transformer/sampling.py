"""From logits to a next token: temperature, top-k, top-p, and a seeded draw."""

import zlib
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float
from numpy import ndarray as Array

from transformer.ranking import largest
from transformer.softmax import softmax


@dataclass(frozen=True)
class Sampling:
    """How the next token is chosen from the logits.

    Raises:
        ValueError: if a number is out of its range.
    """

    temperature: float = 1.0  # divides the logits
    top_k: int | None = None  # only this many likeliest tokens stay; None keeps all
    top_p: float = 1.0  # then only the fewest likeliest tokens whose probabilities reach this sum stay

    def __post_init__(self) -> None:
        if not self.temperature > 0:  # so written, it refuses NaN too
            greedy = "; take GREEDY for the most likely token alone" if self.temperature == 0 else ""
            raise ValueError(f"output temperature must be above 0, got {self.temperature}{greedy}")
        if self.top_k is not None and self.top_k < 1:
            raise ValueError(f"top-k keeps at least one token: top_k must be 1 or more, got {self.top_k}")
        if not 0 < self.top_p <= 1:
            raise ValueError(f"top_p must be above 0 and at most 1, got {self.top_p}")


GREEDY = Sampling(top_k=1)


@dataclass(frozen=True, eq=False)
class NextToken:
    """Every stage from logits to the probabilities that are drawn from."""

    logits: Float[Array, " vocab"]
    tempered: Float[Array, " vocab"]  # logits / temperature
    probabilities: Float[Array, " vocab"]  # softmax of tempered
    in_top_k: Bool[Array, " vocab"]
    in_top_p: Bool[Array, " vocab"]  # of the tokens that top-k kept
    final: Float[Array, " vocab"]  # kept by both, divided by their sum; zero elsewhere


def top_k(probabilities: Float[Array, " vocab"], count: int | None) -> Bool[Array, " vocab"]:
    """The `count` likeliest tokens (Fan et al. 2018); of equally likely ones the lower id goes first."""
    kept = np.zeros(len(probabilities), dtype=bool)
    kept[largest(probabilities, count)] = True
    return kept


def top_p(probabilities: Float[Array, " vocab"], least: float) -> Bool[Array, " vocab"]:
    """The fewest likeliest tokens whose probabilities sum to at least `least` (Holtzman et al. 2020, the nucleus)."""
    if least >= 1:
        return np.ones(len(probabilities), dtype=bool)
    order = largest(probabilities)
    reached = int(np.searchsorted(np.cumsum(probabilities[order]), least)) + 1
    kept = np.zeros(len(probabilities), dtype=bool)
    kept[order[:reached]] = True
    return kept


def next_token(logits: Float[Array, " vocab"], sampling: Sampling) -> NextToken:
    """Temperature, then top-k, then top-p of what top-k kept (its probabilities renormalised first)."""
    probabilities = softmax(logits, sampling.temperature)
    in_top_k = top_k(probabilities, sampling.top_k)
    among = np.where(in_top_k, probabilities, 0.0)
    among /= among.sum()
    in_top_p = top_p(among, sampling.top_p) & in_top_k
    final = np.where(in_top_p, among, 0.0)
    return NextToken(
        logits, logits.astype(np.float64) / sampling.temperature, probabilities, in_top_k, in_top_p, final / final.sum()
    )


def draw(probabilities: Float[Array, " vocab"], *, seed: int, text: str) -> int:
    """A token id drawn with these probabilities. The same seed after the same text draws the same number."""
    generator = np.random.default_rng([seed, zlib.crc32(text.encode("utf-8", "replace"))])
    return int(generator.choice(len(probabilities), p=probabilities))
