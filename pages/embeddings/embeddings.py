"""Lookup: each id looks up a row of numbers, and rows can be near each other or far apart."""

from typing import Literal

from headlight.formulas import vectors as vector_formulas
from headlight.pages.embeddings import embedding_map, embedding_space
from headlight.parts import dials, tokens, vocabulary
from headlight.parts.nouns import Chart, State, bundled, view
from headlight.pictures import Screen
from headlight.state import opening
from transformer.similarity import cosines, nearest

COUNT = 8  # nearest tokens listed for the chosen one


def _pair(state: State) -> tuple[int, int]:
    """The chosen token, and the one that it is compared with."""
    (chosen, compared), count = state[dials.PAIR], len(state.trace().tokens)
    token = dials.at(chosen, count)
    return token, dials.at(compared, count, empty=max(token - 1, 0))  # the one before it


@view(
    box=dials.sentence(),
    dials=[dials.PAIR, embedding_map.DIMENSIONS],
    alone="they are measured on its own table of embeddings",
)
def embeddings(state: State, screen: Screen) -> None:
    """The rows of the sentence, the tokens nearest to one of them, and how alike each two are."""
    trace, space = state.trace(), embedding_space.of(bundled())
    token, other = _pair(state)
    rows = space.rows[[token.id for token in trace.tokens]]
    tokens.chips(screen, state, trace, strong=(token, other), on_place=dials.choose_token)
    left, right = screen.columns(60, 40, least=(480, 300))
    with left.headed(
        "Each token’s row of W_E",
        "A row for each token, a column for each of its numbers. The same token always gets the same row.",
    ):
        alt = "The rows of the embedding matrix for the tokens of the sentence."
        opening.mark(screen, state, trace, rows, "embedded", range(len(rows)), range(rows.shape[-1]))
        screen.strips({"W_E": rows}, tokens=trace.words, alt=alt, key="embedding_rows")
        screen.heading(
            f"Nearest to “{trace.words[token]}” in the whole vocabulary",
            "By cosine. These rows are static: whatever the sentence, the list for a token is the same.",
        )
        ids, values = nearest(space.units, [trace.tokens[token].id], COUNT)
        screen.bars(
            values[0].clip(min=0).tolist(),
            labels=vocabulary.labels(bundled(), ids[0]),
            alt=f"The {COUNT} tokens of the vocabulary whose embeddings have the largest cosine with the chosen one.",
            key="nearest",
            quantity="cosine",
        )
    with right.headed(
        "Compare the rows: cosines", "Cosine: 1 same direction, 0 nothing in common, −1 opposite. Choose a pair."
    ):
        screen.matrix_of_cosines(
            cosines(rows, rows),
            rows=trace.words,
            alt="Cosine similarity of the embeddings of each pair of tokens of the sentence.",
            key="cosines",
            selected=(token, other),
            on_cell=dials.choose_pair,
        )


@embeddings.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """The map of the rows; the lookup as a product, and the cosine of the chosen pair, with their numbers."""
    trace, rows = state.trace(), embedding_space.of(bundled()).rows
    embedding_map.show(screen, trace, state[embedding_map.DIMENSIONS])
    token, other = _pair(state)
    of_token, of_other = trace.tokens[token].id, trace.tokens[other].id
    n_rows, width = rows.shape
    screen.heading(
        "The lookup as a product",
        f"Of {n_rows:,} places number {of_token:,} alone is 1: the product is that row, {width} numbers. The model "
        f"goes on with this row times √{width}.",
    )
    screen.formula(vector_formulas.one_hot_row(rows[of_token], of_token), key="lookup_formula")
    screen.heading(
        f"The cosine of “{trace.words[token]}” and “{trace.words[other]}”",
        "The dot product of the two rows, divided by both lengths.",
    )
    screen.formula(vector_formulas.cosine_of_terms(rows[of_token], rows[of_other]), key="cosine_formula")


@embeddings.chart
def in_space(state: State, ground: Literal["light", "dark"]) -> Chart | None:
    """The map in three dimensions."""
    return embedding_map.in_space(state.trace(), ground) if state[embedding_map.DIMENSIONS] == 3 else None
