"""How a twin encodes positions: the numbers of each, and a shift as a rotation."""

import numpy as np

from headlight.formulas import positions as formulas
from headlight.pages.positions import twins
from headlight.pages.positions.encoding import whole_encoding
from headlight.parts import words
from headlight.pictures import Screen
from headlight.state.address import Key
from headlight.state.key_types import Number, OneOf
from headlight.state.state import Dial, State
from transformer.readings.order import encoding_of, shift_missed_by

_PAIR = 9  # of dimensions, whose rotation is written out
_SHOWN = {
    "sinusoidal": "These rows are added to the embeddings. Fast waves are left, slow ones right.",
    "learned": "These rows are added to the embeddings. Every row began as random numbers; the rest is trained.",
    "rotary": "Nothing is added: these are the sines and cosines by which each head turns its queries and keys.",
}
TWIN = Dial(
    "one_of",
    Key("twin", OneOf(twins.KINDS[1:]), "the twin that is compared with the one without positions"),
    "With positions",
    "sinusoidal",
    "above",
    help="Compare another model with the one without positions. Each encodes them in another way.",
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
    """Draw how the chosen twin encodes each position, and a shift as a rotation."""
    kind = state[TWIN]
    screen.heading("How is position encoded?", _SHOWN[kind])
    whole_encoding(screen, state, _of(kind), f"The positions of the twin {kind}")
    _shift(screen, "rotary" if kind == "rotary" else "sinusoidal", state[SHIFT])


def _of(kind: str) -> np.ndarray:
    """Return the positional encoding of a twin, [pos, width]."""
    return encoding_of(twins.models()[kind].transformer)


def _shift(screen: Screen, waved: str, k: int) -> None:
    """One pair of dimensions turned with the numbers written out, and the check over all positions."""
    encoded = _of(waved)
    positions, width = encoded.shape
    pair, position, columns = _PAIR, min(3, positions - 1 - k), slice(2 * _PAIR, 2 * _PAIR + 2)
    screen.heading("A shift is a rotation", "Each pair of dimensions turns by an angle that depends on k only.")
    turned = formulas.shift_of_pair(
        encoded[position, columns], encoded[position + k, columns], position, k, pair, width
    )
    screen.formula([*turned, *formulas.angle_of_pair(k, pair, width)], key="shift_formula")
    screen.note(f"{checked(shift_missed_by(encoded, k), k, waved)} at all {positions - k} positions p.")


def checked(missed: float, k: int, waved: str) -> str:
    """Whether a shift is a rotation, from the largest difference."""
    sign, equal = ("✓", "=") if words.only_rounding(missed, 1.0) else ("✗", "≠")
    return f"{sign} PE(p + {k}) {equal} R({k}) PE(p) for {waved} positions: {words.number(missed)} apart at most,"
