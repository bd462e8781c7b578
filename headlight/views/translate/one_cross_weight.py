"""One weight of cross-attention taken apart: a query of the decoder, a key of the encoder, their sum and softmax."""

from headlight.formulas import attention
from headlight.frame import kept, one_score, widgets
from headlight.pictures.board import Board
from headlight.pictures.formula import formula
from headlight.pictures.sentence import sentence
from headlight.views.translate import cross
from headlight.views.translate.cross import Head
from transformer import TranslationTrace


def choose(picture: cross.Shown, cell: tuple[int, int]) -> None:
    """Take apart a cell of the matrix of a picture: the first pieces of its words."""
    row, column = cell
    french, english = picture.target_tokens[row][0], picture.source_tokens[column][0]
    kept.move(french_piece=french, english_piece=english, arithmetic=True)


def cell(trace: TranslationTrace, chosen: Head) -> tuple[int, int] | None:
    """Two number boxes that choose a weight between pieces; None for a mean of heads, which has no score of its own."""
    if chosen.head is None:
        return None
    with widgets.row():
        return widgets.cell(trace.cross[chosen.layer].pattern[chosen.head], keys=("french_piece", "english_piece"))


def show(screen: Board, trace: TranslationTrace, chosen: Head, cell: tuple[int, int] | None) -> None:
    """The numbers of one weight."""
    if chosen.head is None or cell is None:
        screen.heading(
            "One weight, taken apart",
            "A mean of heads has no score of its own: choose one head, then its weights can be taken apart.",
        )
        return
    row, column = cell
    stages, pieces = trace.cross[chosen.layer], cross.shown(trace, chosen, "pieces")
    query, key = stages.queries[chosen.head, row], stages.keys[chosen.head, column]
    screen.heading("One weight, taken apart", "The query is the decoder's, the key the encoder's.")
    sentence(
        [
            (pieces.target[row], True),
            (" looks, while it is written, at ", False),
            (pieces.source[column], True),
            (" and gives it ", False),
            (f"{pieces.weights[row, column]:.4f}", True),
            (" of its attention.", False),
        ],
        key="cross_look",
    )
    one_score.added_up(
        query * key,
        {"query": query, "key": key},
        name="query × key",
        dimension="dimension of d_head",
        alt=f"The {len(query)} products of query {row} and key {column}, whose sum is {query @ key:.4f}.",
        key="cross_products",
    )
    left, right = screen.columns(1, 1)
    with left:
        formula(attention.score_and_scaled(query * key), key="cross_score_formula")
    with right:
        worked = attention.weight_of(stages.masked[chosen.head, row], column)
        formula(worked, key="cross_weight_formula")
