"""Company of words: a window over the sentence, what the vectors learned from windows, and a map of words."""

from headlight.frame import code, lesson, page, reading, widgets
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.views.embeddings import word_list, word_map, word_network, word_windows
from transformer.experiments.windows import neighbours


@scripted()
def show() -> None:
    """Draw the view."""
    lesson.lead("word_vectors")
    _sentence()
    code.show("skip_gram")
    lesson.more("word_vectors")


@page.part
def _sentence() -> None:
    vectors = word_list.vectors()
    found = word_list.sentence(vectors, reading.sentence())
    if not found.places:
        return word_list.say_none(vectors)
    with widgets.many(), widgets.row():
        centre = word_list.centre(found)
        size, method = word_windows.size(), word_windows.method()
        projection, frame = word_map.method(), word_map.frame()
    word, around = found.known[centre], neighbours(len(found.known), centre, size)
    with board(key="words", text=found.text, model="words") as screen:
        word_list.chips(vectors, found, centre, around)
        screen.note(f"{word_list.in_words(vectors, found)} Its window is deep in colour.")
        pairs, near, places = screen.columns(27, 25, 48, least=(300, 260, 420))
        with pairs:
            word_windows.show(screen, vectors, found, centre, size, method)
        with near:
            screen.heading(f"Nearest words to “{word}”", "By cosine, in the whole list. One list for all its meanings.")
            word_map.show_nearest(vectors, word)
        with places:
            screen.heading(
                "A map of the words", "Each word as a point. See which words stand beside those of your sentence."
            )
            word_map.show(vectors, found, projection, frame)
    if page.arithmetic():
        with board(key="network", text=found.text, model="words") as screen:
            word_network.show(screen, vectors, word, [found.known[place] for place in around], method)
            word_windows.show_formulas(screen, vectors, found, centre, around)
        word_windows.show_table(found, size, method)
