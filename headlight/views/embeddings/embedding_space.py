"""The space of the embedding: its rows, which tokens are near which, and its shadow in two or three dimensions."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import streamlit as st

from headlight.figures.embeddings import projection_scatter
from headlight.formulas import vectors as vector_formulas
from headlight.frame import charts, controls, dials, vocabulary
from headlight.frame.boards import board
from headlight.frame.held import held
from headlight.pictures.bars import bars
from headlight.pictures.formula import formula
from headlight.pictures.matrix import matrix
from headlight.pictures.plane import Group, plane
from transformer import LanguageModel, Trace
from transformer.principal import shadow
from transformer.similarity import cosines, nearest, unit

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
        alt="Cosine similarity of the embeddings of each pair of tokens of the sentence.",
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
    """The projection under a heading that says how much of the space it shows; in space, its three sides under it."""
    title = "A shadow of the space"
    hint = (
        f"The {n_dimensions} directions in which all {model.config.vocab_size:,} rows differ most hold only "
        f"{space.shares[:n_dimensions].sum():.1%} of their variance: points far apart here are far apart, points that "
        "touch here need not be near."
    )
    rows = _rows(model, space, trace)
    if n_dimensions == 2:
        with board(key="map_of_rows", text=trace.text) as screen:
            screen.heading(title, hint)
            show_side(space, rows, (0, 1), key="projection")
        return
    st.subheader(title, anchor=False)
    st.caption(hint)
    _show_space(model, space, trace, rows)
    with board(key="map_of_rows", text=trace.text) as screen:
        screen.heading("The same from three sides", "Two directions at a time: are words that touch here apart there?")
        sides = tuple(combinations(range(3), 2))
        for column, side in zip(screen.columns(1, 1, 1, least=(300, 300, 300)), sides, strict=True):
            with column:
                show_side(space, rows, side, key=f"side_{side[0] + 1}_{side[1] + 1}", height=270)


@dataclass(frozen=True, eq=False)
class Neighbours:
    """Rows that are near one of the sentence."""

    ids: list[int]
    labels: Sequence[str]


@dataclass(frozen=True, eq=False)
class Rows:
    """Rows of W_E that a map shows: those of the sentence, a repeated token once, and the nearest ones of each."""

    ids: list[int]
    labels: Sequence[str]
    beside: Neighbours
    far: Neighbours  # which the shadow throws far off: a picture that held them all would squash the words


def _rows(model: LanguageModel, space: Space, trace: Trace) -> Rows:
    ids, labels = _of_sentence(trace)
    near = np.array([id for id in dict.fromkeys(nearest(space.units, ids, BESIDE)[0].flat) if id not in ids])
    away = np.linalg.norm(space.projected[near][:, None] - space.projected[ids], axis=-1).min(axis=1)
    spread = np.sqrt(np.square(space.projected).sum(axis=-1).mean())  # of all rows: how far from their mean they are
    return Rows(ids, labels, *(_labelled(model, near[kept]) for kept in (away <= spread, away > spread)))


def _labelled(model: LanguageModel, ids: np.ndarray) -> Neighbours:
    return Neighbours(ids.tolist(), [vocabulary.shown(model, id) for id in ids.tolist()])


def show_side(space: Space, rows: Rows, side: tuple[int, int], *, key: str, height: int = 400) -> None:
    """The rows along two of the directions, from 0."""
    titles = [f"direction {axis + 1}: {space.shares[axis]:.1%} of the variance" for axis in side]
    plane(
        [
            Group(space.projected[np.ix_(rows.far.ids, side)], rows.far.labels, "soft"),
            Group(space.projected[np.ix_(rows.beside.ids, side)], rows.beside.labels, "soft", "near one of them"),
            Group(space.projected[np.ix_(rows.ids, side)], rows.labels, "accent", "in the sentence", size=6.0),
        ],
        alt=f"The embeddings of the sentence's tokens along directions {side[0] + 1} and {side[1] + 1}.",
        key=key,
        x_title=titles[0],
        y_title=titles[1],
        height=height,
        framed=[1, 2] if len(rows.ids + rows.beside.ids) > 1 else None,  # one point has no extent
    )


def _show_space(model: LanguageModel, space: Space, trace: Trace, rows: Rows) -> None:
    figure = projection_scatter(
        space.projected[rows.ids],
        space.projected[rows.beside.ids + rows.far.ids],
        framed=space.projected[rows.ids + rows.beside.ids],
        labels=rows.labels,
        beside_labels=[*rows.beside.labels, *rows.far.labels],
        shares=space.shares,
        text=trace.text,
        model=model.name,
        colours=charts.colours(),
    )
    charts.show(figure, alt="The embeddings of the sentence's tokens in 3 dimensions.", key="projection")


def _of_sentence(trace: Trace) -> tuple[list[int], Sequence[str]]:
    """The distinct ids of the sentence in order, and how each is written."""
    written = {token.id: word for token, word in reversed(list(zip(trace.tokens, trace.words, strict=True)))}
    ids = list(dict.fromkeys(token.id for token in trace.tokens))
    return ids, [written[id] for id in ids]
