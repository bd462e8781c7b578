"""Word + position: waves added to the embeddings tell the model where each token is; and the next word without them."""

from dataclasses import replace

from headlight.parts import dials
from headlight.parts.nouns import Comparison, State, view
from headlight.pictures import Screen
from headlight.state import opening
from transformer import Intervention
from transformer.readings.waves import encoding

_NEXT = 8  # likeliest next tokens shown
_REPEATS = "the bear helped the girl, so the girl helped the"  # equal tokens at several positions
POSITIONS_ON = replace(dials.POSITIONS_ON, place="above")


@view(
    box=dials.sentence(_REPEATS), dials=[POSITIONS_ON], alone="its positions are waves that are added to the embeddings"
)
def positions(state: State, screen: Screen) -> None:
    """Each token's embedding, its position and their sum, which the first layer reads, and the next word."""
    on = state[POSITIONS_ON]
    after = state.trace(Intervention(positions=on))
    compared = Comparison(state, state.trace(), after)
    left, right = screen.columns(70, 30)
    with left.headed(
        "Word + position = input",
        "Equal tokens have equal rows until positions are added."
        if on
        else "Nothing is added: equal tokens keep equal rows.",
    ):
        screen.strips(
            {"embedded": after.embedded, "+ positions": after.positions, "= residual": after.layers[0].residual_in},
            tokens=after.words,
            alt="Each token's embedding, its positional encoding, and their sum, which the first layer reads.",
            key="input_strips",
            height=112,
            extents={"+ positions": 1.0},
            shows={
                "embedded": opening.shows(state, after, "embedded"),
                "+ positions": opening.shows(state, after, "position"),
                "= residual": opening.shows(state, after, "residual_in", 0),
            },
        )
    title, hint, change = (
        ("Next word", "Switch positions off: what depends on them?", "")
        if on
        else ("Next word without positions", "Dashed: with positions.", "without positions, and before as outlines")
    )
    with right.headed(title, hint):
        compared.next_words(screen, change, count=_NEXT)


@positions.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """The dot product of each two positions of the sentence."""
    trace, d_model = state.trace(), state.model.config.d_model
    rows = encoding(len(trace.tokens), d_model)
    screen.heading(
        "Compare the positions of your sentence",
        "The product of each two encodings: along each diagonal, which is one distance, all numbers are equal.",
    )
    screen.matrix(
        rows @ rows.T,
        rows=trace.words,
        columns=trace.words,
        noun="product",
        alt="Dot products of the positional encodings of each pair of positions of the sentence.",
        key="position_products",
        scale="diverging",
        extent=d_model / 2,
        decimals=1,
    )
