"""Start: one sentence in large type, where one of its words looks in one head, and what comes next."""

from components.bars import bars
from components.board import board
from components.lines import lines
from ui import contents, dials, page, reading, tokens, vocabulary, words


def show() -> None:
    """Draw the view."""
    model = reading.model()
    layer, head = dials.head(model)
    _sentence(layer, head)
    contents.link("path", "Ten guesses")
    contents.link("all_heads", "All heads")


@page.part
def _sentence(layer: int, head: int) -> None:
    model = reading.model()
    text = reading.sentence()
    trace = reading.trace(text)
    with board(key="start", text=text) as screen:
        tokens.chips(trace, large=True)
        looks, following = screen.columns(75, 25)
        with looks:
            lines(trace.layers[layer].pattern[head], tokens=trace.words, alt="Where words look.", key="lines")
            screen.note("".join(piece for piece, _ in words.strongest_look(trace, layer, head)))
        with following:
            labels, probabilities = vocabulary.likeliest(model, trace, count=5)
            bars(probabilities, labels=labels, alt="The likeliest next tokens.", key="next_word")
