"""Sums of words: king - man + woman with any three words, and the rank of the word that one expects."""

from headlight.frame import code, lesson, page, widgets
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.embeddings import analogies, word_list


@scripted()
def show() -> None:
    """Draw the view."""
    lesson.lead("word_sums")
    _sum()
    code.show("analogy")
    lesson.more("word_sums")


@page.part
def _sum() -> None:
    vectors = word_list.vectors()
    with widgets.many():
        asked, exclude = analogies.question(), analogies.left_out()
    if analogies.say_unknown(vectors, asked):
        return
    with board(key="analogy", model="words") as screen:
        analogies.show(screen, vectors, asked, exclude)
    if page.arithmetic():
        with board(key="analogy_arithmetic", model="words") as screen:
            analogies.show_formula(screen, vectors, asked)
