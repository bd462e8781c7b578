"""Word + position: waves added to the embeddings tell the model where each token is, and the next word without them."""

from dataclasses import replace

import numpy as np

from headlight.pages.positions import encoding
from headlight.parts import dials
from headlight.parts.nouns import Comparison, State, view
from headlight.pictures import Screen
from headlight.state import opening
from transformer import Intervention, Trace

_NEXT = 8  # likeliest next tokens shown
_NUMBERS = 48  # of a row: the fastest waves
_REPEATS = "the bear helped the girl, so the girl helped the"  # equal tokens at several positions
POSITIONS_ON = replace(dials.POSITIONS_ON, place="above")


@view(
    box=dials.sentence(_REPEATS),
    dials=[POSITIONS_ON, encoding.PAIRS, encoding.POSITION],
    alone="its positions are waves that are added to the embeddings",
)
def positions(state: State, screen: Screen) -> None:
    """Draw one word's embedding, its positions and the sums, which the first layer reads, and the next word."""
    on = state[POSITIONS_ON]
    after = state.trace(Intervention(positions=on))
    compared = Comparison(state, state.trace(), after)
    places = same_word(after)
    repeated = len(places) < len(after.tokens)
    numbers = np.ix_(places, range(_NUMBERS))
    left, right = screen.columns(70, 30)
    with left.headed(
        f"“{after.words[places[0]]}” at {len(places)} positions" if repeated else "Word + position = input",
        f"First {_NUMBERS} numbers: equal until positions are added."
        if repeated and on
        else f"First {_NUMBERS} numbers: nothing is added, they stay equal."
        if repeated
        else "Type a word twice: are its rows equal?",
    ):
        screen.strips(
            {
                "embedded": after.embedded[numbers],
                "+ positions": after.positions[numbers],
                "= residual": after.layers[0].residual_in[numbers],
            },
            tokens=[f"position {place}" if repeated else after.words[place] for place in places],
            places=places,
            alt=f"The first {_NUMBERS} numbers of each embedding, its positional encoding, and their sum.",
            key="input_strips",
            height=100,
            extent=2 * float(np.sqrt(np.mean(after.embedded[numbers] ** 2))),  # the same with positions and without
            extents={"+ positions": 1.0},
            shows={
                "embedded": opening.shows(state, after, "embedded", places),
                "+ positions": opening.shows(state, after, "position", places),
                "= residual": opening.shows(state, after, "residual_in", 0, places),
            },
        )
    title, hint, change = (
        ("Next word", "Switch positions off: what depends on them?", "")
        if on
        else (
            "Next word without positions",
            "Dashed bars have positions.",
            "without positions, and before as outlines",
        )
    )
    with right.headed(title, hint):
        compared.next_words(screen, change, count=_NEXT)


def same_word(trace: Trace) -> list[int]:
    """The positions of the token that occurs most often; of all where none occurs twice."""
    ids = [token.id for token in trace.tokens]
    most = max(reversed(ids), key=ids.count)
    return [place for place, id in enumerate(ids) if id == most or ids.count(most) == 1]


@positions.more
def more(state: State, screen: Screen) -> None:
    """The encoding of every position with some of its waves, and one plain number beside them."""
    encoding.show(screen, state)
    encoding.beside_a_plain_number(screen, state)


@positions.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """The waves with their numbers, and how alike two positions are by their distance."""
    encoding.work_out(screen, state)
