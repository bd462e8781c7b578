"""Map of rows: the tokens of the sentence among the tokens nearest to them, projected to two or three dimensions."""

from headlight.frame import lesson, page, reading, tokens
from headlight.frame.registry import scripted
from headlight.views.embeddings import embedding_space


@scripted(alone="they are measured on its own table of embeddings")
def show() -> None:
    """Draw the view."""
    lesson.lead("embedding_map")
    _sentence()
    lesson.more("embedding_map")


@page.part
def _sentence() -> None:
    model = reading.model()
    trace = reading.trace(reading.sentence())
    tokens.say_if_cut(trace)
    embedding_space.show_map(model, embedding_space.of(model), trace, embedding_space.dimensions())
