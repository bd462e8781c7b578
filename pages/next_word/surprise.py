"""Surprise: how little the model expected each token of the sentence."""

import numpy as np

from headlight.parts import dials, tokens, vocabulary
from headlight.parts.nouns import Model, Says, State, said, view
from headlight.pictures import Screen
from headlight.pictures.decimals import percent
from transformer import Trace
from transformer.readings.loss import surprises
from transformer.softmax import losses


@view(box=dials.sentence(), needs=("next words",))
def surprise(state: State, screen: Screen) -> None:
    """Draw how little the model expected each token of the sentence, in bits, beside a blind guess."""
    trace = state.trace()
    bits = surprises(trace)
    n_vocab = trace.config.vocab_size
    if len(bits):
        screen.heading("How much did each word surprise the model?", "Point at one: what it expected.")
        screen.column_chart(
            {"surprise": bits},
            labels=trace.words[1 : trace.last + 1],
            first=1,
            notes=_expected(state.model, trace),
            limit=("a blind guess", float(np.log2(n_vocab))),
            axes=("word", "bits"),
            quantity="loss",
            height=430 if tokens.compact(state) else 370,
            alt="The surprise of each token of the sentence in bits, beside that of a blind guess.",
            key="surprises",
        )
    screen.sentence(_surprise_text(bits, n_vocab), key="mean_surprise")


def _expected(model: Model, trace: Trace) -> list[str]:
    """Name the token that the model found most likely instead of each token after the first, with its probability."""
    logits = trace.logits[: trace.last]
    ids = logits.argmax(-1)
    chances = np.exp(-losses(logits, ids))
    return [
        f"expected: “{vocabulary.shown(model, int(id))}”, {percent(float(chance))}"
        for id, chance in zip(ids, chances, strict=True)
    ]


def _surprise_text(bits: np.ndarray, n_vocab: int) -> Says:
    """Tell the mean of the surprises, and how many equal choices it is."""
    if not len(bits):
        return said("The first token has nothing before it, so nothing was predicted: type a second one.")
    mean, blind = float(bits.mean()), float(np.log2(n_vocab))
    if mean > blind:
        return said(
            "On average **{mean:.2f} bits** per token. That is worse than a blind guess, {blind:.2f} bits: the model "
            "was sure of other tokens.",
            mean=mean,
            blind=blind,
        )
    return said(
        "On average **{mean:.2f} bits** per token: as if it guessed among **{choice:,.0f}** equally likely ones, not "
        "among all {n_vocab:,}.",
        mean=mean,
        choice=2**mean,
        n_vocab=n_vocab,
    )
