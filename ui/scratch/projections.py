"""Attention without projections beside a real head, and the head's score as one bilinear form."""

import numpy as np
import streamlit as st

from components.board import Board, board
from components.formula import formula
from components.matrix import matrix
from components.strips import strips
from figures.attention import singular_values_bar
from formulas import by_hand as hand_formulas
from transformer import LanguageModel, Trace
from transformer.experiments.by_hand import Looks, look
from transformer.readings.projections import asymmetry, bilinear, look_at_themselves, normalized, symmetric_share
from transformer.similarity import unit
from ui import charts, controls, dials, failures, live_check, one_score, orientation, tokens, words
from ui.held import held

VECTORS = ("length 1", "embedded", "normalized residual")  # written in the address as they are


def dials_of_comparison() -> tuple[str, bool]:
    """In the sidebar: which vectors stand for the words on the left, and whether later words are hidden on both."""
    with st.sidebar:
        return _which_vectors(), _hide_later()


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


def side_by_side(
    model: LanguageModel, trace: Trace, layer: int, head: int, cell: tuple[int, int], kind: str, causal: bool
) -> None:
    """softmax(X X^T) X, and the same with the head's three projections; a click chooses a cell."""
    stages = trace.layers[layer]
    vectors = vectors_of(model, trace, layer, kind)
    d_head = model.config.d_head
    simple = look(vectors, vectors, vectors, causal=causal)
    projected = look(stages.queries[head], stages.keys[head], stages.values[head], factor=d_head**-0.5, causal=causal)
    with board(key="by_hand", text=trace.text) as screen:
        tokens.chips(trace, strong=cell)
        screen.heading(
            "What the projections add",
            "The simplest attention needs no learned matrix: words that are alike look at each other, and each becomes "
            f"a mean of what it looks at. {orientation.softmax_direction()} Choose a cell to take its score apart.",
        )
        left, right = screen.columns(1, 1)
        with left:
            screen.heading(
                "Without projections", "Scores X Xᵀ: each word's vector times every other. Look across the diagonal."
            )
            _column(screen, trace, simple, "simple", cell)
            screen.note(f"context = weights @ X: a mean of the words' own vectors, {vectors.shape[1]} numbers each.")
            _strips(trace, {"X": vectors, "context": simple.context}, "simple")
        with right:
            screen.heading(
                f"With W_Q, W_K, W_V of layer {layer + 1}, head {head + 1}",
                f"Scores Q Kᵀ / √{d_head}: each word's query times every key. Is it still a mirror image?",
            )
            _column(screen, trace, projected, "projected", cell)
            screen.note(f"context = weights @ V: a mean of the words' values, {d_head} numbers each.")
            screen.note(live_check.in_words(trace, layer))
            _strips(trace, {"V": stages.values[head], "context": projected.context}, "projected")
        screen.heading(
            "One score: a sum over dimensions",
            f"The chosen cell of layer {layer + 1}, head {head + 1}. Look whether few dimensions decide, or all.",
        )
        one_score.picture(trace, layer, head, *cell)
        one_score.sums(screen, trace, layer, head, *cell)
        _one_form(screen, model, trace, layer, head, *cell)


def _column(screen: Board, trace: Trace, looks: Looks, name: str, cell: tuple[int, int]) -> None:
    _matrix(trace, looks.scaled, f"{name}_scores", "score", cell)
    screen.note(symmetry_in_words(looks.scaled))
    _matrix(trace, looks.pattern, f"{name}_weights", "weight", cell, np.isneginf(looks.masked))
    screen.note(themselves_in_words(looks.pattern))


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


def _strips(trace: Trace, named: dict[str, np.ndarray], key: str) -> None:
    alt = f"{' and '.join(named)}: a row for each token, a column for each dimension."
    strips(named, tokens=trace.words, alt=alt, key=f"{key}_context")


def symmetry_in_words(scores: np.ndarray) -> str:
    """Whether what one word scores with another is what the other scores with it."""
    off = asymmetry(scores)
    if len(scores) == 1:
        return "One word alone has one score."
    if off < 1e-5:
        return "Symmetric: every score equals its mirror image. If a looks like b, then b looks like a."
    return f"Not symmetric: a score and its mirror image differ by up to {off:.2f}. A query is not a key."


def themselves_in_words(pattern: np.ndarray) -> str:
    """How many words give themselves the largest weight, and the mean weight that they give themselves."""
    count, mean = look_at_themselves(pattern), float(pattern.diagonal().mean())
    return f"{count} of {len(pattern)} words give most weight to themselves; mean weight on oneself {mean:.2f}."


def _one_form(screen: Board, model: LanguageModel, trace: Trace, layer: int, head: int, query: int, key: int) -> None:
    """q . k and x_i W x_j^T, equal but for rounding, for the chosen cell and at most over all."""
    x = normalized(model.transformer, trace, layer).astype(np.float64)
    form = x @ _form(model.name, model, layer, head) @ x.T
    scores = trace.layers[layer].scores[head].astype(np.float64)
    worked = hand_formulas.bilinear_form(query, key, float(scores[query, key]), float(form[query, key]))
    n_pairs = scores.size
    screen.heading("The same score as one form", "Both projections together are one matrix W between two words.")
    formula(worked, key="form_formula")
    screen.note(
        f"x is the residual stream after layer norm, as this layer reads it. Of all {n_pairs:,} "
        f"{'pair' if n_pairs == 1 else 'pairs'} of this text the two differ by at most "
        f"{words.number(np.abs(form - scores).max())}: the head computes in 32-bit numbers, the form in 64-bit ones."
    )


@held(most=64)  # read by all, written by nobody: no copy for each key
def _form(name: str, _model: LanguageModel, layer: int, head: int) -> np.ndarray:
    return bilinear(_model.transformer, layer, head)


@failures.caught("bilinear_form")
def form_itself(model: LanguageModel, layer: int, head: int) -> None:
    """W of the head as a picture, with its singular values and how symmetric it is."""
    form = _form(model.name, model, layer, head)
    d_model, d_head = model.config.d_model, model.config.d_head
    rank = int(np.linalg.matrix_rank(form))
    st.subheader(f"The whole form W of layer {layer + 1}, head {head + 1}", anchor=False)
    st.caption(
        f"It does not depend on the sentence. Left: its {d_model} × {d_model} numbers, made of two of {d_head} "
        f"× {d_model}. Right: its singular values, where one sees that it is made so. Look where they end."
    )
    numbers, values = st.columns(2, gap="medium")
    with numbers:
        strips(
            {"W": form},
            tokens=[f"dimension {number} of the x that looks" for number in range(d_model)],
            height=260,
            alt=f"The {d_model} by {d_model} numbers of W = W_Q^T W_K.",
            key="bilinear_form",
        )
    with values:
        charts.show(
            singular_values_bar(np.linalg.svd(form, compute_uv=False), rank, charts.colours()),
            alt=f"The {d_model} singular values of W: {rank} are above zero.",
            key="singular_values",
        )
    st.caption(
        f"{rank} singular values are above zero, so W has rank {rank}: a head compares words in {rank} directions. "
        f"Of the sum of the squares of its numbers {symmetric_share(form):.1%} lies in its symmetric half, (W + Wᵀ)/2. "
        "A symmetric W would have 100%, a W of random numbers has about 50%. Attention without projections has for W "
        "the identity, which is symmetric and prefers like to like."
    )
