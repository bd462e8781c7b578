"""Which models a view can show: the bundled one, or a real one where the open view can show it."""

from collections.abc import Mapping

import streamlit as st

from headlight.app import visit
from headlight.app.visit import MODEL
from headlight.reading import reader
from headlight.reading.reader import Need
from headlight.reading.real_models import BUNDLED, REAL_MODELS
from headlight.state.registry import View

# Why a model without it cannot be shown where it is needed.
_WITHOUT: Mapping[Need | str, str] = {
    "a mask": "it reads both ways, so there is no mask whose effect could be seen",
    "next words": "it reads both ways and predicts no next word",
    "a stream": "its norms come after each sum, so nothing is only added to the stream",
    "lives": "it takes many sentences to know a head, and none were read for it",
}


def among(view: View) -> tuple[str, ...]:
    """The models that a view can show; none where it shows the bundled one alone, or there is no other."""
    if not REAL_MODELS or (view.bundled and view.needs is None):
        return ()
    return (*([BUNDLED] if view.bundled else []), *REAL_MODELS)


def say(view: View) -> None:
    """Where another model than the bundled one is chosen, what that means for the pictures of a view.

    Raises:
        CannotShow: the chosen model cannot be opened.
    """
    name = visit.get(MODEL) or BUNDLED
    if not REAL_MODELS or not view.bundled or name not in REAL_MODELS:
        return
    if view.needs is None:
        if view.alone is not None:
            st.caption(f"These pictures are of {BUNDLED}: {view.alone or 'this view shows no other model'}.")
        return
    if lacking := view.lacking(name):
        st.caption(f"These pictures are of {BUNDLED}. {name} cannot be shown here: {_WITHOUT[lacking]}.")
    else:
        plan = reader.opened(name).plan
        st.caption(
            f"These pictures are of {name}, {plan.n_layers} layers of {plan.n_heads} heads. Numbers in the text were "
            f"measured on {BUNDLED}."
        )
