"""Word vectors: from one-hot rows to vectors that know which words keep the same company."""

import streamlit as st

from components.board import board
from transformer.experiments.windows import neighbours
from ui import code, dials, lesson, page, reading
from ui.meaning import analogies, one_hot, word_list, word_map, word_network, word_windows


def show() -> None:
    """Draw the view."""
    lesson.lead("word_vectors")
    vectors = word_list.vectors()

    @page.part
    def sentence_and_pictures() -> None:
        found = word_list.sentence(vectors, reading.sentence())
        if not found.places:
            return word_list.say_none(vectors)
        with board(key="one_hot_board", text=found.text, model="words") as screen:
            one_hot.show(screen, vectors, found)
        with dials.row():
            centre = word_list.centre(found)
            size = word_windows.size()
            method = word_windows.method()
        word, around = found.known[centre], neighbours(len(found.known), centre, size)
        with board(key="words", text=found.text, model="words") as screen:
            word_list.chips(vectors, found, centre, around)
            screen.note(word_list.missing_in_words(vectors, found))
            one_hot.show_lookup(screen, vectors, found, word)
            left, right = screen.columns(55, 45)
            with left:
                word_windows.show(screen, vectors, found, centre, size, method)
            with right:
                screen.heading(
                    f"Nearest words to “{word}”", "By cosine, in the whole list. One list for all its meanings."
                )
                word_map.show_nearest(vectors, word)
            word_network.show(screen, vectors, word, [found.known[place] for place in around], method)
        word_windows.show_formulas(vectors, found, centre, around)
        word_windows.show_table(found, size, method)
        with dials.row():
            projection, frame = word_map.method(), word_map.frame()
        with board(key="map", text=found.text, model="words") as screen:
            screen.heading(
                "A map of the words", "Each word as a point. Look who stands beside the words of your sentence."
            )
            word_map.show(vectors, found, projection, frame)

    @page.part
    def sums() -> None:
        st.subheader("King − man + woman", anchor=False)
        st.caption(
            "A step from one word to another, taken from a third. Look whether the word that you expect is near."
        )
        asked, exclude = analogies.question(), analogies.left_out()
        if analogies.say_unknown(vectors, asked):
            return
        with board(key="analogy", model="words") as screen:
            analogies.show(screen, vectors, asked, exclude)
        analogies.show_formula(vectors, asked)

    sentence_and_pictures()
    sums()
    code.show(one_hot="the lookup", skip_gram="the pairs", analogy="the sum")
    lesson.more("word_vectors")
