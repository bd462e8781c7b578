"""The controls that pages share; each value lives in the address, under the name of its widget."""

from typing import Any, Literal

import numpy as np
import streamlit as st

from transformer import Intervention, LanguageModel
from transformer.intervention import MaskKind
from ui import kept, orientation

_MOVED = "dials that a picture moved"
MASKS: tuple[MaskKind, ...] = ("causal", "none", "window")  # written in the address as they are


def move(**values: Any) -> None:
    """Move dials, named by their keys in the address; for what is chosen in a picture.

    The whole page runs again, because a fragment by itself cannot redraw the dials of the sidebar.
    """
    st.session_state.update(values)
    st.session_state[_MOVED] = True


def were_moved() -> bool:
    """Whether a picture has moved dials since this was last asked."""
    return st.session_state.pop(_MOVED, False)


def choose_head(head: tuple[int, int]) -> None:
    """Move the two sliders to a head, [layer, head] from 0."""
    move(layer=head[0] + 1, head=head[1] + 1)


def choose_cell(cell: tuple[int, int]) -> None:
    """Move the two number boxes to a cell, [query, key]."""
    move(query=cell[0], key_position=cell[1])


def choose_token(place: int) -> None:
    """Move the number box of `token`."""
    move(token=place)


def choose_pair(pair: tuple[int, int]) -> None:
    """Move the number boxes of `token` and `other_token`."""
    move(token=pair[0], other_token=pair[1])


def row() -> st.delta_generator.DeltaGenerator:
    """A row for dials, which wraps on a narrow screen."""
    return st.container(horizontal=True, gap="medium", vertical_alignment="top")


def head(model: LanguageModel) -> tuple[int, int]:
    """Two sliders in the sidebar: which layer, and which of its heads. From 1 on screen, from 0 in the result."""
    chosen = layer(model)
    first = model.roles.best("modifier")[1]
    number = st.sidebar.slider("Head", 1, model.config.n_heads, first + 1, key="head", bind="query-params")
    kept.remember("head")
    return chosen, number - 1


def layer(model: LanguageModel) -> int:
    """A slider in the sidebar: which layer. From 1 on screen, from 0 in the result."""
    first = model.roles.best("modifier")[0]
    number = st.sidebar.slider("Layer", 1, model.config.n_layers, first + 1, key="layer", bind="query-params")
    kept.remember("layer")
    return number - 1


def queries_as() -> None:
    """A switch in the sidebar: matrices are drawn with queries as rows, or as columns."""
    st.sidebar.segmented_control(
        "Queries are",
        orientation.OPTIONS,
        default="rows",
        key=orientation.KEY,
        bind="query-params",
        required=True,
        help="Rows: each row looks and sums to 1, as in the paper. Columns: the same numbers transposed, each column "
        "looks and sums to 1, as some course notes draw it.",
    )
    kept.remember(orientation.KEY)


def attention_temperature(*, width: int | Literal["stretch"] = "stretch") -> float:
    """Divides the scores before the softmax of every head."""
    chosen = st.slider(
        "Attention temperature",
        0.1,
        4.0,
        1.0,
        0.1,
        key="attention_temperature",
        bind="query-params",
        width=width,
        help="Divides the scores in every head before softmax. Low: each word looks at one place. High: at all alike. "
        "It changes what the model computes.",
    )
    kept.remember("attention_temperature")
    return chosen


def output_temperature(*, width: int | Literal["stretch"] = "stretch") -> float:
    """Divides the logits before the softmax over the vocabulary."""
    chosen = st.slider(
        "Output temperature",
        0.1,
        3.0,
        1.0,
        0.1,
        key="output_temperature",
        bind="query-params",
        width=width,
        help="Divides the logits before the last softmax. Low: the likeliest word wins. High: all words become alike. "
        "It changes only the choice of the next word, not the attention.",
    )
    kept.remember("output_temperature")
    return chosen


def mask() -> MaskKind:
    """Which keys a query may look at."""
    chosen = st.segmented_control(
        "Mask",
        MASKS,
        default="causal",
        key="mask",
        bind="query-params",
        required=True,
        help="Causal: only back. None: also ahead. Window: itself and a few tokens back. Trained with causal.",
    )
    kept.remember("mask")
    return chosen or "causal"  # an empty parameter in the address gives None, in spite of `required`


def scaled() -> bool:
    """Whether scores are divided by the square root of d_head."""
    chosen = st.toggle(
        "Scale by 1/√d",
        value=True,
        key="scaled",
        bind="query-params",
        help="Divide scores by the square root of d_head. Without it softmax picks nearly one place.",
    )
    kept.remember("scaled")
    return chosen


def intervention() -> Intervention:
    """The dials that change the forward pass, side by side: attention temperature, mask, scaling."""
    return Intervention(temperature=attention_temperature(), mask=mask(), scaled=scaled())


def cell(pattern: np.ndarray, max_tokens: int, *, empty: int | None = None) -> tuple[int, int]:
    """Two number boxes that choose one cell of a pattern [query, key]: the position that looks, and the one looked at.

    Left empty they follow the text: the last token, or the query `empty`, and the key that it gives most weight. A
    position past the end of the text counts as its last.
    """
    last = len(pattern) - 1
    query = _position("Query position", "query", "last", max_tokens)
    query = (last if empty is None else empty) if query is None else min(query, last)
    key = _position("Key position", "key_position", "its largest", max_tokens)
    return query, int(pattern[query].argmax()) if key is None else min(key, last)


def _position(label: str, key: str, empty: str, max_tokens: int) -> int | None:
    return st.number_input(label, 0, max_tokens - 1, None, key=key, bind="query-params", placeholder=empty, width=150)


def word(n_words: int) -> int:
    """A number box that chooses one word of the sentence; empty it is the second word, past the end the last."""
    chosen = _position("Word, counted from 0", "word", "second", 1000)
    return min(1 if chosen is None else chosen, n_words - 1)


def token(n_tokens: int, max_tokens: int) -> int:
    """A number box that chooses one token by its position; empty, or past the end, it is the last token."""
    chosen = _position("Token at position", "token", "last", max_tokens)
    return n_tokens - 1 if chosen is None else min(chosen, n_tokens - 1)


def other_token(token: int, n_tokens: int, max_tokens: int) -> int:
    """A number box for a second token, to compare with the first; empty it is the token before that one."""
    chosen = _position("Compared with position", "other_token", "before it", max_tokens)
    return max(token - 1, 0) if chosen is None else min(chosen, n_tokens - 1)


def positions_on() -> bool:
    """Whether the model is told where its tokens stand."""
    return st.toggle(
        "Positions",
        value=True,
        key="positions_on",
        bind="query-params",
        help="Add the position encoding to the embeddings, as in training. Off: the model gets the embeddings alone.",
    )
