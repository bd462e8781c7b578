"""Static and contextual: one word, one row of W_E, and a different vector in each sentence."""

from components.board import board
from ui import code, dials, lesson, live_check, page, reading
from ui.meaning import contexts, drift, movers, neighbours


def show() -> None:
    """Draw the view."""
    lesson.lead("contextual")
    model = reading.model()
    layer = dials.layer(model)

    @page.part
    def sentence_and_pictures() -> None:
        text = reading.sentence()
        traces = [reading.trace(sentence) for sentence in (text, *contexts.more_sentences())]
        with dials.row():
            wanted, pieces = contexts.wanted_word(), contexts.pieces()
            contexts.to_try()
        word = contexts.shared_word(traces, wanted)
        compared = contexts.contexts(traces, word, pieces)
        having = [context for context in compared if context.found is not None]
        with board(key="contextual", text=text) as screen:
            contexts.show_chips(screen, compared)
            for note in contexts.said(compared, word, pieces):
                screen.note(note)
            screen.note(live_check.in_words(traces[0], layer))
            drift.show(screen, having)
            if apart := neighbours.equally_apart(having):
                screen.note(apart)
            neighbours.show(screen, model, having)
            movers.show(screen, model, having, layer)
        drift.show_formula(having)
        movers.show_formula(model, having[0], layer)

    sentence_and_pictures()
    code.show(contextual="the cosines", movement="what moved it")
    lesson.more("contextual")
