"""A text written on by a language model, token by token, and why writing stopped."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from transformer.config import Config
from transformer.sampling import Sampling, draw, next_token
from transformer.trace import Trace

# Why writing stopped.
AT_END = "Here the model chose the mark that ends a text, so it has nothing to add."
IN_A_CHARACTER = "Here the model chose a part of a character, which cannot be written by itself."
NO_TEXT = "Here the model chose a token without text, so there is nothing to add."
UNSEEN = "Here the model chose a new line, or another character that a box of one line cannot hold."
BOX_FULL = "The box is full: it holds {most} characters."
TEXT_FULL = "Of a text at most {most} tokens are read here, and this one has as many."
_LONGEST_WORDS = 4  # tokens allowed for each word of a continuation, so that writing always ends


@dataclass(frozen=True)
class Written:
    """A text that was written on, and why writing stopped before it was done: None when it did not."""

    text: str
    stopped: str | None = None


@runtime_checkable
class Writer(Protocol):
    """A language model, bundled or real."""

    @property
    def config(self) -> Config:
        """Its sizes."""

    @property
    def tokenizer(self) -> Any:
        """Return the tokenizer, which cuts a text and says what a token adds to one."""

    def trace(self, text: str) -> Trace:
        """Everything it computes for a text."""


def write_on(
    model: Writer,
    text: str,
    sampling: Sampling,
    *,
    seed: int,
    max_chars: int,
    read: Callable[[str], Trace] | None = None,
) -> Written:
    """The text with one more token: the likeliest with `GREEDY`, else drawn with the seed.

    `read` traces a text where something is known of it already.
    """
    trace = (read or model.trace)(text)
    if trace.dropped or len(trace.tokens) >= model.config.max_tokens:
        return Written(text, TEXT_FULL.format(most=model.config.max_tokens))
    id = draw(next_token(trace.next_logits, sampling).final, seed=seed, text=text)
    return with_token(model, text, id, max_chars=max_chars)


def with_token(model: Writer, text: str, id: int, *, max_chars: int) -> Written:
    """The text with the token of this id at its end, or as it is and why nothing was added."""
    if id in model.tokenizer.marks:
        return Written(text, AT_END)
    piece = model.tokenizer.added_by(id)
    if not piece:
        return Written(text, NO_TEXT)
    if "\ufffd" in piece:
        return Written(text, IN_A_CHARACTER)
    if not piece.isprintable():
        return Written(text, UNSEEN)
    longer = text + piece
    if len(longer) > max_chars:
        return Written(text, BOX_FULL.format(most=max_chars))
    if len(model.tokenizer.encode(longer)) > model.config.max_tokens:
        return Written(text, TEXT_FULL.format(most=model.config.max_tokens))
    return Written(longer)


def write_words(
    model: Writer,
    text: str,
    count: int,
    sampling: Sampling,
    *,
    seed: int,
    max_chars: int,
    read: Callable[[str], Trace] | None = None,
) -> Written:
    """The text with `count` more words, token by token; stops early for the reasons that `write_on` has.

    A word may take several tokens: it is whole when the next token would begin another word.
    """
    goal = len(text.split()) + count
    for _ in range(count * _LONGEST_WORDS):
        longer = write_on(model, text, sampling, seed=seed, max_chars=max_chars, read=read)
        if longer.stopped or len(longer.text.split()) > goal:
            return Written(text, longer.stopped)
        text = longer.text
    return Written(text)
