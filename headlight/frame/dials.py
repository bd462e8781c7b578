"""The controls that pages share; each value lives in the address, under the name of its widget."""

from typing import Any, Literal

import numpy as np
import streamlit as st

from headlight.frame import controls, models
from headlight.frame.found import BUNDLED
from headlight.frame.models import Model
from transformer import Intervention, LanguageModel, OpenedModel, Plan
from transformer.intervention import MaskKind

_MOVED = "dials that a picture moved"


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
    """Move the two dials of the model that is shown to a head of it, [layer, head] from 0."""
    layer, number = ("layer", "head") if models.shown() == BUNDLED else ("real_layer", "real_head")
    move(**{layer: head[0] + 1, number: head[1] + 1})


def choose_cell(cell: tuple[int, int]) -> None:
    """Move the two number boxes to a cell, [query, key]."""
    move(query=cell[0], key_position=cell[1])


def choose_query(cell: tuple[int, int]) -> None:
    """Move the number box of the token that looks to the row of a cell, [query, key]."""
    move(query=cell[0])


def choose_looking(place: int) -> None:
    """Move the number box of the token that looks, and let it look where it looks most."""
    move(query=place, key_position=None)


def choose_token(place: int) -> None:
    """Move the number box of `token`."""
    move(token=place)


def choose_pair(pair: tuple[int, int]) -> None:
    """Move the boxes of a token and of the one that it is compared with."""
    move(token=pair[0], other_token=pair[1])


def row() -> st.delta_generator.DeltaGenerator:
    """A row for dials, which wraps on a narrow screen."""
    return st.container(horizontal=True, gap="medium", vertical_alignment="top")


def many() -> st.delta_generator.DeltaGenerator:
    """A place for dials that fill several rows above their picture; while presenting they stand beside it."""
    return st.container(key="dials")


def head(model: Model) -> tuple[int, int]:
    """Two sliders in the sidebar: which layer, and which of its heads. From 1 on screen, from 0 in the result.

    Of a real model, which may have many layers, they are two boxes for numbers.
    """
    if isinstance(model, OpenedModel):
        with st.sidebar, st.container(horizontal=True, gap="small"):
            return real_head(model)
    chosen = layer(model)
    first = model.roles.best("modifier")[1]
    with st.sidebar:
        return chosen, controls.slider("head", "Head", first + 1) - 1


def head_numbers(model: LanguageModel) -> tuple[int, int]:
    """The same as two boxes for numbers where they are called, for a picture that is itself their control."""
    best = model.roles.best("modifier")
    layer, head = (controls.number(key, key.capitalize(), best[at] + 1) for at, key in enumerate(("layer", "head")))
    return layer - 1, head - 1


def real_head(model: OpenedModel) -> tuple[int, int]:
    """Two boxes for numbers where they are called: layer and head from 1, and from 0 in the result.

    The address knows no single model, so a number past the end counts as the last.
    """
    first, plan = models.first_head(model), model.plan
    return _real_layer(model), min(controls.number("real_head", "Head", first[1], width=86), plan.n_heads) - 1


def _real_layer(model: OpenedModel) -> int:
    first = models.first_head(model)[0]
    return min(controls.number("real_layer", "Layer", first, width=86), model.plan.n_layers) - 1


def layer(model: Model) -> int:
    """A slider, or of a real model a box, in the sidebar: which layer. From 1 on screen, from 0 in the result."""
    if isinstance(model, OpenedModel):
        with st.sidebar:
            return _real_layer(model)
    first = model.roles.best("modifier")[0]
    with st.sidebar:
        return controls.slider("layer", "Layer", first + 1) - 1


def queries_as() -> None:
    """A switch in the sidebar: matrices are drawn with queries as rows, or as columns."""
    with st.sidebar:
        controls.one_of(
            "orientation",
            "Queries are",
            "rows",
            help="Rows: each row looks and sums to 1, as in the paper. Columns: the same numbers transposed, each "
            "column looks and sums to 1, as some course notes draw it.",
        )


def attention_temperature(*, width: int | Literal["stretch"] = "stretch") -> float:
    """Divides the scores before the softmax of every head."""
    return controls.slider(
        "attention_temperature",
        "Attention temperature",
        1.0,
        width=width,
        help="Divides the scores in every head before softmax. Low: each word looks at one place. High: at all alike. "
        "It changes what the model computes.",
    )


def output_temperature(*, width: int | Literal["stretch"] = "stretch") -> float:
    """Divides the logits before the softmax over the vocabulary."""
    return controls.slider(
        "output_temperature",
        "Output temperature",
        1.0,
        width=width,
        help="Divides the logits before the last softmax. Low: the likeliest word wins. High: all words become alike. "
        "It changes only the choice of the next word, not the attention.",
    )


def multiplier(label: str, *, help: str) -> float:
    """Multiplies what goes into the softmax of the open view."""
    return float(controls.scale("multiplier", label, 1, width=420, help=help))


def mask() -> MaskKind:
    """Which keys a query may look at."""
    return controls.one_of(
        "mask",
        "Mask",
        "causal",
        help="Causal: only back. None: also ahead. Window: itself and a few tokens back. Trained with causal.",
    )


def scaled() -> bool:
    """Whether scores are divided by the square root of d_head."""
    return controls.toggle(
        "scaled",
        "Scale by 1/√d",
        True,
        help="Divide scores by the square root of d_head. Without it softmax picks nearly one place.",
    )


def intervention(model: Model) -> Intervention:
    """The dials that change the forward pass: attention temperature, mask, scaling. An encoder has no mask."""
    causal = Plan.of(model.config).causal
    return Intervention(temperature=attention_temperature(), mask=mask() if causal else "causal", scaled=scaled())


CELL = "query", "key_position"
EMPTY_CELL = "last", "its largest"
Places = tuple[int | None, int | None]  # what the boxes of a cell hold


def cell(pattern: np.ndarray, *, empty: int | None = None, keys: tuple[str, str] = CELL) -> tuple[int, int]:
    """Two number boxes that choose one cell of a pattern [query, key]: the position that looks, and the one looked at.

    Left empty they follow the text, see `cell_of`. `keys` are those of the boxes in the address.
    """
    return cell_of(pattern, _places(keys), empty=empty)


def cell_beside(*, empty: tuple[str, str] = EMPTY_CELL) -> Places:
    """The two boxes of `cell` in the sidebar, for a part of the page that does not draw them anew with each key.

    `empty` says in each what it means to leave it so.
    """
    with st.sidebar:
        return _places(CELL, empty)


def cell_of(pattern: np.ndarray, places: Places, *, empty: int | None = None) -> tuple[int, int]:
    """The cell [query, key] of a pattern that two boxes choose.

    Where they are empty it is the last token, or the query `empty`, and the key that it gives most weight. A position
    past the end of the text counts as its last.
    """
    last_query, last_key = pattern.shape[0] - 1, pattern.shape[1] - 1
    query, key = places
    query = (last_query if empty is None else empty) if query is None else min(query, last_query)
    return query, int(pattern[query].argmax()) if key is None else min(key, last_key)


def _places(keys: tuple[str, str], empty: tuple[str, str] = EMPTY_CELL) -> Places:
    return controls.place(keys[0], "Query position", empty[0]), controls.place(keys[1], "Key position", empty[1])


def query_beside() -> int | None:
    """A number box in the sidebar that chooses the token that looks; None while it is empty."""
    with st.sidebar:
        return controls.place("query", "Query position", "second")


def query_of(chosen: int | None, n_tokens: int) -> int:
    """The token that a box chooses; where it is empty the second, past the end the last."""
    return min(1 if chosen is None else chosen, n_tokens - 1)


def word_beside() -> int | None:
    """A number box in the sidebar that chooses one word of the sentence; None while it is empty."""
    with st.sidebar:
        return controls.place("word", "Word, counted from 0", "second")


def word_of(chosen: int | None, n_words: int) -> int:
    """The word that the box chooses; where it is empty the second, past the end the last."""
    return min(1 if chosen is None else chosen, n_words - 1)


def token_number(*, disabled: bool = False) -> int | None:
    """A number box that chooses one token by its position; None while it is empty."""
    return controls.place("token", "Token at position", "last", disabled=disabled)


def token_beside() -> int | None:
    """The same box in the sidebar, for pictures that are drawn anew without it."""
    with st.sidebar:
        return token_number()


def token_of(chosen: int | None, n_tokens: int) -> int:
    """The token that the box chooses; where it is empty, or past the end, the last."""
    return n_tokens - 1 if chosen is None else min(chosen, n_tokens - 1)


def pair_beside() -> tuple[int | None, int | None]:
    """Two boxes in the sidebar: a token, and one to compare it with; None for each that is empty."""
    with st.sidebar:
        return token_number(), controls.place("other_token", "Compared with position", "before it")


def other_token_of(chosen: int | None, token: int, n_tokens: int) -> int:
    """The token to compare with; where its box is empty the one before the first, past the end the last."""
    return max(token - 1, 0) if chosen is None else min(chosen, n_tokens - 1)


def positions_on() -> bool:
    """Whether the model is told where its tokens stand."""
    return controls.toggle(
        "positions_on",
        "Positions",
        True,
        help="Add the position encoding to the embeddings, as in training. Off: the model gets the embeddings alone.",
    )
