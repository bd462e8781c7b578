"""How each twin encodes positions, one twin at a time: as a heatmap, as waves, as a counter, and as a rotation."""

import math

import numpy as np

from headlight.formulas import positions as formulas
from headlight.pages.positions import twins
from headlight.pages.positions.encoding import whole_encoding
from headlight.parts import words
from headlight.pictures import Labels, Screen, Style
from headlight.state.address import Key
from headlight.state.key_types import Number, OneOf, SomeOf
from headlight.state.state import Dial, State
from transformer.positions import BASE
from transformer.readings.order import by_distance, encoding_of, shift_missed_by

_COUNTED = 16  # positions of the counter: 4 bits
_SINES = range(0, 18, 2)  # pairs of dimensions drawn beside it; slower ones hardly move over so few positions
_SHOWN = {
    "sinusoidal": "These rows are added to the embeddings. Fast waves are at the left, slow ones at the right.",
    "learned": "These rows are added to the embeddings. Every row began as random numbers; the rest is trained.",
    "rotary": "Nothing is added: these are the sines and cosines by which each head turns its queries and keys.",
}
TWIN = Dial(
    "one_of",
    Key("twin", OneOf(twins.KINDS), "the twin whose positions are drawn"),
    "Twin",
    "sinusoidal",
    "deeper",
    help="Each twin encodes position in another way. Compare what they make of a shuffled text.",
)
WAVES = Dial[tuple[int, ...]](
    "some_of",
    Key("wave", SomeOf(tuple(range(twins.D_MODEL)), most=4), "dimensions drawn over the positions"),
    "Dimensions drawn as waves",
    (0, 6, 12, 18),
    "deeper",
    width=320,
    help="Even dimensions are sines, odd ones cosines, where the positions are waves.",
)
SHIFT = Dial(
    "slider",
    Key("shift", Number(1, twins.TOKENS - 1), "by how many positions an encoding is shifted"),
    "Shift k, in positions",
    5,
    "deeper",
    width=260,
    help="How many positions apart. One and the same rotation leads from any position to the one k further on.",
)


def show(screen: Screen, state: State) -> None:
    """Draw how each twin encodes a position: as rows and waves, how similar positions are, a shift, a counter."""
    kind, dimensions = state[TWIN], sorted(state[WAVES])
    _encoding(screen, state, kind, dimensions)
    _similarity(screen)
    _shift(screen, "rotary" if kind == "rotary" else "sinusoidal", dimensions[-1], state[SHIFT])
    _counter(screen)


def _of(kind: str) -> np.ndarray:
    """Return the positional encoding of a twin, [pos, width]."""
    return encoding_of(twins.models()[kind].transformer)


def _encoding(screen: Screen, state: State, kind: str, dimensions: list[int]) -> None:
    """The whole encoding of one twin, and some of its dimensions over the positions."""
    if kind == "none":
        screen.heading(
            "How is position encoded?",
            "This twin has no position information: zeros are added to every embedding. There is nothing to draw.",
        )
        return
    encoded = _of(kind)
    dimensions = [dimension for dimension in dimensions if dimension < encoded.shape[1]] or [0]
    whole, some = screen.columns(58, 42)
    with whole.headed("How is position encoded?", _SHOWN[kind]):
        whole_encoding(screen, state, encoded, f"What tells the twin {kind} its positions")
    with some.headed("Waves", "Each line is one dimension chosen above."):
        screen.curves(
            {f"dimension {dimension}": encoded[:, dimension] for dimension in dimensions},
            axes=("position", "number"),
            alt=f"The chosen dimensions of the positions of the twin {kind}.",
            key="waves",
            height=290,
        )


def _similarity(screen: Screen) -> None:
    """How alike two added positions are, by distance: exact for waves, a tendency for learned rows."""
    for kind in screen.beside(("sinusoidal", "learned")):
        encoded = _of(kind)
        products = by_distance(encoded @ encoded.T)
        if kind == "sinusoidal":
            band = {}
            hint = f"Only the distance matters: all pairs at one distance agree to {words.number(products.spread)}."
        else:
            band = {"smallest": products.lowest, "largest": products.highest}
            hint = f"Dashed lines are the extremes at each distance, up to {products.spread:.1f} off the mean."
        screen.heading(f"{kind.capitalize()}: position · position", hint)
        screen.curves(
            {"mean": products.mean, **band},
            axes=("distance", "dot product"),
            alt=f"Dot product of two positions of the twin {kind} by their distance.",
            key=f"similarity_{kind}",
            dashed=list(band),
            height=240,
        )


def _shift(screen: Screen, waved: str, dimension: int, k: int) -> None:
    """One pair of dimensions turned with the numbers written out, and the check over all positions."""
    encoded = _of(waved)
    positions, width = encoded.shape
    pair = min(dimension, width - 1) // 2
    position, columns = min(3, positions - 1 - k), slice(2 * pair, 2 * pair + 2)
    screen.heading(
        "A shift is a rotation",
        "Going k positions on turns every pair of dimensions by an angle that depends on k alone.",
    )
    turned = formulas.shift_of_pair(
        encoded[position, columns], encoded[position + k, columns], position, k, pair, width
    )
    screen.formula([*turned, *formulas.angle_of_pair(k, pair, width)], key="shift_formula")
    screen.note(
        f"{checked(shift_missed_by(encoded, k), k, waved)} at all {positions - k} positions p and in all {width} "
        f"dimensions. The learned rows know no such rule: the same R({k}) misses them by up to "
        f"{shift_missed_by(_of('learned'), k):.2f}."
    )


def checked(missed: float, k: int, waved: str) -> str:
    """Whether a shift is a rotation, from the largest difference."""
    sign, equal = ("✓", "=") if words.only_rounding(missed, 1.0) else ("✗", "≠")
    return f"{sign} PE(p + {k}) {equal} R({k}) PE(p) for {waved} positions: {words.number(missed)} apart at most,"


def _counter(screen: Screen) -> None:
    """A binary counter beside the sines of the encoding: both tick fast at one end and slowly at the other."""
    encoded = _of("sinusoidal")
    width, counter = encoded.shape[1], bits(_COUNTED)
    steps = np.linalg.norm(np.diff(encoded[:_COUNTED], axis=0), axis=1)
    flips = np.abs(np.diff(counter, axis=0)).sum(axis=1)
    numbered = [str(position) for position in range(_COUNTED)]
    screen.heading(
        "Waves are a smooth counter",
        "Rows are positions 0 to 15, columns go from fast to slow. Both tell all of them apart; only one jumps.",
    )
    left, right = screen.columns(32, 68)
    with left.headed("Counting in bits", "The fastest bit flips at every position, the next at every second."):
        screen.matrix(
            counter,
            Labels(rows=numbered, columns=[f"every {2**bit}" for bit in range(counter.shape[1])], noun="bit"),
            alt="The positions 0 to 15 as binary numbers, the fastest bit first.",
            key="bits",
            style=Style(decimals=0),
        )
        screen.note(f"7 to 8: {flips[7]} bits flip. 8 to 9: only {flips[8]}. Neighbours can look far apart.")
    with right.headed(
        "Counting in waves", "Every second pair's sine, named by how many positions one whole wave takes."
    ):
        screen.matrix(
            encoded[:_COUNTED, [2 * pair for pair in _SINES]],
            Labels(
                rows=numbered,
                columns=[f"{2 * math.pi * BASE ** (2 * pair / width):.0f}" for pair in _SINES],
                noun="sine",
            ),
            alt="The same positions as sines of the sinusoidal encoding, the fastest wave first.",
            key="sines",
            style=Style(scale="diverging", extent=1.0),
        )
        screen.note(
            f"Every step is equally long: |PE(p + 1) − PE(p)| is between {steps.min():.4f} and {steps.max():.4f} here, "
            f"{steps[7]:.4f} from 7 to 8. A smooth counter."
        )


def bits(n_positions: int) -> np.ndarray:
    """The binary digits of 0, 1, 2, ...: [position, bit], the fastest bit first."""
    width = max(1, math.ceil(math.log2(n_positions)))
    return (np.arange(n_positions)[:, None] >> np.arange(width)) & 1
