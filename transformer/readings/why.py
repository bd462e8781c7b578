"""Why this word: which word of the text the most likely next one needs, and which head brings it from there.

The word first, then the head: of all words the one whose hiding from all heads costs most; then, of the heads that
attend to it, the one for which hiding it costs most. So the word that is named is the one at the widest ribbon of the
head that is named. All is cut at the last position alone, and every number is of a run that was made for it.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import torch
from jaxtyping import Float
from numpy import ndarray as Array

from transformer.brief import Brief
from transformer.head import Head
from transformer.inference import inference
from transformer.readings.answer import Model
from transformer.readings.deciding import Deciding, of_cuts
from transformer.readings.last_row import LastRow, log_probability
from transformer.trace import Trace, thawed
from transformer.words import Word, words_of

HONOURS = frozenset[str]()  # no change: each cut is one of its own
ATTENDS = 0.03  # the least weight of a head that can have brought something from a word
CLEAR = 0.3  # the share of the next word's probability that hiding a word takes where that word decides
HALF = 0.5  # the share of what hiding a word takes that hiding it from one head takes, where that head brings it

# One head brings it from the word; it needs the word, which several heads use; the last word is enough; none of these.
Finding = Literal["look", "word", "alone", "none"]


@dataclass(frozen=True, eq=False, repr=False)
class Source(Brief):
    """The most likely next word, and how likely it is without each word of the text, from all heads and from one."""

    next: int  # the id of the most likely next word
    probability: float  # with everything
    words: tuple[Word, ...]  # of the text
    word: int | None  # the one without which the next word is least likely; None where there is one alone
    without_words: Float[Array, " word"]  # its probability with each word before the last hidden from all heads
    given: Float[Array, "layer head"]  # what the last position gives to `word`
    without_looks: Float[Array, "layer head"]  # and with that one hidden from one head; NaN where that was not tried
    favourite: Float[Array, "layer head"]  # the largest weight that a head gives to one word
    alone: float  # its probability with all words but the last hidden
    stays_alone: bool  # whether it is the most likely then too

    def takes(self, left: float) -> float:
        """The share of its probability that is gone where so much is left."""
        return 1 - left / self.probability

    @property
    def head(self) -> Head | None:
        """The head for which hiding that word costs most; where none attends to it, the one that gives it most."""
        if self.word is None:
            return None
        tried = np.isfinite(self.without_looks)
        best = np.nanargmin(self.without_looks) if tried.any() else self.given.argmax()
        return Head(*(int(index) for index in np.unravel_index(best, self.given.shape)))

    @property
    def brought(self) -> float:
        """The share of what hiding that word takes that hiding it from `head` alone takes."""
        if self.word is None or self.head is None or not np.isfinite(self.without_looks[self.head]):
            return 0.0
        taken = self.takes(self.without_words[self.word])
        return self.takes(self.without_looks[self.head]) / taken if taken > 0 else 0.0

    @property
    def kind(self) -> Finding:
        """Name what decides: the first of these that holds."""
        if self.word is not None and self.takes(self.without_words[self.word]) >= CLEAR:
            attends_most = self.head is not None and self.given[self.head] >= self.favourite[self.head]
            return "look" if self.brought >= HALF and attends_most else "word"
        # Of several tokens the earlier ones have read what is before the word: it is not the word alone.
        if len(self.words[-1].tokens) == 1 and self.stays_alone and self.takes(self.alone) <= CLEAR:
            return "alone"
        return "none"

    @property
    def source(self) -> int | None:
        """The word of the text that decides; None where no single one does."""
        return {"alone": len(self.words) - 1, "look": self.word, "word": self.word}.get(self.kind)

    @property
    def costs(self) -> Float[Array, " word"]:
        """The share of the next word's probability that hiding each word takes; 0 where it rises, and of the last."""
        return np.append(np.clip(1 - self.without_words / self.probability, 0, 1), 0.0)


@dataclass(frozen=True, eq=False, repr=False)
class Why(Source):
    """A `Source`, and how likely the next word is without each part of the model."""

    parts: Deciding

    @property
    def part(self) -> Head | int:
        """The head, or the layer of the FFN, without which the word is least likely."""
        of_ffns = self.parts.without_ffns
        layer = int(of_ffns.argmin())
        return layer if of_ffns[layer] < self.parts.without_heads[self.parts.head] else self.parts.head

    @property
    def without_part(self) -> float:
        """The word's probability without it."""
        part = self.part
        return float(self.parts.without_heads[part] if isinstance(part, Head) else self.parts.without_ffns[part])

    @property
    def ffn(self) -> int | None:
        """The layer of the FFN that takes more than the head that brings the word; None where none does."""
        layer = int(self.parts.without_ffns.argmin())
        if self.kind != "look" or self.head is None:
            return None
        return layer if self.parts.without_ffns[layer] < self.without_looks[self.head] else None


@inference
def why(model: Model, trace: Trace) -> Why:
    """Find what brings the most likely next word of a text, each thing cut at the last position alone.

    Args:
        model: the one that made the trace: a bundled one, or a decoder of a folder.
        trace: an unchanged pass over one text.

    Raises:
        ValueError: if the model says nothing of what comes next, or the pass was changed.
    """
    trace.intervention.require(HONOURS, "why this word")
    last_row, hidden = LastRow(model, trace), _hidden(trace)
    logits = last_row.cut(hidden, parts=True)
    found = _source(last_row, logits[: len(hidden)])
    return Why(**vars(found), parts=of_cuts(trace, logits[len(hidden) :]))


@inference
def source(model: Model, trace: Trace, most: int | None = None, *, rests: bool = False) -> Source:
    """Find the word that the most likely next one needs, and the head that brings it from there.

    Args:
        model: as for `why`.
        trace: as for `why`.
        most: so many heads are tried, those that give that word most; None tries all that give it `ATTENDS`.
        rests: whether heads rest on the first word, so that hiding it says nothing of what it means: it is left out.

    Raises:
        ValueError: as for `why`.
    """
    trace.intervention.require(HONOURS, "why this word")
    last_row = LastRow(model, trace)
    return _source(last_row, last_row.cut(_hidden(trace)), most, rests=rests)


def _hidden(trace: Trace) -> list[list[int]]:
    """Return the positions that are hidden in each run: each word but the last, where it is read, then all of them."""
    before = [list(word.tokens) for word in words_of(trace.text, trace.tokens)[:-1]]
    return [*before, [position for positions in before for position in positions]]


def _source(
    last_row: LastRow, logits: Float[torch.Tensor, "run vocab"], most: int | None = None, *, rests: bool = False
) -> Source:
    """Find it by the logits with each word `_hidden`."""
    trace = last_row.trace
    words = words_of(trace.text, trace.tokens)
    whole = thawed(trace.next_logits[None])
    next_word = int(whole.argmax())
    chances = log_probability(logits, next_word).exp().numpy()
    rows = np.stack([layer.pattern[:, trace.last] for layer in trace.layers])  # [layer, head, key]
    left_out = int(rests and len(words) > 2)
    word = left_out + int(chances[left_out:-1].argmin()) if len(words) > 1 else None
    needed = [] if word is None else list(words[word].tokens)
    given = rows[:, :, needed].sum(axis=-1)
    without_looks = np.full(given.shape, np.nan)
    attending = np.argwhere(given >= max(ATTENDS, np.sort(given, axis=None)[::-1][: most or given.size][-1]))
    heads = [Head(*(int(index) for index in place)) for place in attending]
    if heads:
        left = log_probability(_hidden_from_one(last_row, heads, needed), next_word).exp().numpy()
        without_looks[tuple(np.array(heads).T)] = left
    return Source(
        next_word,
        float(log_probability(whole, next_word).exp()),
        words,
        word,
        chances[:-1],
        given,
        without_looks,
        np.stack([rows[:, :, list(word.tokens)].sum(axis=-1) for word in words]).max(axis=0),
        float(chances[-1]),
        int(logits[-1].argmax()) == next_word,
    )


def _hidden_from_one(last_row: LastRow, heads: list[Head], positions: list[int]) -> Float[torch.Tensor, "run vocab"]:
    """The logits where one head alone does not attend to these positions: a run for each, begun at its layer."""
    plan = last_row.trace.plan
    stream = last_row.enters(0, 0)
    for layer in range(plan.n_layers):
        begun = len(stream)
        here = [head.head for head in heads if head.layer == layer]
        stream = torch.cat((stream, last_row.enters(layer, len(here))))
        if not len(stream):
            continue
        may_look = last_row.may_look(layer, len(stream), heads=plan.n_heads) if here else None
        for run, head in enumerate(here, begun):
            assert may_look is not None, "heads of this layer are tried"
            may_look[run, head, last_row.row, positions] = False
        stream = last_row.after(layer, stream, may_look)
    return last_row.logits(stream)
