"""A text written on by a language model, token by token, and why writing stopped."""

from dataclasses import dataclass

from transformer.bundled.load import LanguageModel
from transformer.sampling import Sampling, draw, next_token

_LONGEST_WORDS = 4  # tokens allowed for each word of a continuation, so that writing always ends


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
