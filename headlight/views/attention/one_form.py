"""The score of a head as one bilinear form: both projections together are one matrix W between two words."""

import numpy as np
import streamlit as st

from headlight.formulas import by_hand as hand_formulas
from headlight.frame import failures, words
from headlight.frame.held import held
from headlight.pictures.board import Board
from headlight.pictures.curves import curves
from headlight.pictures.formula import formula
from headlight.pictures.strips import strips
from transformer import LanguageModel, Trace
from transformer.readings.projections import bilinear, normalized, symmetric_share


def of_cell(screen: Board, model: LanguageModel, trace: Trace, layer: int, head: int, query: int, key: int) -> None:
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


@held(most=64)  # a sentence does not change it, and it is drawn with each
def _singular_values(name: str, _model: LanguageModel, layer: int, head: int) -> np.ndarray:
    return np.linalg.svd(bilinear(_model.transformer, layer, head), compute_uv=False)


@failures.caught("bilinear_form")
def show(model: LanguageModel, layer: int, head: int) -> None:
    """W of the head as a picture, with its singular values and how symmetric it is."""
    form = _form(model.name, model, layer, head)
    d_model, d_head = model.config.d_model, model.config.d_head
    singular = _singular_values(model.name, model, layer, head)
    rank = int(
        (singular > singular.max() * d_model * np.finfo(form.dtype).eps).sum()
    )  # as np.linalg.matrix_rank has it
    st.subheader(f"The whole form W of layer {layer + 1}, head {head + 1}", anchor=False)
    st.caption(
        f"It does not depend on the sentence. Left: its {d_model} × {d_model} numbers, made of two of {d_head} "
        f"× {d_model}. Right: its singular values, which show that it is made so. See where they end."
    )
    numbers, values = st.columns(2, gap="medium")
    with numbers:
        strips(
            {"W": form},
            tokens=[f"dimension {number} of the x that looks" for number in range(d_model)],
            height=260,
            alt=f"The {d_model} by {d_model} numbers of W = W_Q W_K^T.",
            key="bilinear_form",
        )
    with values:
        curves(
            {"singular value": singular},
            over=np.arange(1.0, len(singular) + 1),
            points=("singular value",),
            marks={"rank": float(rank)},
            x_title="singular value, from the largest",
            y_title="its size",
            alt=f"The {d_model} singular values of W: {rank} are above zero.",
            key="singular_values",
            height=290,
        )
    st.caption(
        f"{rank} singular values are above zero, so W has rank {rank}: a head compares words in {rank} directions. "
        f"Of the sum of the squares of its numbers {symmetric_share(form):.1%} lies in its symmetric half, (W + Wᵀ)/2. "
        "A symmetric W would have 100%, a W of random numbers has about 50%. Attention without projections has for W "
        "the identity, which is symmetric and prefers like to like."
    )
