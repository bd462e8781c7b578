"""Writing on: buttons that put the model's next words into the sentence box, and take them back."""

import streamlit as st

from headlight.frame import orientation, reading, tokens, words
from headlight.frame.address import SENTENCE
from headlight.frame.reader import Model
from headlight.pictures.board import Board
from headlight.pictures.matrix import matrix
from transformer import Trace
from transformer.sampling import GREEDY, Sampling
from transformer.writing import Written, write_on, write_words

_TEXTS, _STOPPED = "written_texts", "writing_stopped"  # in the session's state
WORDS = 10


def buttons(model: Model, text: str, sampling: Sampling, *, seed: int) -> None:
    """The likeliest token, one drawn token, ten drawn words, and undo; then why writing stopped, if it did."""
    with st.container(horizontal=True, gap="small"):
        st.button("Add the likeliest", on_click=_take, args=(model, text, GREEDY, seed, None), key="add_likeliest")
        st.button("Sample one", on_click=_take, args=(model, text, sampling, seed, None), key="sample_one")
        st.button("Write ten words", on_click=_take, args=(model, text, sampling, seed, WORDS), key="write_words")
        st.button("Undo", on_click=_undo, disabled=len(_texts(text)) < 2, key="undo_writing")
    if stopped := st.session_state.pop(_STOPPED, None):
        st.caption(stopped)


def so_far(screen: Board, trace: Trace) -> None:
    """The sentence as chips, those that the model wrote framed, and what it has written, if anything."""
    tokens.chips(trace, strong=places(trace))
    own = _texts(trace.text)[0]
    if own != trace.text and not tokens.give_way():
        screen.note(f"Written by the model: {trace.text[len(own) :].strip()}")


def places(trace: Trace) -> tuple[int, ...]:
    """Positions of the tokens that the model wrote."""
    own = len(_texts(trace.text)[0])
    return tuple(place for place, token in enumerate(trace.tokens) if token.start >= own)


def show_looks(screen: Board, model: Model, trace: Trace, *, layer: int, head: int) -> None:
    """Where the chosen head looked when each written token was predicted: a row for each, and for the one to come.

    Under the causal mask a token's row does not change when words are added after it, so the rows of the whole text
    are those of the steps.
    """
    steps = predictors(trace)
    screen.heading(
        f"{words.head_title(model, layer, head)}, while writing",
        "A row for each token that the model wrote, and for the one to come (?): where the token before it looked. "
        "The text grows by one column a row.",
    )
    if len(steps) == 1:
        screen.note("Nothing is written yet: one row. Press a button above, and the matrix grows.")
    matrix(
        trace.layers[layer].pattern[head, list(steps)],
        rows=[*(f"→ {trace.words[place + 1]}" for place in steps[:-1]), "→ ?"],
        columns=trace.words,
        noun="weight",
        hidden=words.hidden(trace.layers[layer], head)[list(steps)],
        alt=f"Weights of layer {layer + 1}, head {head + 1} at each step of writing: a row for each token.",
        key="looks",
        transposed=orientation.transposed(),
    )


def predictors(trace: Trace) -> tuple[int, ...]:
    """The places from which each written token was predicted, and the last, from which the next one will be."""
    return (*(place - 1 for place in places(trace) if place), trace.last)


def _texts(text: str) -> list[str]:
    """The reader's own text, then each longer one that the model made of it; the reader's typing begins anew."""
    texts = st.session_state.get(_TEXTS, [])
    return texts if texts and texts[-1] == text else [text]


def _take(model: Model, text: str, sampling: Sampling, seed: int, count: int | None) -> None:
    written = (
        write_on(model, text, sampling, seed=seed, max_chars=SENTENCE, read=reading.trace)
        if count is None
        else write_words(model, text, count, sampling, seed=seed, max_chars=SENTENCE, read=reading.trace)
    )
    _put(text, written)


def _put(text: str, written: Written) -> None:
    if written.text != text:
        st.session_state[_TEXTS] = [*_texts(text), written.text]
        st.session_state["text"] = written.text
    if written.stopped:
        st.session_state[_STOPPED] = written.stopped


def _undo() -> None:
    texts = st.session_state[_TEXTS]
    texts.pop()
    st.session_state["text"] = texts[-1]
