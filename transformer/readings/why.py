"""Why this word: which part of a model brings the likeliest next word, and from which word of the text.

All is cut at the last position alone: each head and FFN, each word hidden from it, all other words, and each look of
the head that matters most. Every number is of a run that was made for it; what earlier positions made of it stays.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
import torch
from jaxtyping import Float
from numpy import ndarray as Array

from transformer.brief import Brief
from transformer.head import Head
from transformer.inference import inference
from transformer.ranking import largest
from transformer.readings.answer import Model
from transformer.readings.deciding import CLEAR, Deciding, deciding
from transformer.readings.last_row import LastRow, log_probability
from transformer.softmax import softmax
from transformer.trace import Trace
from transformer.words import Word, words_of

HONOURS = frozenset[str]()  # no change: each cut is one of its own
STRONG = 0.5  # the share of the word's probability that a part, or a hidden word, takes with it where it decides
ONE_LOOK = (
    0.6  # the share of what a head takes with it that one of its looks takes, where it brings the word from there
)

# What decides: the last word by itself, one look of one head, a word that several heads look at, one head that looks at
# several words, one FFN, or no single part.
Kind = Literal["alone", "look", "word", "head", "ffn", "none"]


class Sure(NamedTuple):
    """How sure the model is of what comes next."""

    word: int  # the id of the likeliest next word
    probability: float
    second: int  # and of the one after it
    second_probability: float
    half: int  # how many of the likeliest words share the first half of the probability


def sure(trace: Trace) -> Sure:
    """Say how sure a model is of what comes after a text."""
    chances = softmax(trace.next_logits)
    first, second = (int(id) for id in largest(chances, 2))
    half = int((np.sort(chances)[::-1].cumsum() < 0.5).sum()) + 1
    return Sure(first, float(chances[first]), second, float(chances[second]), half)


@dataclass(frozen=True, eq=False, repr=False)
class Why(Brief):
    """The likeliest next word, and how likely it is without each part of the model and each word of the text."""

    parts: Deciding
    words: tuple[Word, ...]  # of the text
    without_words: Float[Array, " word"]  # its probability with each word before the last hidden from all heads
    without_looks: Float[Array, " word"]  # and hidden from the one head `parts.head`
    alone: float  # its probability with all words but the last hidden
    stays_alone: bool  # whether it is the likeliest then too

    @property
    def probability(self) -> float:
        """How likely the word is, with everything."""
        return self.parts.probability

    def takes(self, left: float) -> float:
        """The share of its probability that is gone where so much is left."""
        return 1 - left / self.probability

    @property
    def word(self) -> int | None:
        """The word of the text without which the next one is least likely; None where there is one word alone."""
        return int(self.without_words.argmin()) if len(self.without_words) else None

    @property
    def look(self) -> int | None:
        """The word without which, hidden from the head alone, the next one is least likely."""
        return int(self.without_looks.argmin()) if len(self.without_looks) else None

    @property
    def source(self) -> int | None:
        """The word of the text that decides; None where no single one does."""
        return {"alone": len(self.words) - 1, "look": self.look, "word": self.word}.get(self.kind)

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
    def kind(self) -> Kind:
        """Name what decides: the first of these that holds."""
        head = self.takes(self.parts.without_heads[self.parts.head])
        look = 0.0 if self.look is None else self.takes(self.without_looks[self.look])
        if self.stays_alone and self.takes(self.alone) <= CLEAR:
            return "alone"
        if self.parts.decides and look >= CLEAR and look >= ONE_LOOK * head:
            return "look"
        if self.word is not None and self.takes(self.without_words[self.word]) >= STRONG:
            return "word"
        if self.takes(self.without_part) >= STRONG:
            return "head" if isinstance(self.part, Head) else "ffn"
        return "none"


def why(model: Model, trace: Trace) -> Why:
    """Find what brings the likeliest next word of a text, each thing cut at the last position alone.

    Args:
        model: the one that made the trace: a bundled one, or a decoder of a folder.
        trace: an unchanged pass over one text.

    Raises:
        ValueError: if the model says nothing of what comes next, or the pass was changed.
    """
    return after_parts(model, trace, deciding(model, trace))


@inference
def after_parts(model: Model, trace: Trace, parts: Deciding) -> Why:
    """Find it where what each part is worth is known already."""
    trace.intervention.require(HONOURS, "why this word")
    last, words = trace.last, words_of(trace.text, trace.tokens)
    before = [list(word.tokens) for word in words[:-1]]  # the last word is where it is read
    others = [position for positions in before for position in positions]
    head, last_row, count = parts.head, LastRow(model, trace), len(before)
    row = last - last_row.first
    stream = last_row.enters(0, count + 1)
    for layer in range(trace.plan.n_layers):
        may_look = torch.from_numpy(trace.layers[layer].may_look[last_row.first :].copy())
        may_look = may_look.repeat(len(stream), trace.plan.n_heads if layer == head.layer else 1, 1, 1)
        if layer == head.layer:
            stream = torch.cat((stream, last_row.enters(layer, count)))
            may_look = torch.cat((may_look, may_look[:1].repeat(count, 1, 1, 1)))
            for run, places in enumerate(before, count + 1):
                may_look[run, head.head, row, places] = False
        for run, places in enumerate([*before, others]):
            may_look[run, :, row, places] = False
        stream = last_row.after(layer, stream, may_look)
    logits = last_row.logits(stream)
    chances = log_probability(logits, parts.word).exp().numpy()
    return Why(
        parts,
        words,
        chances[:count],
        chances[count + 1 :],
        float(chances[count]),
        int(logits[count].argmax()) == parts.word,
    )
