"""What is lost if the heads of a layer all looked by the mean of their patterns: why heads are not averaged."""

import numpy as np
import streamlit as st

from headlight.frame import controls, orientation, reading, vocabulary, words
from headlight.frame.reader import Model
from headlight.pictures.bars import bars
from headlight.pictures.board import Board
from headlight.pictures.matrix import matrix
from headlight.views.heads.heads_room import SHOWN, moved_most
from transformer import Intervention, Trace
from transformer.readings.loss import sentence_loss


def where() -> str:
    """A dial in the sidebar: in which layers the heads are averaged."""
    with st.sidebar:
        return controls.one_of(
            "averaged_in",
            "Average the heads of",
            "this layer",
            help="Each head keeps its values and its part of W_O, but all look with the same weights: their mean.",
        )


def show(screen: Board, model: Model, before: Trace, layer: int, where: str) -> None:
    """The mean pattern, the next word with it, and by how much attended and the loss change."""
    layers = range(model.config.n_layers) if where == "every layer" else [layer]
    after = reading.trace(before.text, Intervention(averaged=frozenset(layers)))
    left, right = screen.columns(50, 50)
    with left:
        screen.heading(
            f"The mean of the {model.config.n_heads} patterns of layer {layer + 1}",
            "Every token looks a little everywhere: the sharp looks of single heads are washed out.",
        )
        matrix(
            after.layers[layer].pattern[0],
            rows=before.words,
            columns=before.words,
            noun="mean weight",
            hidden=words.hidden(after.layers[layer], 0),
            alt=f"The mean of the patterns of all heads of layer {layer + 1}.",
            key="mean_pattern",
            transposed=orientation.transposed(),
        )
    with right:
        screen.heading("Next word with averaged heads", "Dashed: each head in its own way. See which words move.")
        earlier, later = vocabulary.probabilities(before), vocabulary.probabilities(after)
        order = vocabulary.likeliest_of_two(earlier, later, SHOWN)
        bars(
            later[order],
            labels=vocabulary.labels(model, order),
            before=earlier[order],
            says=moved_most(model, earlier, later),
            alt="The likeliest next tokens with averaged patterns, outlined as they were.",
            key="averaged_words",
        )
        screen.note(lost(before, after, layer))


def lost(before: Trace, after: Trace, layer: int) -> str:
    """By how much attended of the last token changed, in lengths, and what became of the loss."""
    attended = before.layers[layer].attended[-1]
    change = float(np.linalg.norm(after.layers[layer].attended[-1] - attended))
    length = float(np.linalg.norm(attended))
    said = (
        f"For the last token, attended of layer {layer + 1} is {length:.2f} long, and averaging changes it by a vector "
        f"{change:.2f} long, {change / length:.0%} of that."
    )
    if len(before.tokens) > 1:
        losses = sentence_loss(before), sentence_loss(after)
        said += f" The loss of the sentence goes from {losses[0]:.4f} to {losses[1]:.4f} nats a token."
    return said
