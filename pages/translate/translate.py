"""Translate: English typed, French written at every key, and where each French word looks while it is written."""

from headlight.formulas import attention
from headlight.pages.translate import cross, cross_heads, cross_lives, translation_remarks, worth
from headlight.pages.translate.pieces import losses
from headlight.parts import dials, live_check, one_score, tokens, translators
from headlight.parts.nouns import Dial, Key, OneOf, State, chosen_in_picture, said, view
from headlight.pictures import Screen
from transformer import TranslationTrace

BEAMS = Dial(
    "one_of",
    Key("beams", OneOf(("1", "4")), "unfinished translations that the search keeps"),
    "Beams",
    "1",
    "deeper",
    help="1: always the most likely next token (greedy). 4: the four most likely beginnings are kept, the "
    "best whole one wins. Slower.",
)
FRENCH_PIECE: Dial[int | None] = chosen_in_picture(
    Key("french_piece", translators.PIECE, "the French token that attends, from 0"), None
)
ENGLISH_PIECE: Dial[int | None] = chosen_in_picture(
    Key("english_piece", translators.PIECE, "the English token that is attended to, from 0"), None
)


@view(
    box=translators.ENGLISH,
    dials=[cross.HEAD, cross.LABELS, BEAMS, dials.ORIENTATION, FRENCH_PIECE, ENGLISH_PIECE, worth.CUT],
)
def translate(state: State, screen: Screen) -> None:
    """Ribbons between the two sentences, and how sure the model was of each word."""
    result, head = translators.read(screen, state, int(state[BEAMS])), state[cross.HEAD]
    trace, picture = result.trace, cross.shown(result.trace, head, state[cross.LABELS])
    if trouble := translators.main().trouble:
        screen.note(f"{trouble} So it is not known here which head aligns best, and the first one is chosen.")
    screen.heading(f"English to French: {head.name}", "")
    screen.alignment(
        picture.weights,
        **picture.ends,
        translation=picture.target_text,
        says=cross.reversed_sentence(picture),
        alt=f"Alignment by {head.name}: the English above, the French below, joined by ribbons as wide as weights.",
        key="ribbons",
    )
    if not tokens.compact(state):  # a slide has no room for them
        screen.heading("Its surprise at each word, −ln p", "")
        losses(screen, trace, "sureness")
    remarks = [translation_remarks.status(result), *translation_remarks.remarks(result)]
    screen.note(" ".join([*remarks, live_check.across(state, trace)]))


@translate.more
def more(state: State, screen: Screen) -> None:
    """Draw the ribbons as a matrix, whose cells can be taken apart, and where this head looks in other sentences."""
    trace, head = translators.read(screen, state, int(state[BEAMS])).trace, state[cross.HEAD]
    picture = cross.shown(trace, head, state[cross.LABELS])

    def take_apart(cell: tuple[int, int]) -> dict[str, int | bool]:
        """The first pieces of the words of a cell, one click deeper."""
        french, english = picture.target_tokens[cell[0]][0], picture.source_tokens[cell[1]][0]
        return {"french_piece": french, "english_piece": english, "arithmetic": True}

    matrix, life = screen.columns(46, 54, least=(cross.READABLE, 320))
    with matrix.headed("The ribbons as a matrix", cross.looking(state) + " Choose a cell to take it apart."):
        alt = f"Cross-attention of {head.name}, French and English."
        opens = state[BEAMS] == "1" and state[cross.LABELS] == "tokens"  # in the two stacks, which write greedily
        shows = cross.shows(trace, "cross", head) if opens else None
        cross.grid(screen, state, picture, alt=alt, key="cross", on_cell=take_apart, shows=shows)
    with life:
        cross_lives.show(screen, head)


@translate.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """One weight taken apart, and every head of every layer: what was measured of it, and what its looks are worth."""
    trace = translators.read(screen, state, int(state[BEAMS])).trace
    _one_weight(state, screen, trace)
    cross_heads.show(screen, state, trace)


def _one_weight(state: State, screen: Screen, trace: TranslationTrace) -> None:
    """A query of the decoder, a key of the encoder, their sum and softmax."""
    chosen = state[cross.HEAD]
    if chosen.head is None:
        screen.heading(
            "One weight, taken apart",
            "A mean of heads has no score: choose one head, then its weights can be taken apart.",
        )
        return
    places = state[FRENCH_PIECE], state[ENGLISH_PIECE]
    row, column = dials.cell_of(trace.cross[chosen.layer].pattern[chosen.head], places)
    stages, pieces = trace.cross[chosen.layer], cross.shown(trace, chosen, "tokens")
    query, key = stages.queries[chosen.head, row], stages.keys[chosen.head, column]
    screen.heading("One weight, taken apart", "The query is the decoder's, the key the encoder's.")
    screen.sentence(
        said(
            "**{french}** attends to **{english}** while it is written, with a weight of **{weight:.4f}**.",
            french=pieces.target[row],
            english=pieces.source[column],
            weight=pieces.weights[row, column],
        ),
        key="cross_look",
    )
    one_score.added_up(
        screen,
        query * key,
        {"query": query, "key": key},
        alt=f"The {len(query)} products of query {row} and key {column}, whose sum is {query @ key:.4f}.",
        key="cross_products",
    )
    left, right = screen.columns(1, 1)
    with left:
        screen.formula(attention.score_and_scaled(query * key), key="cross_score_formula")
    with right:
        worked = attention.weight_of(stages.masked[chosen.head, row], column)
        screen.formula(worked, key="cross_weight_formula")
