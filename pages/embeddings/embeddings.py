"""Lookup: each id looks up a row of numbers, and rows can be near each other or far apart."""

from typing import Literal

from headlight.formulas import vectors as vector_formulas
from headlight.pages.embeddings import embedding_map, embedding_space
from headlight.parts import dials, tokens, vocabulary
from headlight.parts.nouns import Chart, State, bundled, view
from headlight.pictures import Listeners, Screen
from headlight.state import opening
from transformer.similarity import cosines, nearest
from transformer.words import words_of

COUNT = 8  # nearest tokens listed for the chosen one
_ROWS, _ROW = 3, 36  # nearest rows that are drawn, and pixels of each


def _pair(state: State) -> tuple[int, int]:
    """The chosen token, and the one that it is compared with."""
    (chosen, compared), trace = state[dials.PAIR], state.trace()
    whole = [word.tokens[0] for word in words_of(trace.text, trace.tokens) if len(word.tokens) == 1] or [trace.last]
    first = whole[tokens.telling([[trace.tokens[position]] for position in whole])]
    token = dials.position(chosen, len(trace.tokens), empty=first)
    return token, dials.position(compared, len(trace.tokens), empty=max(token - 1, 0))  # the one before it


@view(
    box=dials.sentence(),
    dials=[dials.PAIR, embedding_map.DIMENSIONS],
    alone="they are measured on its own table of embeddings",
)
def embeddings(state: State, screen: Screen) -> None:
    """The row of one token as numbers, above those of the tokens nearest to it, and how near they are."""
    trace, space = state.trace(), embedding_space.of(bundled())
    token, _ = _pair(state)
    tokens.chips(screen, state, trace, strong=(token,), on_place=dials.choose_token)
    word, id = trace.words[token], trace.tokens[token].id
    (ids,), (values,) = nearest(space.units, [id], COUNT)
    labels = vocabulary.labels(bundled(), ids)
    left, right = screen.columns(45, 55, least=(300, 380))
    with left.headed(f"The tokens nearest to “{word}”", "By cosine. The list is the same in every sentence."):
        screen.bars(
            values.clip(min=0).tolist(),
            labels=labels,
            alt=f"The {COUNT} tokens of the vocabulary whose embeddings have the largest cosine with the chosen one.",
            key="nearest",
            quantity="cosine",
        )
    with right.headed(
        f"Their rows: {space.rows.shape[-1]} numbers each", "Find columns in which all of them have one colour."
    ):
        row = space.rows[[id]]
        shown = {_single(word): row} | {
            _single(label): space.rows[[near]] for label, near in zip(labels[:_ROWS], ids[:_ROWS], strict=True)
        }
        alt = "The row of the chosen token in the embedding matrix, and the rows of those nearest to it."
        opens = {_single(word): opening.shows(state, trace, "embedded", [token])}
        screen.strips(shown, tokens=[word], alt=alt, key="embedding_rows", height=_ROW, shows=opens)


def _single(word: str) -> str:
    """How the strip of a row is named."""
    return f"row of “{word.strip()}”"


@embeddings.more
def more(state: State, screen: Screen) -> None:
    """The rows of all tokens of the sentence, and how near each two are."""
    trace = state.trace()
    rows = embedding_space.of(bundled()).rows[[token.id for token in trace.tokens]]
    left, right = screen.columns(60, 40, least=(480, 300))
    with left.headed("The rows of your sentence", "Equal tokens have equal rows. Type one twice."):
        alt = "The rows of the embedding matrix for the tokens of the sentence."
        opens = {"W_E": opening.shows(state, trace, "embedded")}
        screen.strips({"W_E": rows}, tokens=trace.words, alt=alt, key="sentence_rows", shows=opens)
    with right.headed("Compare the rows", "Cosine: 1 same direction, 0 nothing in common. Choose a pair."):
        screen.matrix_of_cosines(
            cosines(rows, rows),
            rows=trace.words,
            alt="Cosine similarity of the embeddings of each pair of tokens of the sentence.",
            key="cosines",
            selected=_pair(state),
            listeners=Listeners(cell=dials.choose_pair),
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
        f"Of {n_rows:,} numbers only number {of_token:,} is 1, so the product is that row, {width} numbers. The model "
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
