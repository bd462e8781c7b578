"""A language model while it grows up: its snapshots, what was measured of them, and what a sentence is to each."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch

from headlight.parts.nouns import cached, readable
from headlight.reading.threads import one_core_each
from transformer import LanguageModel
from transformer.bundled.folders import MODELS, read
from transformer.bundled.growing import NAME, GrowingModel, load_growing
from transformer.inference import inference
from transformer.model import Transformer
from transformer.ranking import largest
from transformer.similarity import unit
from transformer.softmax import losses, softmax
from transformer.words import between_words, words_of

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
def _at_once() -> Transformer:
    return _growing().at_once()


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
@inference
def life(text: str) -> Life:
    """The sentence in every snapshot, read by all of them in one pass. CannotShow where they cannot be read."""
    with readable("The growing model"):
        model, every, steps = _growing(), _at_once(), _growing().steps
        log()  # which the pictures need too
    tokens = model.tokenizer.encode(text)[: model.config.max_tokens]
    ids = [token.id for token in tokens]
    stages = every.stages(torch.tensor(ids))
    patterns = torch.stack([block.attention.pattern for block in stages.blocks], dim=1).numpy()
    logits = every.unembedding(stages.final).numpy()
    chances = softmax(logits[:, -1])
    following = list(dict.fromkeys(int(id) for row in chances for id in largest(row, _FOLLOWING)))
    lost = [losses(rows[:-1], ids[1:]).mean() if ids[1:] else np.nan for rows in logits]
    between = between_words(patterns, words_of(text, tokens))
    return Life(steps, between, np.array(lost), following, chances[:, following])
