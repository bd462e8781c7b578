"""The sentence box of every page, and the one place that runs the model."""

import streamlit as st

from headlight.frame import controls, failures, models, reader, translators
from headlight.frame.reader import EXAMPLE, EXAMPLES, FILE, LOOK, as_read, loaded
from headlight.frame.registry import View
from headlight.frame.state import Dial
from transformer import LanguageModel

__all__ = ["EXAMPLE", "EXAMPLES", "as_read", "loaded"]


def model() -> LanguageModel:
    """The bundled model, for views that show no other; a folder that cannot be read is said in a sentence."""
    try:
        found = reader.bundled()
    except reader.CannotShow as error:
        failures.end_page(str(error), error)
    if found.trouble:
        st.caption(f"{found.trouble} So heads have no names here, and the first one is chosen.")
    return found


def box(dial: Dial[str]) -> None:
    """The live sentence box of a view, and why its example is shown where what was typed cannot be.

    Pages whose boxes have the same key show the same sentence.
    """
    typed = controls.text(
        dial.key, dial.label, str(dial.default), label_visibility="collapsed", placeholder="Type a sentence"
    )
    read = as_read(typed)
    if not read:
        st.caption("The box is empty: the pictures show the example until you type.")
    elif dial.key == "text" and not reader.reads(models.shown(), read):
        st.caption("The model finds nothing to read in this: the pictures show the example until it does.")


def examples(view: View) -> None:
    """Sentences worth trying in the box of a view; outside the fragment of the box, so they are drawn once."""
    if view.page == "translate":
        key, about = "english", {english: look for english, _, look in translators.EXAMPLES}
    else:
        key, about = "text", LOOK
    st.radio(
        "Sentences worth trying",
        list(about),
        index=None,
        captions=list(about.values()),
        key="example",
        on_change=_take_example,
        args=(key,),
    )
    if key == "text":
        failures.say_if_damaged(FILE, "The other examples")


def _take_example(key: str) -> None:
    st.session_state[key] = st.session_state["example"]
    st.session_state["example"] = None  # so that the same one can be taken again
