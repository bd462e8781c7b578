"""Tokens: how the sentence is cut into pieces, each with a number, before anything else happens."""

from functools import partial

import streamlit as st

from components.board import board
from ui import code, dials, lesson, live_check, page, reading, tokens
from ui.follow import merges, token_table


def show() -> None:
    """Draw the view."""
    lesson.lead("tokens")
    model = reading.model()

    @page.part
    def sentence_and_pictures() -> None:
        text = reading.sentence()
        trace = reading.trace(text)
        words = model.tokenizer.merge_steps(text)
        token_table.counts(trace)
        chips = st.container()
        steps, table = st.columns(2, gap="large")
        with steps:
            st.subheader("How a word was put together", anchor=False)
            st.caption(
                "At the top single bytes, ␣ is the space before the word. In "
                "each row the pair that was learned earliest "
                "becomes one piece. Look for the row in which the word becomes whole, or stops."
            )
            word = dials.word(len(words))
            with board(key="merge_steps", text=text):
                merges.show(words[word], model.tokenizer)
        with chips:
            strong = merges.places_of(words, word, trace)
            with board(key="chips", text=text):
                tokens.chips(trace, large=True, strong=strong, on_place=partial(merges.choose_word, words))
            st.caption(
                "Under each token: its id, which is all that the model sees of it, and its position. Choose one."
            )
        with table:
            st.subheader("Every token", anchor=False)
            st.caption("Which bytes it stands for, and from which character of your text to which it reaches.")
            token_table.show(model, trace)
        live_check.show(live_check.everywhere(trace))

    sentence_and_pictures()
    code.show("tokens")
    tokens.four_cuts(model)
    st.subheader("How far a token reaches", anchor=False)
    st.caption(
        "Characters per token, for texts of different kinds. Text like the training text is cut into few long pieces, "
        "everything else into many short ones, down to single bytes. Look for the kinds below 1."
    )
    tokens.show_kinds(model)
    lesson.more("tokens")
