"""The encoding of a position: clock hands that turn, the numbers of every position, and a plain number beside them."""

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.formulas import positions as formulas
from headlight.parts import dials, tokens, words
from headlight.parts.nouns import Dial, Key, State
from headlight.pictures import Group, Screen
from transformer.config import Config
from transformer.readings.order import ByDistance, by_distance
from transformer.readings.waves import as_share, counted, encoding, wavelengths

_PAIRS = (0, 8, 16, 24, 32, 40)  # of dimensions, each a clock; the hands of later ones hardly turn in a text
_ACROSS = 3  # clocks in a row
_APART = np.array([3.2, 3.4])  # from clock to clock, in lengths of a hand
_FILM = 20  # seconds from the first position to the last
POSITION = Dial[int](
    "slider",
    Key("encoded_position", dials.PLACE, "the position to which the clock hands point"),
    "Hands at position",
    5,
    "above",
    look={"plays": _FILM},
    width=260,
    help="0: every hand points up. Each step turns each hand by the same angle, the first one most.",
)


def show_clocks(screen: Screen, state: State) -> None:
    """Draw some pairs of dimensions at one position, each as the hand of a clock."""
    position, d_model = state[POSITION], state.trace().config.d_model
    hands = encoding(position + 1, d_model)[position].reshape(-1, 2)
    lengths, turn = wavelengths(d_model), np.linspace(0, 2 * np.pi, 49)
    groups = list[Group]()
    for number, pair in enumerate(_PAIRS[::2] if tokens.compact(state) else _PAIRS):  # a slide has room for a row
        middle = np.array([number % _ACROSS, -(number // _ACROSS)]) * _APART
        face = middle + np.stack([np.sin(turn), np.cos(turn)], axis=1)
        groups.append(Group(face, [""] * len(face), colour="soft", path=True, arrow=False, named=False))
        groups.append(Group(np.stack([middle, middle + hands[pair]]), ["", ""], colour="accent", size=0, path=True))
        below = f"once in {lengths[pair]:,.0f}"
        groups.append(Group(middle[None] - [[0, 1.95]], [below], colour="ink", size=0, notes=[_named(pair)]))
    screen.plane(
        groups,
        alt=f"Clocks; their hands are pairs of dimensions of the encoding of position {position}.",
        key="clocks",
        height=380,
    )


def _named(pair: int) -> str:
    return f"dimensions {2 * pair} and {2 * pair + 1}"


def show_every(screen: Screen, state: State) -> None:
    """Draw the whole encoding, and how long it is beside embeddings and a plain number."""
    trace = state.trace()
    whole, plain = screen.columns(3, 2, least=(420, 300))
    with whole.headed("Every position", "Positions down, dimensions across. No two rows are equal."):
        whole_encoding(screen, state, _encoded(trace.config), "The positional encoding")
    with plain.headed(
        "What if a position were one plain number?",
        "Every dimension gets 0, 1, 2, ... or a share from 0 to 1. A long vector drowns the embedding.",
    ):
        size = len(trace.tokens), trace.config.d_model
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


def work_out(screen: Screen, state: State) -> None:
    """Draw the hands with their numbers, and how similar two positions are by distance."""
    config, position = state.trace().config, state[POSITION]
    left, right = screen.columns(1, 1)
    with left.headed("λ of pair i", "See how many positions one turn takes."):
        screen.formula(formulas.wavelengths(_PAIRS, config.d_model), key="wavelengths")
    with right.headed(f"Position {position}", "Read the slowest of the six hands at that position."):
        screen.formula(formulas.encoding(position, _PAIRS[-1], config.d_model), key="encoding_formula")
    rows = _encoded(config).astype(np.float64)
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
