"""One word that flips the answer: every plausible word in the place of another, and what the model says then.

It is another question than which word the answer comes from: a word can be hidden without a change of the next one, and
changed with one.
"""

from collections.abc import Container
from itertools import islice
from typing import NamedTuple

import numpy as np
import torch
from jaxtyping import Float, Int
from numpy import ndarray as Array
from torch import Tensor

from transformer.inference import inference
from transformer.positions import places_of
from transformer.ranking import largest
from transformer.readings.answer import Model
from transformer.readings.neighbours import is_piece, of_same_form
from transformer.similarity import unit
from transformer.trace import Trace, thawed
from transformer.words import all_letters

HONOURS = frozenset[str]()  # no change: a text with another word is read as it is
_LIKELY, _TRIED = 400, 12  # the likeliest tokens at a place, and those of them that are most like the word there


class Substitute(NamedTuple):
    """A word in the place of another, and what the model says then."""

    word: str
    text: str  # with it
    next: int  # the id of the likeliest next token
    probability: float
    kept: float  # the probability that is left to the token that was the likeliest before


class TriedWord(NamedTuple):
    """A word of the text that is one token, with the words that were tried there, the most like it first."""

    position: int
    substitutes: tuple[Substitute, ...]
    flips: tuple[Substitute, ...]  # those with which another token is the likeliest

    @property
    def ease(self) -> float:
        """The share of what was tried that flips the answer."""
        return len(self.flips) / len(self.substitutes)


@inference
def flips(model: Model, trace: Trace, positions: Container[int] | None = None) -> tuple[TriedWord, ...]:
    """Try plausible words in the place of each word of a text.

    Plausible is what the model finds likely there, and of that what its embedding has near the word.

    Args:
        model: a bundled language model, which made the trace.
        trace: an unchanged pass over one text.
        positions: those of the words to try; None for all.

    Returns:
        The words that are one token, in the order of the text. What stands before a word is not computed again.

    Raises:
        ValueError: if the pass was changed.
    """
    trace.intervention.require(HONOURS, "one word that flips the answer")
    units = unit(model.transformer.embedding.weight.numpy())
    places, before = [], int(trace.next_logits.argmax())
    for position, token in enumerate(trace.tokens):
        if positions is not None and position not in positions:
            continue
        if not all_letters(token.text.strip()) or is_piece(trace, position):
            continue
        if not len(tried := _plausible(model, trace, position, units)):
            continue
        chances = _next(model, trace, position, tried).softmax(-1)
        substitutes = []
        for id, row in zip(tried.tolist(), chances, strict=True):
            word, best = model.tokenizer.added_by(id).strip(), int(row.argmax())
            text = trace.text[: token.start] + trace.text[token.start : token.end].replace(token.text.strip(), word)
            substitutes.append(
                Substitute(word, text + trace.text[token.end :], best, float(row[best]), float(row[before]))
            )
        flipped = tuple(each for each in substitutes if each.next != before)
        places.append(TriedWord(position, tuple(substitutes), flipped))
    return tuple(places)


def _plausible(model: Model, trace: Trace, position: int, units: Float[Array, "vocab width"]) -> Int[Array, " tried"]:
    """The ids of words of the same form, likely at this place, the nearest to the word that stands there first."""
    token = trace.tokens[position]
    likely = largest(trace.logits[position - 1] if position else units @ units[token.id], _LIKELY)
    nearest = likely[np.argsort(-(units[likely] @ units[token.id]), kind="stable")]
    word = model.tokenizer.added_by(token.id)
    others = ((id, model.tokenizer.added_by(int(id))) for id in nearest if id != token.id)
    alike = (id for id, other in others if of_same_form(other, word) and not _same_stem(other, word))
    return np.array([*islice(alike, _TRIED)], dtype=np.int64)  # the first are enough: no other is asked for its form


def _same_stem(one: str, other: str) -> bool:
    """Whether one is the other with an ending, as *dogs* is of *dog*: to put it in breaks the grammar."""
    one, other = one.strip().lower(), other.strip().lower()
    return one.startswith(other) or other.startswith(one)


def _next(model: Model, trace: Trace, position: int, tried: Int[Array, " tried"]) -> Float[Tensor, "tried vocab"]:
    """The logits after the text with each of these tokens at one position."""
    transformer = model.transformer
    ids = torch.tensor([token.id for token in trace.tokens])[position:].repeat(len(tried), 1)
    ids[:, 0] = torch.from_numpy(tried)
    stream = transformer.embedding(ids) * trace.plan.d_model**0.5 + thawed(trace.positions[position:])
    places = places_of(len(trace.tokens), trace.intervention)[position:]
    for number, layer in enumerate(trace.layers):
        past = thawed(layer.keys[:, :position]), thawed(layer.values[:, :position])
        may_look = torch.from_numpy(layer.may_look[position:].copy())
        if number == len(trace.layers) - 1 and stream.shape[1] > 1:  # of the last layer only the last row is read
            keys, values = transformer.block(number).kept(stream[:, :-1], places[:-1], trace.intervention)
            before = [part.expand(len(stream), -1, -1, -1) for part in past]
            past = torch.cat((before[0], keys), dim=-2), torch.cat((before[1], values), dim=-2)
            stream, places, may_look = stream[:, -1:], places[-1:], may_look[-1:]
        stream = transformer.onward(number, stream, places, may_look, past, trace.intervention)
    final = transformer.final_norm(stream[:, -1])
    return torch.from_numpy(trace.logits_of(final.numpy()))
