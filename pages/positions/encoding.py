"""The encoding of every position, the waves that it is made of, and one plain number beside them."""

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.formulas import positions as formulas
from headlight.parts import dials, tokens, words
from headlight.parts.nouns import Dial, Dials, Key, SomeOf, State
from headlight.pictures import Screen
from transformer.config import Config
from transformer.experiments.plain_positions import against, as_share, counted, mean_cosine
from transformer.readings.order import ByDistance, by_distance
from transformer.readings.waves import encoding, wavelengths

PAIRS_OF_DIMENSIONS = 96  # of the bundled model


def _named(pair: int) -> str:
    """The two dimensions of a pair, as the picture counts them."""
    return f"{2 * pair}, {2 * pair + 1}"


_PAIRS = Dial[tuple[int, ...]](
    "some_of",
    Key("wave_pairs", SomeOf(tuple(range(PAIRS_OF_DIMENSIONS)), most=4), "pairs of dimensions drawn as waves"),
    "Waves: pairs of dimensions",
    (0, 12, 24),
    "further",
    width=420,
    look=lambda state: {"format_func": _named, "help": "The first pair turns fastest, the last one hardly at all."},
)
PAIRS = Dials[list[int]]((_PAIRS,), lambda state: sorted(state[_PAIRS]))
POSITION = Dial(
    "number",
    Key("encoded_position", dials.PLACE, "the position whose encoding is worked out"),
    "At position",
    1,
    "deeper",
    width=150,
    help="The position whose encoding is worked out, counted from 0.",
)


def show(screen: Screen, state: State) -> None:
    """Draw the whole encoding, and some of its waves."""
    trace = state.trace()
    encoded = _encoded(trace.config)
    whole, waves = screen.columns(3, 2, least=(420, 300))
    with whole.headed(
        "Every position",
        "Positions down, dimensions across. No two rows are equal.",
    ):
        whole_encoding(screen, state, encoded, "The positional encoding")
    with waves:
        lengths = wavelengths(trace.config.d_model)
        for pair in state[PAIRS]:
            sine, cosine = 2 * pair, 2 * pair + 1
            turn = "" if tokens.compact(state) else "one wave in "
            screen.note(f"{_named(pair)} (dashed): {turn}{lengths[pair]:,.1f} positions")
            screen.curves(
                {"sin": encoded[:, sine], "cos": encoded[:, cosine]},
                axes=("position", ""),
                alt=f"Dimensions {sine} and {cosine} of the encoding over the positions.",
                key=f"wave_{pair}",
                dashed=("cos",),
                y_range=(-1.0, 1.0),
                y_ticks=(-1, 1),
                low=True,
                bare=True,
            )


def beside_a_plain_number(screen: Screen, state: State) -> None:
    """Draw the waves beside one plain number: how long it is, and what is near in it."""
    trace = state.trace()
    encoded = _encoded(trace.config)
    most, d_model = encoded.shape
    left, right = screen.columns(50, 50)
    with left.headed(
        "What if a position were one plain number?",
        "Every dimension gets the same number: 0, 1, 2, ... or a share from 0 to 1. It must not drown the embeddings.",
    ):
        size = len(trace.tokens), d_model
        vectors = {
            "embedding": trace.embedded,
            "waves": encoding(*size),
            "0, 1, 2, ...": counted(*size),
            "0 to 1": as_share(*size),
        }
        lengths = {name: np.linalg.norm(rows, axis=1) for name, rows in vectors.items()}
        screen.curves(
            lengths,
            axes=("position", "length of the vector"),
            points=("embedding",),
            dashed=("0 to 1",),
            y_range=(0.0, float(max(norms.max() for norms in lengths.values()))),
            alt="Length of each token's embedding, of the waves, and of a plain number in every dimension.",
            key="plain_lengths",
        )
    middle = most // 2
    with right.headed(
        f"What is near to position {middle}?",
        "The product with every other position, as a share of that with itself. Which curve knows what is near?",
    ):
        numbers = counted(most, d_model)
        screen.curves(
            {"waves": against(encoded.astype(np.float64), middle), "0, 1, 2, ...": against(numbers, middle)},
            axes=("position", f"product with position {middle}"),
            at=float(middle),
            y_range=(0.0, (most - 1) / middle),
            alt=f"Product of the encoding of position {middle} with that of every position, for waves and for numbers.",
            key="plain_products",
        )


def work_out(screen: Screen, state: State) -> None:
    """Draw the waves with their numbers, how alike two positions are by distance, and a plain number's length."""
    trace, chosen, position = state.trace(), state[PAIRS], state[POSITION]
    d_model = trace.config.d_model
    left, right = screen.columns(1, 1)
    with left.headed("λ of pair i", "How many positions one whole wave takes."):
        screen.formula(formulas.wavelengths(chosen, d_model), key="wavelengths")
    with right.headed(f"Position {position}", "Read the slowest of the chosen pairs at that position."):
        screen.formula(formulas.encoding(position, chosen[-1], d_model), key="encoding_formula")
    rows = _encoded(trace.config).astype(np.float64)
    products = by_distance(rows @ rows.T)
    screen.heading(
        "Compare two positions: their product by distance",
        "Only their distance matters: near positions have a large product; with distance it falls, in ripples.",
    )
    screen.curves(
        {"PE(p) · PE(p + k)": products.mean},
        axes=("distance k between two positions", "PE(p) · PE(p + k)"),
        y_range=(0.0, float(products.mean.max())),  # from zero, so that a fall looks as large as it is
        alt="Dot product of two positional encodings by the distance between the positions.",
        key="by_distance",
        height=280,
    )
    screen.note(checked(products, len(rows) * (len(rows) + 1) // 2))
    screen.heading(
        "Does a plain number drown your words?",
        "Compare its length with that of the last embedding, and see how similar it makes two tokens.",
    )
    n_tokens = len(trace.tokens)
    if n_tokens < 2:
        return screen.note("The first position is 0 however it is counted: type a second token.")
    embedded = trace.embedded.astype(np.float64)
    length = float(np.linalg.norm(counted(n_tokens, d_model)[-1]))
    with_waves, with_number = (embedded + added for added in (encoding(n_tokens, d_model), counted(n_tokens, d_model)))
    screen.note(
        f"At position {n_tokens - 1} the plain number makes a vector {length:,.1f} long, {n_tokens - 1} · √{d_model}; "
        f"the embedding there is {np.linalg.norm(embedded[-1]):.1f} long, and the waves are {np.sqrt(d_model / 2):.1f} "
        f"everywhere. Two tokens of your sentence have a mean cosine of {mean_cosine(embedded):.2f} as words, "
        f"{mean_cosine(with_waves):.2f} with the waves added and {mean_cosine(with_number):.2f} with the number. "
        f"The number pulls all of them in one direction. As a share from 0 to 1 it stays short, but one step is then "
        f"{1 / (n_tokens - 1):.3f} here and {1 / (trace.config.max_tokens - 1):.3f} in the longest text."
    )


def whole_encoding(screen: Screen, state: State, values: Float[Array, "pos d_model"], alt: str) -> None:
    """Every number of an encoding, positions down, dimensions across."""
    screen.strips(
        {"encoding": values},
        tokens=[f"{position}" if tokens.compact(state) else f"position {position}" for position in range(len(values))],
        height=330,
        extent=float(np.abs(values).max()),
        alt=f"{alt}: every position down, every dimension across.",
        key="encoding",
    )


def _encoded(config: Config) -> Float[Array, "pos d_model"]:
    """The encoding of every position that the model has."""
    return encoding(config.max_tokens, config.d_model)


def checked(products: ByDistance, n_pairs: int) -> str:
    """Whether the products of positions are the same wherever a pair stands."""
    same = words.only_rounding(products.spread, float(products.mean.max()))
    return (
        f"{'✓ the same' if same else '✗ not the same'} from every position p: of all {n_pairs:,} pairs none is off by "
        f"more than {words.number(products.spread)}"
    )
