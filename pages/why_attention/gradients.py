"""How much of a gradient comes back through time, in three networks that read words one after another or at once."""

import numpy as np

from headlight.parts import words
from headlight.parts.nouns import Dial, Dials, Key, Number, State, Switch, cached
from headlight.pictures import Screen
from headlight.reading import running
from transformer.experiments.reach import Dials as Networks
from transformer.experiments.reach import drawn, from_first, networks, random_inputs

LENGTH = 64  # words
DRAWS = 8  # networks of each kind, each with weights of its own
_AT_ONCE = 2  # of them in memory
SEED = 1
FLOOR = 1e-12  # gradients below it are left out of the curves
_SMALLEST = 1e-300  # stands for 0, which has no logarithm
NAMES = ("self-attention", "RNN", "GRU")

DISTANCE = Dial(
    "slider",
    Key("distance", Number(1, 63), "where the curves of gradients are read"),
    "Words back",
    32,
    "further",
    width=260,
    help="How many words back the gradient is read: 1 is the word before, 63 the farthest.",
)
_RADIUS = Dial(
    "slider",
    Key("radius", Number(0.5, 1.5, 0.05), "spectral radius of the RNN"),
    "RNN: spectral radius",
    0.9,
    "further",
    width=260,
    help="The largest absolute eigenvalue of W, which multiplies the state at every step. Below 1 a "
    "gradient shrinks, above 1 it can grow.",
)
_TANH = Dial(
    "toggle",
    Key("tanh", Switch(), "the RNN is not linear"),
    "tanh",
    True,
    "further",
    help="Off: the RNN is linear, h = W h + U x.",
)
NETWORKS = Dials[Networks]((_RADIUS, _TANH), lambda state: Networks(state[_RADIUS], state[_TANH]))


def show(screen: Screen, state: State) -> None:
    """Draw the gradient of three networks against the distance, and what is left of it so many words back."""
    chart, left = screen.columns(70, 30, least=(320, 260))
    measured, distance, radius = norms(state), state[DISTANCE], state[NETWORKS].radius
    distances = np.arange(1, LENGTH, dtype=float)
    guide = f"{radius:g} to the power of the distance"
    shown = {name: values[1:] for name, values in measured.items()} | {guide: measured["RNN"][0] * radius**distances}
    with chart.headed(
        "How much of the gradient is left?", f"Over {LENGTH - 1} words; geometric means of {DRAWS} networks each."
    ):
        screen.curves(
            {name: logarithmic(values) for name, values in shown.items()},
            over=distances,
            axes=("words back", "gradient norm"),
            alt=f"Gradient norm of the last state by a word 1 to {LENGTH - 1} back: {', '.join(measured)}.",
            key="reach",
            at=float(distance),
            dashed=(guide,),
            logarithmic="y",
            height=300,
        )
    with left.headed(f"{distance} words back", "One word back is 100%."):
        shares = {name: float(values[distance] / values[1]) for name, values in measured.items()}
        screen.bars(
            [*shares.values()],
            labels=[*shares],
            alt=f"The gradient {distance} words back, as a share of that one word back.",
            key="left",
            quantity="share",
            notes=[percent(share) for share in shares.values()],
        )


def percent(share: float) -> str:
    """A share of the gradient in percent, or as a power of ten where it is next to nothing."""
    return f"{share:.0%}" if share >= 0.005 else f"{words.number(100 * share, 2)}%"


def logarithmic(norms: np.ndarray) -> np.ndarray:
    """Norms for a logarithmic axis: one that is 0, or too small to matter, is left out."""
    return np.where(norms > FLOOR, norms, np.nan)


def norms(state: State) -> dict[str, np.ndarray]:
    """Measure the geometric mean of the gradient norm at every distance, of each network."""
    chosen = state[NETWORKS]
    return {name: _measured(name, chosen if name == "RNN" else Networks()) for name in NAMES}


@cached(most=400)
def _measured(name: str, chosen: Networks) -> np.ndarray:
    """The means over `DRAWS` networks, [distance], a few networks at a time: all at once would take 200 MB."""
    batches = []
    for first in range(0, DRAWS, _AT_ONCE):
        running.stop_if_unwanted()
        network = networks(drawn(SEED, _AT_ONCE, 1, first=first), chosen)[name]
        batches.append(from_first(network, random_inputs(SEED, _AT_ONCE, LENGTH, first=first)).astype(np.float64))
    mean = np.exp(np.log(np.maximum(np.concatenate(batches), _SMALLEST)).mean(axis=0))  # geometric
    return np.where(mean > 2 * _SMALLEST, mean, 0.0)
