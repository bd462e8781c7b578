"""Surprise: how little the model expected each token of the sentence."""

import numpy as np

from headlight.parts import dials, tokens
from headlight.parts.nouns import Says, State, said, view
from headlight.pictures import Screen
from transformer.readings.loss import surprises


@view(box=dials.sentence(), needs=("next words",))
def surprise(state: State, screen: Screen) -> None:
    """Each token of the sentence, coloured by how little the model expected it, in bits."""
    trace = state.trace()
    bits = surprises(trace)
    blind = float(np.log2(trace.config.vocab_size))
    screen.heading(
        "How surprised the model was by your words",
        "Each token was predicted from those before it. Deeper colour: less expected.",
    )
    screen.token_chips(
        trace.words,
        notes=["first", *(f"{cost:.2f} bits" for cost in bits)],
        joined=tokens.continued(trace),
        shares=[0.0, *np.minimum(bits / blind, 1.0)],
        numbers=[None, *bits.tolist()],
        key="surprises",
        large=True,
        fills=True,
    )
    screen.sentence(_surprise_text(bits, trace.config.vocab_size), key="mean_surprise")


def _surprise_text(bits: np.ndarray, n_vocab: int) -> Says:
    """The mean of the surprises beside that of a choice among all tokens."""
    if not len(bits):
        return said("The first token has nothing before it, so nothing was predicted: type another.")
    mean, blind = float(bits.mean()), float(np.log2(n_vocab))
    if mean > blind:
        return said(
            "On average **{mean:.2f} bits** a token: worse than a blind guess among all {n_vocab:,}, which costs "
            "{blind:.2f} bits. The model was sure of other tokens.",
            mean=mean,
            n_vocab=n_vocab,
            blind=blind,
        )
    return said(
        "On average **{mean:.2f} bits** a token, as much as a fair choice among **{choice:,.0f}** costs. A blind guess "
        "among all {n_vocab:,} would cost {blind:.2f} bits.",
        mean=mean,
        choice=2**mean,
        n_vocab=n_vocab,
        blind=blind,
    )
