"""The controls that pages which are scripts share; each value lives in the address, under the name of its widget."""

import streamlit as st

from headlight.frame import controls, dials, kept
from transformer import LanguageModel

Places = tuple[int | None, int | None]  # what the boxes of a cell hold


def row() -> st.delta_generator.DeltaGenerator:
    """A row for dials, which wraps on a narrow screen."""
    return st.container(horizontal=True, gap="medium", vertical_alignment="top")


def many() -> st.delta_generator.DeltaGenerator:
    """A place for dials that fill several rows above their picture; while presenting they stand beside it."""
    return st.container(key="dials")


def head(model: LanguageModel) -> tuple[int, int]:
    """Two sliders in the sidebar: which layer, and which of its heads. From 1 on screen, from 0 in the result."""
    first = model.roles.best("modifier")
    with st.sidebar:
        layer, head = (
            controls.slider(key, key.capitalize(), first[at] + 1) for at, key in enumerate(("layer", "head"))
        )
    return layer - 1, head - 1


def queries_as() -> None:
    """A switch in the sidebar: matrices are drawn with queries as rows, or as columns."""
    with st.sidebar:
        controls.draw(dials.ORIENTATION, kept.now(kept.open_view()))


def cell_beside(*, empty: tuple[str, str]) -> Places:
    """Two number boxes in the sidebar that choose one cell of a pattern, see `dials.cell_of`; None for an empty one.

    `empty` says in each what it means to leave it so.
    """
    with st.sidebar:
        query, key = (
            controls.place(dial.key, dial.label, placeholder=said)
            for dial, said in zip((dials.QUERY, dials.KEY), empty, strict=True)
        )
    return query, key


def token_number(*, disabled: bool = False) -> int | None:
    """A number box that chooses one token by its position; None while it is empty."""
    return controls.place("token", "Token at position", placeholder="last", disabled=disabled)
