"""From logits to a next word: temperature, top-k, top-p, a seeded draw, and writing on word by word."""

import zlib
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float
from numpy import ndarray as Array

from transformer.bundled.load import LanguageModel
from transformer.softmax import softmax
from transformer.trace import Trace

_LONGEST_WORDS = 4  # tokens allowed for each word of a continuation, so that writing always ends


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
            raise ValueError(f"output temperature must be above 0, got {self.temperature}")
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
    kept[np.argsort(-probabilities, kind="stable")[:count]] = True
    return kept


def top_p(probabilities: Float[Array, " vocab"], least: float) -> Bool[Array, " vocab"]:
    """The fewest likeliest tokens whose probabilities sum to at least `least` (Holtzman et al. 2020, the nucleus)."""
    if least >= 1:
        return np.ones(len(probabilities), dtype=bool)
    order = np.argsort(-probabilities, kind="stable")
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


@dataclass(frozen=True)
class Written:
    """A text that was written on, and why writing stopped before it was done: None when it did not."""

    text: str
    stopped: str | None = None


def write_on(model: LanguageModel, text: str, sampling: Sampling, *, seed: int, max_chars: int) -> Written:
    """The text with one more token: the likeliest with `GREEDY`, else drawn with the seed."""
    trace = model.trace(text)
    if trace.dropped or len(trace.tokens) >= model.config.max_tokens:
        return Written(text, f"The model reads at most {model.config.max_tokens} tokens, and the text has as many.")
    id = draw(next_token(trace.next_logits, sampling).final, seed=seed, text=text)
    if id == model.tokenizer.end_id:
        return Written(text, "Here the model chose the mark that ends a text, so it has nothing to add.")
    piece = model.tokenizer.bpe.decode([id])  # with its leading space
    if "\ufffd" in piece:
        return Written(text, "Here the model chose a part of a character, which cannot be written by itself.")
    if not piece.isprintable():
        return Written(text, "Here the model chose a new line, or another sign that a box of one line cannot hold.")
    longer = text + piece
    if len(longer) > max_chars:
        return Written(text, f"The box is full: it holds {max_chars} characters.")
    if len(model.tokenizer.encode(longer)) > model.config.max_tokens:
        return Written(text, f"The model reads at most {model.config.max_tokens} tokens, and the text has as many.")
    return Written(longer)


def write_words(
    model: LanguageModel, text: str, count: int, sampling: Sampling, *, seed: int, max_chars: int
) -> Written:
    """The text with `count` more words, token by token; stops early for the reasons that `write_on` has.

    A word may take several tokens: it is whole when the next token would begin another word.
    """
    goal = len(text.split()) + count
    for _ in range(count * _LONGEST_WORDS):
        longer = write_on(model, text, sampling, seed=seed, max_chars=max_chars)
        if longer.stopped or len(longer.text.split()) > goal:
            return Written(text, longer.stopped)
        text = longer.text
    return Written(text)


def surprises(trace: Trace) -> Float[Array, " later"]:
    """How surprised the model was by each token after the first, in bits: -log2 of the probability it had given it."""
    ids = [token.id for token in trace.tokens[1:]]
    given = softmax(trace.logits[:-1])[np.arange(len(ids)), ids]
    with np.errstate(divide="ignore"):  # a probability may be too small for a double: infinitely surprising
        return -np.log2(given)
