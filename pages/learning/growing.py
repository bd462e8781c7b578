"""A language model while it grows up: its snapshots, what was measured of them, and what a sentence is to each."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from headlight.parts.nouns import cached, readable
from headlight.reading.threads import one_core_each
from transformer import LanguageModel
from transformer.bundled.folders import MODELS, read
from transformer.bundled.growing import NAME, GrowingModel, load_growing
from transformer.ranking import largest
from transformer.readings.loss import sentence_loss
from transformer.readings.whole_words import between_words
from transformer.similarity import unit
from transformer.softmax import softmax
from transformer.words import words_of

_FOLLOWING = 5  # likeliest next tokens at each step


@cached
def _growing() -> GrowingModel:
    one_core_each()
    return load_growing()


@cached
def at(step: int) -> LanguageModel:
    """The model after so many steps, 3 MB in memory once asked for. CannotShow where its folder cannot be read."""
    with readable("The growing model"):
        return _growing().at(step)


@cached
def nearness(step: int) -> np.ndarray:
    """The rows of W_E of a snapshot, each of length one."""
    return unit(at(step).transformer.embedding.weight.numpy())


def measured() -> Mapping[int, dict]:
    """Return the measurements of each snapshot, by its step."""
    return _growing().measured


@cached
def log() -> dict[int, dict]:
    """Return the log of its training, by the step."""
    training = read(MODELS / NAME / "training.json", lambda path: json.loads(path.read_text("utf-8")))
    return {entry["step"]: entry for entry in training["log"]}


@dataclass(frozen=True, eq=False)
class Life:
    """A sentence as every snapshot reads it."""

    steps: tuple[int, ...]
    patterns: np.ndarray  # [step, layer, head, word, word], between whole words
    losses: np.ndarray  # [step], mean nats a token; NaN for a text of one token
    following: Sequence[int]  # the tokens that are among the likeliest next ones at some step
    chances: np.ndarray  # [step, following], their probabilities

    def likeliest(self) -> list[int]:
        """The likeliest next token at each step."""
        return [self.following[best] for best in self.chances.argmax(axis=1)]


@cached(most=4)
def life(text: str) -> Life:
    """The sentence in every snapshot. CannotShow where they cannot be read."""
    with readable("The growing model"):
        steps = _growing().steps
        log()  # which the pictures need too
    traces = [at(step).trace(text) for step in steps]
    sentence = words_of(traces[0].text, traces[0].tokens)
    patterns = np.stack([between_words(trace.patterns, sentence) for trace in traces])
    chances = np.stack([softmax(trace.logits[trace.last]) for trace in traces])  # of which losses need all rows
    following = list(dict.fromkeys(int(id) for row in chances for id in largest(row, _FOLLOWING)))
    lost = [sentence_loss(trace) if trace.last else np.nan for trace in traces]
    return Life(steps, patterns, np.array(lost), following, chances[:, following])
