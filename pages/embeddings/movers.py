"""Which tokens moved a word in each of its sentences, and by how much: by layer, and by the heads of one layer."""

from typing import Any

import numpy as np

from headlight.pages.embeddings.contexts import Context
from headlight.parts import live_check
from headlight.parts.nouns import State
from headlight.parts.words import Says, said
from headlight.pictures import Labels, Screen, Style
from transformer import LanguageModel
from transformer.readings.movement import moved

_LEAST = 300  # pixels of the column of a sentence


def amounts(model: LanguageModel, context: Context) -> np.ndarray:
    """weight x |value W_O| for the word's token, the mean where several are followed: [layer, head, pos]."""
    return np.mean([moved(model.transformer, context.trace, position) for position in context.places], axis=0)


def show(screen: Screen, state: State, model: LanguageModel, with_word: list[Context], layer: int) -> None:
    """For each sentence layers and tokens, then heads and tokens of the chosen layer."""
    moved_by = [amounts(model, context) for context in with_word]
    screen.heading("What moved it?", "See what each token added: weight × |value|. Choose a row to see its heads.")
    largest = max(float(values.sum(axis=1).max()) for values in moved_by)
    for context, values in screen.beside(zip(with_word, moved_by, strict=True), least=_LEAST):
        _matrix(
            screen,
            values.sum(axis=1),
            context,
            row="layer",
            style=Style(extent=largest),
            says=moved_most(values, context),
            selected=(layer, int(values[layer].sum(axis=0).argmax())),
            on_cell=lambda cell: {"after_layer": cell[0] + 1},
            alt="How much each token moved the word in each layer",
            key="movers",
        )
    screen.heading(f"The heads of layer {layer + 1}", "See it before the sum over heads.")
    largest = max(float(values[layer].max()) for values in moved_by)
    for context, values in screen.beside(zip(with_word, moved_by, strict=True), least=_LEAST):
        alt = f"How much each token moved the word through each head of layer {layer + 1}"
        _matrix(screen, values[layer], context, row="head", style=Style(extent=largest), alt=alt, key="mover_heads")
    screen.note(live_check.in_words(state, with_word[0].trace, layer))


def _matrix(screen: Screen, values: np.ndarray, context: Context, *, row: str, alt: str, key: str, **more: Any) -> None:
    """Rows and tokens of a sentence; the tokens after the word, at which it may not look, move it by exactly 0."""
    screen.matrix(
        values,
        Labels([f"{row} {number + 1}" for number in range(len(values))], context.trace.words, "moved it by"),
        hidden=np.broadcast_to(np.arange(values.shape[1]) > context.places[-1], values.shape),
        alt=f"{alt}, in sentence {context.number}.",
        key=f"{key}_{context.number}",
        **more,
    )


def moved_most(values: np.ndarray, context: Context) -> Says:
    """Which other token moved the word most in all layers together, and how much the word moved itself."""
    in_all = values.sum(axis=(0, 1))
    own = set(context.places)
    others = [position for position in range(context.places[-1]) if position not in own]
    word = context.word.word
    if not others:
        return said("**{word}** comes first: only itself can move it.", word=word)
    most = max(others, key=lambda position: in_all[position])
    return said(
        "**{mover} ({place})** moved **{word}** by **{by:.1f}**, the word itself by {itself:.1f}.",
        mover=context.trace.words[most],
        place=most,
        word=word,
        by=in_all[most],
        itself=in_all[list(own)].sum(),
    )
