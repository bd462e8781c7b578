"""Attention without projections beside a real head: what the three learned matrices add."""

from typing import NamedTuple

import numpy as np
import streamlit as st

from headlight.frame import controls, dials, live_check, one_score, orientation, tokens
from headlight.frame.boards import board
from headlight.pictures.board import Board
from headlight.pictures.matrix import matrix
from headlight.pictures.strips import strips
from headlight.views.attention import one_form
from transformer import LanguageModel, Trace
from transformer.experiments.by_hand import Looks, look
from transformer.readings.projections import asymmetry, look_at_themselves, normalized
from transformer.similarity import unit

VECTORS = ("length 1", "embedded", "normalized residual")  # written in the address as they are


class Compared(NamedTuple):
    """What the dials of the comparison say."""

    vectors: str  # which vectors stand for the words where there are no projections
    causal: bool  # whether later words are hidden, on both sides


class Side(NamedTuple):
    """One of the two ways: its vectors [pos, width] that are mixed, and its stages."""

    values: np.ndarray
    looks: Looks


def dials_of_comparison() -> Compared:
    """In the sidebar: which vectors stand for the words on the left, and whether later words are hidden on both."""
    with st.sidebar:
        return Compared(_which_vectors(), _hide_later())


def _which_vectors() -> str:
    return controls.one_of(
        "vectors",
        "X on the left",
        VECTORS[0],
        help="Length 1: embeddings divided by their lengths, so that a score is a cosine. Embedded: as the model has "
        "them. Normalized residual: what the head on the right reads, at its layer.",
    )


def _hide_later() -> bool:
    return controls.toggle(
        "hide_later", "Hide later words", True, help="The causal mask, on both sides. The model was trained with it."
    )


def vectors_of(model: LanguageModel, trace: Trace, layer: int, kind: str) -> np.ndarray:
    """X: a row for each token."""
    if kind == "length 1":
        return unit(trace.embedded)
    return trace.embedded if kind == "embedded" else normalized(model.transformer, trace, layer)


def both(model: LanguageModel, trace: Trace, layer: int, head: int, compared: Compared) -> tuple[Side, Side]:
    """softmax(X X^T) X, and the same with the head's three projections."""
    vectors, stages = vectors_of(model, trace, layer, compared.vectors), trace.layers[layer]
    queries, keys, values = stages.queries[head], stages.keys[head], stages.values[head]
    projected = look(queries, keys, values, factor=model.config.d_head**-0.5, causal=compared.causal)
    return Side(vectors, look(vectors, vectors, vectors, causal=compared.causal)), Side(values, projected)


def side_by_side(trace: Trace, layer: int, head: int, cell: tuple[int, int], sides: tuple[Side, Side]) -> None:
    """Both patterns, and the vectors that they mix; a click chooses a cell."""
    simple, projected = sides
    with board(key="by_hand", text=trace.text) as screen:
        tokens.chips(trace, strong=cell, on_place=dials.choose_looking)
        left, right = screen.columns(1, 1)
        with left:
            screen.heading(
                "Without projections: softmax(X Xᵀ) X",
                "Each word's vector times every other: words that are alike look at each other.",
            )
            _weights(screen, trace, "X", simple, "simple", cell)
        with right:
            screen.heading(
                f"With W_Q, W_K, W_V of layer {layer + 1}, head {head + 1}",
                "Each word's query times every key: what it looks for need not be what it is.",
            )
            _weights(screen, trace, "V", projected, "projected", cell)
        screen.note(live_check.in_words(trace, layer))


def _weights(screen: Board, trace: Trace, name: str, side: Side, key: str, cell: tuple[int, int]) -> None:
    """The weights, right under them what comes of them, and what both are made of."""
    looks = side.looks
    _matrix(trace, looks.pattern, f"{key}_weights", "weight", cell, np.isneginf(looks.masked))
    named = {f"context = weights × {name}": looks.context, name: side.values}
    alt = f"{' and '.join(named)}: a row for each token, a column for each dimension."
    strips(named, tokens=trace.words, alt=alt, key=f"{key}_context", height=90)
    screen.note(f"{themselves_in_words(looks.pattern)} {symmetry_in_words(looks.scaled)}")


def scores(
    model: LanguageModel, trace: Trace, layer: int, head: int, cell: tuple[int, int], sides: tuple[Side, Side]
) -> None:
    """The scores behind both patterns, and the chosen one of the head as a sum and as one form."""
    simple, projected = sides
    with board(key="by_hand_scores", text=trace.text) as screen:
        left, right = screen.columns(1, 1)
        with left:
            screen.heading("Scores X Xᵀ", "Across the diagonal they are their own mirror image.")
            _matrix(trace, simple.looks.scaled, "simple_scores", "score", cell)
        with right:
            screen.heading(f"Scores Q Kᵀ / √{model.config.d_head}", "Is it still a mirror image?")
            _matrix(trace, projected.looks.scaled, "projected_scores", "score", cell)
        screen.heading(
            "One score: a sum over dimensions",
            f"The chosen cell of layer {layer + 1}, head {head + 1}. See whether few dimensions decide, or all.",
        )
        one_score.picture(trace, layer, head, *cell)
        one_score.sums(screen, trace, layer, head, *cell)
        one_form.of_cell(screen, model, trace, layer, head, *cell)


def _matrix(
    trace: Trace, values: np.ndarray, key: str, noun: str, cell: tuple[int, int], hidden: np.ndarray | None = None
) -> None:
    side = "without projections" if key.startswith("simple") else "of the head"
    matrix(
        values,
        rows=trace.words,
        columns=trace.words,
        noun=noun,
        alt=f"{noun.capitalize()}s {side}: {orientation.looking()}.",
        key=key,
        scale="sequential" if noun == "weight" else "scores",
        hidden=hidden,
        selected=cell,
        on_cell=dials.choose_cell,
        transposed=orientation.transposed(),
    )


def symmetry_in_words(scores: np.ndarray) -> str:
    """Whether what one word scores with another is what the other scores with it."""
    off = asymmetry(scores)
    if len(scores) == 1:
        return "One word alone has one score."
    if off < 1e-5:
        return "The scores are symmetric: if a is like b, then b is like a."
    return (
        f"The scores are not symmetric: a score and its mirror image differ by up to {off:.2f}. A query is not a key."
    )


def themselves_in_words(pattern: np.ndarray) -> str:
    """How many words give themselves the largest weight, and the mean weight that they give themselves."""
    count, mean = look_at_themselves(pattern), float(pattern.diagonal().mean())
    return f"{count} of {len(pattern)} words give most weight to themselves; mean weight on oneself {mean:.2f}."
