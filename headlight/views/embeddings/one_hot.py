"""One-hot: rows that say nothing of a word, the learned rows that replace them, and the lookup as a product."""

from headlight.frame import code, lesson, page, reading, tokens
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.embeddings import one_hot_room as one_hot
from headlight.views.embeddings import word_list


@scripted()
def show() -> None:
    """Draw the view."""
    lesson.lead("one_hot")
    _sentence()
    code.show("one_hot")
    lesson.more("one_hot")


@page.part
def _sentence() -> None:
    vectors = word_list.vectors()
    found = word_list.sentence(vectors, reading.sentence())
    if not found.places:
        return word_list.say_none(vectors)
    centre = word_list.centre(found)
    with board(key="one_hot_board", text=found.text, model="words") as screen:
        if not tokens.give_way():
            word_list.chips(vectors, found, centre, large=False)
            screen.note(word_list.in_words(vectors, found))
        one_hot.show(screen, vectors, found)
        one_hot.show_lookup(screen, vectors, found, found.known[centre])
