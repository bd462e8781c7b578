"""Four words of three numbers: every number of their attention by hand, in NumPy."""

from headlight.frame import code, lesson, page, widgets
from headlight.frame.registry import scripted
from headlight.views.attention import four_words_room as four_words


@scripted()
def show() -> None:
    """Draw the view."""
    lesson.lead("four_words")
    widgets.queries_as()
    four_words_in_numpy()
    code.show("by_hand")
    lesson.more("four_words")


@page.part
def four_words_in_numpy() -> None:
    """The editors and what comes out; one click deeper the steps between, and one word's whole way."""
    example = four_words.show()
    if page.arithmetic():
        four_words.between(example)
        four_words.one_word(example)
