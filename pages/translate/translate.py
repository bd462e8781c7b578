"""Translate: English typed, French written at every key or token by token, and where each French word looks."""

import numpy as np

from headlight.formulas import attention
from headlight.pages.translate import beam, cross, cross_heads, translation_remarks, worth, written
from headlight.pages.translate.cross import Shown
from headlight.pages.translate.pieces import losses, pieces, word
from headlight.parts import dials, live_check, one_score, stages, tokens, translators
from headlight.parts.nouns import SENTENCE, Dial, Key, State, Text, chosen_in_picture, said, view
from headlight.pictures import Screen
from transformer import TranslationTrace

FRENCH = Dial(
    "text",
    Key("french", Text(SENTENCE), "French of the reader's own"),
    "Your French, to be read by the model",
    "",
    "deeper",
    placeholder="Empty: the model’s own",
    width=480,
    help="The model reads your French, and shows how surprised it is by each word. Empty: its own French.",
)
FRENCH_PIECE: Dial[int | None] = chosen_in_picture(
    Key("french_piece", translators.PIECE, "the French token that attends, from 0"), None
)
ENGLISH_PIECE: Dial[int | None] = chosen_in_picture(
    Key("english_piece", translators.PIECE, "the English token that is attended to, from 0"), None
)


@view(
    box=translators.ENGLISH,
    late="each of its layers, heads and steps has a button, in another row",
    dials=[
        *(cross.HEAD, written.STEP, written.LABELS, written.BEAMS, FRENCH),
        *(dials.ORIENTATION, FRENCH_PIECE, ENGLISH_PIECE, worth.CUT),
    ],
)
def translate(state: State, screen: Screen) -> None:
    """Draw ribbons between the sentences as far as the French is written, and how sure the model was of each word."""
    result, head, now = written.read(screen, state), state[cross.HEAD], state[written.STEP]
    trace, picture = result.trace, cross.shown(result.trace, head, state[written.LABELS])
    whole = now == len(trace.target)
    if trouble := translators.main().trouble:
        screen.note(f"{trouble} So it is not known here which head aligns best, and the first one is chosen.")
    screen.heading(f"English to French: {head.name}", "")
    screen.alignment(
        picture.weights,
        **picture.ends,
        translation=picture.target_text,
        says=cross.reversed_sentence(picture) if whole else (),
        written=None if whole else max(1, sum(places[-1] < now for places in picture.target_tokens)),
        alt=f"Alignment by {head.name}: the English above, the French below, joined by ribbons as wide as weights.",
        key="ribbons",
        on_target=None if whole else lambda number: {"step": picture.target_tokens[number][-1] + 1},
    )
    if not tokens.compact(state):  # a slide has no room for them
        surprise, likely = screen.columns(66, 34, least=(320, 250))
        with surprise.headed("The surprise at each word, −ln p", ""):
            losses(screen, trace, "sureness")
        with likely.headed(f"Step {now} of {len(trace.target)}: {word(trace.target[now - 1].text)}", ""):
            written.likely(screen, trace, now)
    screen.note(" ".join([translation_remarks.status(result), *translation_remarks.remarks(result)]))


@translate.more
def more(state: State, screen: Screen) -> None:
    """Draw the ribbons as a matrix, and what the decoder sees of its own French."""
    trace, head = written.read(screen, state).trace, state[cross.HEAD]
    picture = cross.shown(trace, head, state[written.LABELS])
    matrix, sees = screen.columns(54, 46, least=(cross.READABLE, 320))
    with matrix.headed("The ribbons as a matrix", cross.looking(state) + " Choose a cell to take it apart."):
        _matrix(screen, state, trace, picture)
    with sees.headed(f"Decoder, {head.name}", "The decoder sees the French so far. Hatched cells are not written yet."):
        layer = trace.decoder[head.layer]
        pattern = head.of(layer.pattern)
        stages.square(
            screen,
            state,
            np.where(np.arange(len(pattern))[:, None] < state[written.STEP], pattern, np.nan),
            pieces(trace.inputs),
            hidden=np.isneginf(layer.masked[0]),
            alt=f"Self-attention of the decoder, {head.name}, up to step {state[written.STEP]}",
            key="may_see",
        )


@translate.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """One weight taken apart, French of one's own, the beam, and every head: what was measured, what it is worth."""
    result = written.read(screen, state)
    _one_weight(state, screen, result.trace)
    if french := state[FRENCH].strip():
        forced = translators.forced("translate", state[translators.ENGLISH], french, board=screen)
        screen.heading("Your French", loss_in_words(forced, result.trace))
        losses(screen, forced, "losses")
    if state[written.BEAMS] > 1:
        beam.show(screen, translators.read(screen, state), result, state[written.STEP])
    cross_heads.show(screen, state, result.trace)
    screen.note(live_check.across(state, result.trace))


def loss_in_words(forced: TranslationTrace, own: TranslationTrace) -> str:
    """Say what a translation costs the model, beside what its own costs."""
    total, of_own = forced.word_losses.sum(), own.word_losses.sum()
    return f"How surprising? −ln p: {total:.2f} in all; its own: {of_own:.2f}."


def _matrix(screen: Screen, state: State, trace: TranslationTrace, picture: Shown) -> None:
    head = state[cross.HEAD]

    def take_apart(cell: tuple[int, int]) -> dict[str, int | bool]:
        """The first pieces of the words of a cell, one click deeper."""
        french, english = picture.target_tokens[cell[0]][0], picture.source_tokens[cell[1]][0]
        return {"french_piece": french, "english_piece": english, "arithmetic": True}

    alt = f"Cross-attention of {head.name}, French and English."
    opens = state[written.BEAMS] == 1 and state[written.LABELS] == "tokens"  # in the two stacks, which write greedily
    shows = cross.shows(trace, "cross", head) if opens else None
    cross.grid(screen, state, picture, alt=alt, key="cross", on_cell=take_apart, shows=shows)


def _one_weight(state: State, screen: Screen, trace: TranslationTrace) -> None:
    """A query of the decoder, a key of the encoder, their sum and softmax."""
    chosen = state[cross.HEAD]
    if chosen.head is None:
        screen.heading("One weight, taken apart", "A mean of heads has no score: choose one head.")
        return
    places = state[FRENCH_PIECE], state[ENGLISH_PIECE]
    row, column = dials.cell_of(trace.cross[chosen.layer].pattern[chosen.head], places)
    stages, pieces = trace.cross[chosen.layer], cross.shown(trace, chosen, "tokens")
    query, key = stages.queries[chosen.head, row], stages.keys[chosen.head, column]
    screen.heading("One weight, taken apart", "The decoder’s query meets the encoder’s key.")
    screen.sentence(
        said(
            "**{french}** gives **{weight:.0%}** of its attention to **{english}**.",
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
