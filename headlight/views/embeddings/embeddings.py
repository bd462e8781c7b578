"""Rows of a table: each id looks up a row of numbers, and rows can be near each other or far apart."""

from headlight.frame import code, dials, lesson, page, reading, tokens, widgets
from headlight.frame.boards import board
from headlight.frame.registry import scripted
from headlight.pictures.strips import strips
from headlight.views.embeddings import embedding_space


@scripted(alone="they are measured on its own table of embeddings")
def show() -> None:
    """Draw the view."""
    lesson.lead("embeddings")
    _sentence(widgets.pair_beside())
    code.show("embeddings")
    lesson.more("embeddings")


@page.part
def _sentence(pair: tuple[int | None, int | None]) -> None:
    model = reading.model()
    space = embedding_space.of(model)
    text = reading.sentence()
    trace = reading.trace(text)
    token = dials.at(pair[0], len(trace.tokens))
    other = dials.other_token_of(pair[1], token, len(trace.tokens))
    with board(key="rows", text=text) as screen:
        tokens.chips(trace, strong=(token, other), on_place=dials.choose_token)
        left, right = screen.columns(60, 40, least=(480, 300))
        with left:
            screen.heading(
                "Each token’s row of W_E",
                "A row for each token, a column for each of its numbers. The same token always gets the same row.",
            )
            strips(
                {"W_E": space.rows[[token.id for token in trace.tokens]]},
                tokens=trace.words,
                alt="The rows of the embedding matrix for the tokens of the sentence.",
                key="embedding_rows",
            )
            screen.heading(
                f"Nearest to “{trace.words[token]}” in the whole vocabulary",
                "By cosine. These rows are static: whatever the sentence, the list for a token is the same.",
            )
            embedding_space.show_nearest(model, space, trace, token)
        with right:
            screen.heading(
                "How alike the rows are",
                "Cosine: 1 same direction, 0 nothing in common, −1 opposite. Choose a pair.",
            )
            embedding_space.show_cosines(space, trace, (token, other))
    if page.arithmetic():
        embedding_space.show_arithmetic(model, space, trace, token, other)
