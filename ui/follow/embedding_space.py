"""The space of the embedding: its rows, which tokens are near which, and its shadow in two or three dimensions."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import streamlit as st

from components.bars import bars
from components.board import board
from components.formula import formula
from components.matrix import matrix
from components.plane import Group, plane
from figures.embeddings import projection_scatter
from formulas import vectors as vector_formulas
from transformer import LanguageModel, Trace
from transformer.principal import shadow
from transformer.similarity import cosines, nearest, unit
from ui import charts, controls, dials, vocabulary
from ui.held import held

COUNT = 8  # nearest tokens listed for the chosen one
BESIDE = 3  # nearest tokens drawn for each token of the sentence


@dataclass(frozen=True, eq=False)
class Space:
    """W_E and what is derived from it; all read by every visitor, so nobody writes to it."""

    rows: np.ndarray  # [vocab, d_model], W_E itself
    units: np.ndarray  # [vocab, d_model], each row of length one
    projected: np.ndarray  # [vocab, 3], along the directions of most variance
    shares: np.ndarray  # [3], of the whole variance


@held(most=4)
def _space(name: str, _model: LanguageModel) -> Space:
    rows = _model.transformer.embedding.weight.numpy()
    seen = shadow(rows, 3)
    return Space(rows, unit(rows), seen.places, seen.shares)


def of(model: LanguageModel) -> Space:
    """The space of a model's embedding, computed once."""
    return _space(model.name, model)


def show_cosines(space: Space, trace: Trace, pair: tuple[int, int]) -> None:
    """The cosine of each two tokens of the sentence, with the chosen pair framed."""
    rows = space.rows[[token.id for token in trace.tokens]]
    matrix(
        cosines(rows, rows),
        rows=trace.words,
        columns=trace.words,
        noun="cosine",
        alt="Cosine similarity of the embeddings of each two tokens of the sentence.",
        key="cosines",
        scale="diverging",
        extent=1.0,
        selected=pair,
        on_cell=dials.choose_pair,
    )


def show_nearest(model: LanguageModel, space: Space, trace: Trace, place: int) -> None:
    """The tokens of the whole vocabulary nearest to the token at `place`."""
    token = trace.tokens[place]
    ids, values = nearest(space.units, [token.id], COUNT)
    bars(
        values[0].clip(min=0).tolist(),
        labels=vocabulary.labels(model, ids[0]),
        alt=f"The {COUNT} tokens of the vocabulary whose embeddings have the largest cosine with the chosen one.",
        key="nearest",
    )


def show_arithmetic(model: LanguageModel, space: Space, trace: Trace, token: int, other: int) -> None:
    """The lookup as a product, and the cosine of the chosen pair, with their numbers."""
    of_token, of_other = (trace.tokens[place].id for place in (token, other))
    with board(key="row_arithmetic", text=trace.text) as screen:
        screen.heading(
            "The lookup as a product",
            f"Of {model.config.vocab_size:,} places number {of_token} alone is 1: the product is that row, "
            f"{model.config.d_model} numbers. The model goes on with this row times √{model.config.d_model}.",
        )
        formula(vector_formulas.one_hot_row(space.rows[of_token], of_token), key="lookup_formula")
        screen.heading(
            f"The cosine of “{trace.words[token]}” and “{trace.words[other]}”",
            "The dot product of the two rows, divided by both lengths.",
        )
        worked = vector_formulas.cosine_of_terms(space.rows[of_token], space.rows[of_other])
        formula(worked, key="cosine_formula")


def dimensions() -> int:
    """Whether the projection is flat or can be turned."""
    return controls.one_of("dimensions", "Dimensions", 2, width="content")


def show_map(model: LanguageModel, space: Space, trace: Trace, n_dimensions: int) -> None:
    """The projection under a heading that says how much of the space it shows."""
    title = "A shadow of the space"
    hint = (
        f"The {n_dimensions} directions in which all {model.config.vocab_size:,} rows differ most hold only "
        f"{space.shares[:n_dimensions].sum():.1%} of their variance: points apart here are apart, points that "
        "touch here need not be near."
    )
    if n_dimensions == 2:
        with board(key="map_of_rows", text=trace.text) as screen:
            screen.heading(title, hint)
            show_projection(model, space, trace, n_dimensions)
    else:
        st.subheader(title, anchor=False)
        st.caption(hint)
        show_projection(model, space, trace, n_dimensions)


def show_projection(model: LanguageModel, space: Space, trace: Trace, n_dimensions: int) -> None:
    """The sentence's tokens and the nearest ones of each, projected; a repeated token is one point."""
    ids, labels = _of_sentence(trace)
    near = [int(id) for id in nearest(space.units, ids, BESIDE)[0].flat]
    beside = [id for id in dict.fromkeys(near) if id not in ids]
    alt = f"The embeddings of the sentence's tokens in {n_dimensions} dimensions."
    beside_labels = [vocabulary.shown(model, id) for id in beside]
    if n_dimensions == 2:
        titles = [f"direction {axis + 1}: {space.shares[axis]:.1%} of the variance" for axis in range(2)]
        plane(
            [
                Group(space.projected[beside, :2], beside_labels, "soft", "near one of them"),
                Group(space.projected[ids, :2], labels, "accent", "in the sentence", size=6.0),
            ],
            alt=alt,
            key="projection",
            x_title=titles[0],
            y_title=titles[1],
            height=480,
            framed=[1] if len(ids) > 1 else None,  # a neighbour that lies far off must not squash the words
        )
        return
    figure = projection_scatter(
        space.projected[ids],
        space.projected[beside],
        labels=labels,
        beside_labels=beside_labels,
        shares=space.shares,
        text=trace.text,
        model=model.name,
        colours=charts.colours(),
    )
    charts.show(figure, alt=alt, key="projection")


def _of_sentence(trace: Trace) -> tuple[list[int], Sequence[str]]:
    """The distinct ids of the sentence in order, and how each is written."""
    written = {token.id: word for token, word in reversed(list(zip(trace.tokens, trace.words, strict=True)))}
    ids = list(dict.fromkeys(token.id for token in trace.tokens))
    return ids, [written[id] for id in ids]
