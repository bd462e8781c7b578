"""The sentence box of every page, and the one place that runs the model."""

import tomllib
from typing import NamedTuple

import streamlit as st

from headlight.frame import assets, controls, failures, kept, models
from headlight.frame.address import SENTENCE
from headlight.frame.found import BUNDLED
from headlight.frame.held import held
from headlight.frame.models import Model
from headlight.frame.threads import one_core_each
from headlight.pictures import board as boards
from transformer import UNCHANGED, Intervention, LanguageModel, ModelFolderError, OpenedModel, Trace, load

_FILE = "examples.toml"
_BOX = "the sentence of the box"
PINNED = "pinned"  # the key of the address that says what is compared under the box
_ROOM = "a place under the box"
_READ = "what was last read"
_TRACES = 6  # that are held for all visitors; the longest take 25 MB each, logits and probabilities included
_LOOK = assets.read(
    _FILE,
    lambda written: {example["text"]: example["look"] for example in tomllib.loads(written)["example"]},
    {"bear country": "Where does “country” look?"},
)
EXAMPLES = tuple(_LOOK)
EXAMPLE = EXAMPLES[0]
# What the app opens with, found by measurement over heads and sentences. In layer 3, head 1 "country" looks at "bear";
# in layer 6, head 5 the last word does. With that head silenced the likeliest next word is "boy", no longer "bear".
OPENING = "The girl stepped into bear country and helped the"


class Read(NamedTuple):
    """What the model was given to read, and what was changed about the pass."""

    text: str
    change: Intervention
    second: str = ""  # of two sentences that an encoder reads as one


@held
def loaded(name: str = BUNDLED) -> LanguageModel:
    """A bundled language model, read once.

    Raises:
        ModelFolderError: if its folder cannot be read.
    """
    one_core_each()
    return load(name)


def model() -> LanguageModel:
    """The bundled model, for views that show no other; a folder that cannot be read is said in a sentence."""
    try:
        found = loaded()
    except ModelFolderError as error:
        failures.end_page(f"The model cannot be read, so there is nothing to show yet. {error}", error)
    if found.trouble:
        st.caption(f"{found.trouble} So heads have no names here, and the first one is chosen.")
    return found


def shown_model() -> Model:
    """The model whose numbers the open view shows: a real one, if the reader has chosen one that it can show."""
    name = models.shown()
    return model() if name == BUNDLED else models.opened(name)


def sentence(key: str = "text", example: str = EXAMPLE, label: str = "Your sentence") -> str:
    """The live box at the top of every page: what is typed, as it is read, or the example while nothing is.

    Pages whose boxes have the same key show the same sentence. A second box on a page needs a label of its own.
    """
    typed = controls.text(key, label, example, label_visibility="collapsed", placeholder="Type a sentence")
    read = as_read(typed)
    if not read:
        st.caption("The box is empty: the pictures show the example until you type.")
    if key == "text":
        if read and not models.reads(read):
            st.caption("The model finds nothing to read in this: the pictures show the example until it does.")
            read = ""
        st.session_state[_BOX] = read or example
        if kept.said(PINNED):  # even an empty place costs time at every key
            st.session_state[_ROOM] = st.container()
        st.session_state.pop(_READ, None)
    return read or example


def room() -> "st.delta_generator.DeltaGenerator | None":
    """A place under the sentence box that was drawn since this was last asked, for what is pinned; None without one."""
    return st.session_state.pop(_ROOM, None)


def as_read(typed: str) -> str:
    """The text without spaces at its end.

    A space belongs to the token after it, so one that stands last is a token that training hardly ever met, and what
    the model predicts after it is noise. It is read as soon as a letter follows.
    """
    return typed.rstrip()


def examples() -> None:
    """Sentences worth trying. They stand outside the fragment of the box, so they are drawn once."""
    st.radio(
        "Sentences worth trying",
        EXAMPLES,
        index=None,
        captions=list(_LOOK.values()),
        key="example",
        on_change=_take_example,
    )
    assets.say_if_damaged(_FILE, "The other examples")


def _take_example() -> None:
    st.session_state["text"] = st.session_state["example"]
    st.session_state["example"] = None  # so that the same one can be taken again


def trace(text: str, change: Intervention = UNCHANGED, *, whole: bool = False) -> Trace:
    """Everything that the model of the open view computes for the text.

    A real model goes on from what it read last, unless it is to be the `whole` text anew: then the same text gives the
    same numbers to the last digit.
    """
    if text == st.session_state.get(_BOX):
        st.session_state[_READ] = Read(text, change)
    reader = shown_model()
    if isinstance(reader, LanguageModel):
        return _traced(reader, text, change)
    return reader.trace(text, change) if whole else models.read(reader, text, change)


def trace_pair(reader: OpenedModel, text: str, second: str) -> Trace:
    """Everything that an encoder computes for two texts that it reads as one."""
    if text == st.session_state.get(_BOX):
        st.session_state[_READ] = Read(text, UNCHANGED, second)
    return reader.trace_pair(text, second)


@held(most=_TRACES)
def _traced(reader: LanguageModel, text: str, change: Intervention) -> Trace:
    """A pass that was asked for lately is not made anew when a dial is turned, or the other of two sentences typed."""
    return reader.trace(text, change)


def last_read() -> Read | None:
    """The sentence of the box as it was last read, with what was changed about the pass."""
    return st.session_state.get(_READ)


def say_if_cut(traced: Trace) -> None:
    """A sentence under the box when the model, or the box, could not take all of the text."""
    if traced.dropped:
        reads = "This model reads" if models.shown() == BUNDLED else "Of this model the pictures show"
        st.caption(
            f"{reads} {traced.config.max_tokens} tokens at a time: the last {traced.dropped} tokens of your text are "
            "not in the pictures."
        )
    if len(traced.text) >= SENTENCE:
        st.caption(f"The box holds {SENTENCE} characters; anything beyond was not taken.")


boards.made_by(models.shown)
