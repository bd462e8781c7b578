"""The question of a reading: the logit of a word after the last token, or the difference of two words' logits."""

from typing import Any, Protocol, runtime_checkable

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from transformer.intervention import Intervention
from transformer.trace import Trace

Token = int | str  # an id, or how a token is written, with or without the space before it
Word = Token | tuple[Token, Token]  # of two the first less the second


@runtime_checkable
class Model(Protocol):
    """The interface of a model that readings run again: a LanguageModel, or one opened from a folder."""

    @property
    def transformer(self) -> Any:
        """Its torch module."""

    @property
    def tokenizer(self) -> Any:
        """Return its tokenizer."""

    def trace(self, text: str, change: Intervention = ..., *, after: Trace | None = ...) -> Trace:
        """Everything that it computes for a text, with what an earlier trace has of it already taken from there."""


def id_of(model: Model, token: Token) -> int:
    """The id of a token; one that is written is taken as a word in a sentence, with a space before it, if it is one.

    Raises:
        ValueError: if what is written is no single token, or the vocabulary has no such id.
    """
    if isinstance(token, str):
        for spelling in (f" {token}", token):
            ids = [part.id for part in model.tokenizer.encode(spelling) if part.end > part.start]
            if len(ids) == 1:
                return int(ids[0])
        raise ValueError(f"“{token}” is no single token of this model: choose another word")
    if not 0 <= token < model.transformer.config.vocab_size:
        raise ValueError(f"this model has tokens 0 to {model.transformer.config.vocab_size - 1}, got {token}")
    return int(token)


def signed_ids(model: Model, word: Word) -> tuple[tuple[int, float], ...]:
    """The tokens that a word stands for, each with its sign."""
    if isinstance(word, tuple):
        return (id_of(model, word[0]), 1.0), (id_of(model, word[1]), -1.0)
    return ((id_of(model, word), 1.0),)


def logit(model: Model, trace: Trace, word: Word) -> float:
    """The word's logit after the last token of a trace, or the difference of two."""
    return float(sum(sign * trace.next_logits[id].astype(np.float64) for id, sign in signed_ids(model, word)))


def logit_of(model: Model, trace: Trace, final: Float[Array, "*run d_model"], word: Word) -> Float[Array, "*run"]:
    """The word's logit, or the difference of two, where the unembedding reads these vectors; in double precision."""
    logits, cap = np.zeros(final.shape[:-1]), trace.plan.logit_softcap
    for id, sign in signed_ids(model, word):
        one = final.astype(np.float64) @ trace.unembedding[id]
        if trace.unembedding_bias is not None:
            one = one + trace.unembedding_bias[id]
        logits += sign * (one if cap is None else np.tanh(one / cap) * cap)
    return logits


def direction(model: Model, trace: Trace, word: Word) -> Float[Array, " d_model"]:
    """The row of W_U that the logit is read with, or the difference of two rows, in double precision."""
    rows = [sign * trace.unembedding[id].astype(np.float64) for id, sign in signed_ids(model, word)]
    return np.sum(rows, axis=0)
