"""The controls that pages share; each value lives in the address, under the name of its widget."""

import streamlit as st

from transformer import UNCHANGED, Intervention, LanguageModel

MASKS = {"causal": "Causal", "none": "None", "window": "Window"}


def row() -> st.delta_generator.DeltaGenerator:
    """A row for dials, which wraps on a narrow screen."""
    return st.container(horizontal=True, gap="medium", vertical_alignment="top")


def head(model: LanguageModel) -> tuple[int, int]:
    """Two sliders: which layer, and which of its heads. Counted from 1 on screen, from 0 in the result."""
    first = model.roles.best("previous_token")
    layer = st.slider("Layer", 1, model.config.n_layers, first[0] + 1, key="layer", bind="query-params", width=120)
    number = st.slider("Head", 1, model.config.n_heads, first[1] + 1, key="head", bind="query-params", width=120)
    return layer - 1, number - 1


def choose_head_from(component: str) -> None:
    """Move the two sliders to the head that was chosen in a picture; a callback of that picture."""
    chosen = st.session_state[component]["head"]
    st.session_state["layer"], st.session_state["head"] = chosen[0] + 1, chosen[1] + 1


def attention_temperature() -> float:
    """Divides the scores before the softmax of every head."""
    return st.slider(
        "Attention temperature",
        0.1,
        4.0,
        1.0,
        0.1,
        key="attention_temperature",
        bind="query-params",
        width=170,
        help="Divides the scores in every head before softmax. Low: each word looks at one place. High: at all alike. "
        "It changes what the model computes.",
    )


def output_temperature() -> float:
    """Divides the logits before the softmax over the vocabulary."""
    return st.slider(
        "Output temperature",
        0.1,
        3.0,
        1.0,
        0.1,
        key="output_temperature",
        bind="query-params",
        width=170,
        help="Divides the logits before the last softmax. Low: the likeliest word wins. High: all words become alike. "
        "It changes only the choice of the next word, not the attention.",
    )


def mask() -> str:
    """Which keys a query may look at."""
    return st.segmented_control(
        "Mask",
        list(MASKS),
        default="causal",
        format_func=MASKS.__getitem__,
        key="mask",
        bind="query-params",
        required=True,
        help="Causal: only back. None: also ahead. Window: itself and three words back. Trained with causal.",
    )


def scaled() -> bool:
    """Whether scores are divided by the square root of d_head."""
    return st.toggle(
        "Scale by 1/√d",
        value=True,
        key="scaled",
        bind="query-params",
        help="Divide scores by the square root of d_head. Without it scores are larger, and softmax picks nearly one place.",
    )


def intervention() -> Intervention:
    """The dials that change the forward pass, side by side: attention temperature, mask, scaling."""
    return Intervention(temperature=attention_temperature(), mask=mask() or UNCHANGED.mask, scaled=scaled())
