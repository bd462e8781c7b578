"""The controls that pages share; each value lives in the address, under the name of its widget."""

from typing import Literal

import numpy as np
import streamlit as st

from headlight.frame import controls, dials, models
from headlight.frame.found import BUNDLED
from headlight.frame.reader import Model
from transformer import Intervention, LanguageModel, OpenedModel, Plan
from transformer.intervention import MaskKind


def choose_head(head: tuple[int, int]) -> dict[str, int]:
    """The keys that choosing a head of the model that is shown sets, [layer, head] from 0."""
    layer, number = ("layer", "head") if models.shown() == BUNDLED else ("real_layer", "real_head")
    return {layer: head[0] + 1, number: head[1] + 1}


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
    return dials.cell_of(pattern, _places(keys), empty=empty)


def cell_beside(*, empty: tuple[str, str] = EMPTY_CELL) -> Places:
    """The two boxes of `cell` in the sidebar, for a part of the page that does not draw them anew with each key.

    `empty` says in each what it means to leave it so.
    """
    with st.sidebar:
        return _places(CELL, empty)


def _places(keys: tuple[str, str], empty: tuple[str, str] = EMPTY_CELL) -> Places:
    return controls.place(keys[0], "Query position", placeholder=empty[0]), controls.place(
        keys[1], "Key position", placeholder=empty[1]
    )


def query_beside() -> int | None:
    """A number box in the sidebar that chooses the token that looks; None while it is empty."""
    with st.sidebar:
        return controls.place("query", "Query position", placeholder="second")


def word_beside() -> int | None:
    """A number box in the sidebar that chooses one word of the sentence; None while it is empty."""
    with st.sidebar:
        return controls.place("word", "Word, counted from 0", placeholder="second")


def token_number(*, disabled: bool = False) -> int | None:
    """A number box that chooses one token by its position; None while it is empty."""
    return controls.place("token", "Token at position", placeholder="last", disabled=disabled)


def token_beside() -> int | None:
    """The same box in the sidebar, for pictures that are drawn anew without it."""
    with st.sidebar:
        return token_number()


def pair_beside() -> tuple[int | None, int | None]:
    """Two boxes in the sidebar: a token, and one to compare it with; None for each that is empty."""
    with st.sidebar:
        return token_number(), controls.place("other_token", "Compared with position", placeholder="before it")


def positions_on() -> bool:
    """Whether the model is told where its tokens stand."""
    return controls.toggle(
        "positions_on",
        "Positions",
        True,
        help="Add the position encoding to the embeddings, as in training. Off: the model gets the embeddings alone.",
    )
