"""Sentences that differ from one in a single word, of as many tokens: what two runs are compared over."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from jaxtyping import Float
from numpy import ndarray as Array

from transformer.ranking import largest
from transformer.readings.answer import Model
from transformer.trace import Trace
from transformer.words import all_letters

_NEAR = 40  # rows of the embedding that are looked through for a word of the same form
_EACH = 2  # of these words, for each place


class Changed(NamedTuple):
    """A text in which another word stands at one position."""

    position: int
    word: str  # that stands there now
    text: str


def one_word_changed(
    model: Model, trace: Trace, units: Float[Array, "vocab d_model"], positions: Sequence[int] | None = None
) -> Iterator[Changed]:
    """For every word that is one token its nearest words of the same form, by the cosine of their embeddings.

    Of the words at `positions`, or of all. `units` are the rows of the embedding, of length one. Of the same form is a
    word with a space before it if this has one, and a capital if this has one, so the text keeps its count of tokens:
    that is tried.
    """
    ids = [token.id for token in trace.tokens]
    every = range(len(ids)) if positions is None else positions
    whole = [each for each in every if all_letters(trace.tokens[each].text.strip()) and not is_piece(trace, each)]
    alike = units[[ids[each] for each in whole]] @ units.T  # of all at once: the embedding is read once, not for each
    for position, cosines in zip(whole, alike, strict=True):
        token, changed = trace.tokens[position], 0
        spelled, bare = token.text, token.text.strip()
        for other in largest(cosines, _NEAR)[1:].tolist():
            word = model.tokenizer.added_by(other)  # nothing, if no token has this row
            if not of_same_form(word, spelled) or word.strip().lower() == bare.lower():
                continue
            put = word if trace.text[token.start].isspace() else word.strip()  # a text begins without its space
            text = trace.text[: token.start] + put + trace.text[token.end :]
            if model.tokenizer.ids(text) != [*ids[:position], other, *ids[position + 1 :]]:
                continue
            yield Changed(position, word.strip(), text)
            changed += 1
            if changed == _EACH:
                break


def is_piece(trace: Trace, position: int) -> bool:
    """Whether the token at this position is a piece of a longer word."""
    token = trace.tokens[position]
    across = (trace.text[max(0, end - 1) : end + 1] for end in (token.start, token.end))
    return any(len(both) == 2 and all_letters(both) for both in across)


def of_same_form(word: str, other: str) -> bool:
    bare = word.strip()
    return (
        all_letters(bare)
        and len(bare) > 1
        and word.startswith(" ") == other.startswith(" ")
        and bare[0].isupper() == other.strip()[0].isupper()
    )
