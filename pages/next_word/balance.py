"""The balance of a next word: the heads, FFNs and words that made its logit, and the rest of them in one row."""

from typing import NamedTuple

import numpy as np

from headlight.parts import vocabulary
from headlight.parts.nouns import Model, State, cached, decimal, said
from headlight.pictures import Screen
from headlight.pictures.decimals import percent
from transformer import Head, Trace, attribution
from transformer.ranking import largest
from transformer.readings.attribution import HONOURS, can_attribute

ROWS = 9  # and one for the rest


class Part(NamedTuple):
    """A part of the model, and what it adds to the logit."""

    name: str
    share: float


def can_show(trace: Trace) -> bool:
    """Whether the logits of a pass are sums of what its parts wrote."""
    change = trace.intervention
    return can_attribute(trace.plan) and change.changed <= HONOURS


@cached(most=16)
def parts(model: Model, trace: Trace, id: int) -> list[Part]:
    """The parts that made the logit of a token, the largest first, and as the last the rest of them together."""
    found, words = attribution(model, trace, id), trace.words
    named = [Part(f"“{words[trace.last]}” itself", found.embedding), Part("its position", found.position)]
    named += [Part(f"FFN {layer}", float(share)) for layer, share in enumerate(found.ffns, start=1)]
    named += [Part("biases", found.biases)]
    named += [
        Part(f"head {Head(*head).label} from “{words[key]}”", float(share))
        for (*head, key), share in np.ndenumerate(found.looks)
    ]
    first = largest(np.abs([part.share for part in named]), ROWS).tolist()
    rest = found.total - sum(named[number].share for number in first)
    count = sum(part.share != 0 for part in named) - len(first)
    return [*(named[number] for number in first), *([Part(f"the rest: {count} parts", rest)] if count > 0 else [])]


def show(screen: Screen, state: State, trace: Trace, id: int) -> None:
    """Draw it as bars that sum to the logit, from which softmax makes the probability."""
    rows, word = parts(state.model, trace, id), f"“{vocabulary.shown(state.model, id)}”"
    hint = "Each bar is a head with the word it read, or an FFN. Left of the line: against it."
    screen.heading(f"What made {word}?", hint)
    screen.bars(
        np.array([row.share for row in rows]),
        labels=[row.name for row in rows],
        notes=[decimal(row.share, "+.2f") for row in rows],
        quantity="signed",
        alt=f"The parts that made the logit of {word}, the largest first, and the rest.",
        key="balance",
        says=said(
            "Together: **{total:.2f}**, the logit of {word}; softmax makes it **{chance}**.",
            total=sum(row.share for row in rows),
            word=word,
            chance=percent(float(vocabulary.probabilities(trace)[id])),
        ),
    )
