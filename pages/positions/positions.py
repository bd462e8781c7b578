"""Word + position: two words change places, and the next word answers with positions and without; clock hands."""

from dataclasses import replace

import numpy as np

from headlight.pages.positions import encoding
from headlight.parts import dials, tokens
from headlight.parts.nouns import Comparison, Says, State, said, view
from headlight.pictures import Screen
from headlight.pictures.decimals import percent
from headlight.state import doors
from transformer import UNCHANGED, Intervention, Trace
from transformer.words import FUNCTION_WORDS, Word, all_letters, words_of

_NEXT = 8  # likeliest next tokens shown
_NUMBERS = 48  # of a row: the fastest waves
_BAG = Intervention(positions=False, mask="none")  # to which a text is a bag of words
POSITIONS_ON = replace(
    dials.POSITIONS_ON,
    label="Positions and mask",
    place="above",
    help="As in training. Off: the model gets the embeddings alone, and each token attends to all.",
)


@view(
    box=dials.sentence(),
    late=dials.ON_CHIPS,
    dials=[POSITIONS_ON, dials.TOKEN, encoding.POSITION],
    alone="its positions are waves that are added to the embeddings",
)
def positions(state: State, screen: Screen) -> None:
    """Draw the next word of the sentence and of one with two of its words exchanged, and the hands of a position."""
    on = state[POSITIONS_ON]
    own, pair = state.trace(UNCHANGED if on else _BAG), two_words(state)
    tokens.chips(
        screen, state, own, strong=pair[0].tokens + pair[1].tokens if pair else (), on_place=dials.choose_token
    )
    shown = _NEXT - 1 if tokens.compact(state) else _NEXT  # a slide has less room
    answers, clocks = screen.columns(55, 45, least=(420, 300))
    if pair:
        one, other = (word.text.strip() for word in pair)
        turned = state.trace(own.intervention, text=exchanged(own.text, pair))
        with answers.headed(
            f"What if “{one}” and “{other}” change places?",
            "Dashed bars are your order. Tap another word, or switch positions and mask off."
            if on
            else "Bars and dashes agree: without order the text is a bag of words.",
        ):
            change = f"with “{one}” and “{other}” exchanged, outlined as you typed them"
            Comparison(state, own, turned).next_words(screen, change, count=shown, says=moved(state, pair))
    else:
        with answers.headed("What comes next?", "Type two different words: what if they change places?"):
            Comparison(state, own, own).next_words(screen, count=_NEXT)
    with clocks.headed(
        f"Clock hands encode position {state[encoding.POSITION]}",
        "A hand turns once in as many positions as are written under it: which hands tell neighbours apart?",
    ):
        encoding.show_clocks(screen, state)


def two_words(state: State) -> tuple[Word, Word] | None:
    """The chosen word and the one that says most, in their order, never the last one; None without two."""
    trace = state.trace()
    words = words_of(trace.text, trace.tokens)[:-1]
    telling = [
        word for word in words if all_letters(word.text.strip()) and word.text.strip().lower() not in FUNCTION_WORDS
    ]
    if not telling:
        return None
    most = telling[tokens.telling([[trace.tokens[place] for place in word.tokens] for word in telling])]
    chosen = [word for word in words if state[dials.TOKEN] in word.tokens]
    other = next((word for word in [*chosen, *telling] if word.text.strip() != most.text.strip()), None)
    if other is None:
        return None
    return (most, other) if most.start < other.start else (other, most)


def exchanged(text: str, pair: tuple[Word, Word]) -> str:
    """Return a text with two of its words, in their order, exchanged."""
    (first, one), (last, other) = ((word, text[word.start : word.end].strip()) for word in pair)
    begun, ended = (
        text[word.start : word.end].replace(own, new) for word, own, new in ((first, one, other), (last, other, one))
    )
    return text[: first.start] + begun + text[first.end : last.start] + ended + text[last.end :]


def moved(state: State, pair: tuple[Word, Word]) -> Says:
    """Say how much of the next word's probability the exchange moves, with positions and mask and without."""
    shares = {}
    for name, change in (("with_them", UNCHANGED), ("without", _BAG)):
        own = state.trace(change)
        exchange = Comparison(state, own, state.trace(change, text=exchanged(own.text, pair)))
        shares[name] = percent(np.abs(exchange.later - exchange.earlier).sum() / 2)
    return said(
        "The exchange moves **{with_them}** of the probability with positions and mask, and **{without}** without.",
        **shares,
    )


def same_word(trace: Trace) -> list[int]:
    """The positions of the token that occurs most often; of all where none occurs twice."""
    ids = [token.id for token in trace.tokens]
    most = max(reversed(ids), key=ids.count)
    return [place for place, id in enumerate(ids) if id == most or ids.count(most) == 1]


@positions.more
def more(state: State, screen: Screen) -> None:
    """Draw one word's embedding, its positions and the sums, the encoding of every position, and a plain number."""
    after = state.trace(UNCHANGED if state[POSITIONS_ON] else _BAG)
    places = same_word(after)
    repeated = len(places) < len(after.tokens)
    numbers = np.ix_(places, range(_NUMBERS))
    screen.heading(
        f"“{after.words[places[0]]}” at {len(places)} positions" if repeated else "Word + position = input",
        f"Compare the first {_NUMBERS} numbers: equal rows differ once positions are added.",
    )
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
            "embedded": doors.shows(state, after, "embedded", places),
            "+ positions": doors.shows(state, after, "position", places),
            "= residual": doors.shows(state, after, "residual_in", 0, places),
        },
    )
    encoding.show_every(screen, state)


@positions.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """The hands with their numbers, and how similar two positions are by their distance."""
    encoding.work_out(screen, state)
