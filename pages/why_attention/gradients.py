"""Fading gradients: what is left of one through time and through depth, and the multiplication behind both."""

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace

import numpy as np

from headlight.formulas import paths as path_formulas
from headlight.pages.why_attention import fresh_blocks, repeated
from headlight.pages.why_attention.recurrence import DILATED, WINDOW, logarithmic
from headlight.parts import words
from headlight.parts.nouns import Dial, Dials, Key, Number, OneOf, State, Switch, cached, view
from headlight.pictures import Screen
from headlight.reading import running
from transformer.experiments.reach import WIDTH, drawn, from_first, networks, random_inputs
from transformer.experiments.reach import Dials as Networks

LENGTH = 64  # words
DRAWS = 8  # networks of each kind, each with weights of its own
_AT_ONCE = 2  # of them in memory
MANY = 64  # the same, where the reader asks for more
_ABOVE = 390  # pixels above the curves, and of what is seen below them
_SMALLEST = 1e-300  # stands for 0, which has no logarithm
NAMES = ("self-attention", "RNN", "GRU", "window", "RNN + attention")
SHOWN = NAMES[:3]  # on the first screen


def _more(state: State) -> bool:
    return bool(state.get("more"))


DISTANCE = Dial(
    "slider",
    Key("distance", Number(1, 63), "where the curves of gradients are read, and how often that matrix is applied"),
    "Words back",
    32,
    "above",
    width=260,
    help="How many words back the gradient is read: 1 is the word before, 63 the farthest. At first 32.",
)
_RADIUS = Dial(
    "slider",
    Key("radius", Number(0.5, 1.5, 0.05), "spectral radius of the RNN, and of the repeated matrix"),
    "RNN: spectral radius",
    0.9,
    "above",
    width=260,
    help="The largest absolute eigenvalue of W, which multiplies the state at every step. Below 1 a "
    "gradient shrinks, above 1 it can grow. At first 0.9.",
)
_TANH = Dial(
    "toggle",
    Key("tanh", Switch(), "the RNN is not linear"),
    "tanh",
    True,
    "deeper",
    help="Off: the RNN is linear, h = W h + U x.",
)
_KEPT = Dial(
    "slider",
    Key("kept", Number(0.5, 0.99, 0.01), "the share of its state that a GRU keeps"),
    "GRU: share kept",
    0.9,
    "deeper",
    width=150,
    help="A gate lets a GRU keep part of its state untouched. This is the part it keeps when it hears nothing.",
)
_LAYERS = Dial(
    "slider",
    Key("window_layers", Number(1, 6), "its layers, where gradients are measured"),
    "Window: layers",
    3,
    "deeper",
    width=135,
    help="Stacked on each other.",
)
SEED = Dial(
    "number",
    Key("reach_seed", Number(0, 999), "the networks whose gradients are measured, and that matrix, drawn at random"),
    "Seed",
    1,
    "deeper",
    width=100,
    help="Draws other networks. The same seed gives the same ones.",
)
DRAWN = Dial(
    "one_of",
    Key("reach_draws", OneOf((DRAWS, MANY)), "networks of each kind whose gradients are averaged"),
    "Networks of each kind",
    DRAWS,
    "deeper",
    help=f"{MANY} take some seconds.",
)
_WINDOW = replace(WINDOW, place="deeper", width=135, when=lambda state: True)
_DILATED = replace(DILATED, place="deeper", when=lambda state: True)
SIZE = replace(fresh_blocks.SIZE, when=_more)
NETWORKS = Dials[Networks](
    (_RADIUS, _TANH, _KEPT, _LAYERS, _WINDOW, _DILATED),
    lambda state: Networks(state[_RADIUS], state[_TANH], state[_KEPT], state[_WINDOW], state[_DILATED], state[_LAYERS]),
)


@view(
    box=None,
    dials=[DISTANCE, NETWORKS, SIZE, SEED, DRAWN],
    code={
        "gradients": "the gradient of self-attention at a distance",
        "repeated": "the length of a vector after many multiplications",
    },
)
def gradients(state: State, screen: Screen) -> None:
    """The gradient of three networks against the distance, and what is left of it so many words back."""
    chart, left = screen.columns(70, 30, least=(320, 260))
    measured, distance = norms(state, SHOWN), state[DISTANCE]
    with chart.headed("How much of the gradient is left", ""):
        _curves(screen, state, measured, "reach")
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


@gradients.more
def more(state: State, screen: Screen) -> None:
    """All five networks with how far each reaches, and the gradient through depth."""
    time, depth = screen.columns(1, 1)
    measured = norms(state)
    with time.headed(
        f"All five networks, through {LENGTH - 1} words", f"Geometric means of {state[DRAWN]} networks each."
    ):
        _curves(screen, state, measured, "reach_of_all")
        screen.note(reached_text(measured))
    with depth:
        fresh_blocks.in_fresh_blocks(screen, float(state[SIZE]))


def _curves(screen: Screen, state: State, measured: dict[str, np.ndarray], key: str) -> None:
    """The norms at every distance, with the power of the spectral radius beside the RNN's."""
    radius, distances = state[NETWORKS].radius, np.arange(1, LENGTH, dtype=float)
    guide = f"{radius:g} to the power of the distance"
    shown = {name: values[1:] for name, values in measured.items()} | {guide: measured["RNN"][0] * radius**distances}
    screen.curves(
        {name: logarithmic(values) for name, values in shown.items()},
        over=distances,
        axes=("words back", "gradient norm"),
        alt=f"Gradient norm of the last state with respect to a word 1 to {LENGTH - 1} back: {', '.join(measured)}.",
        key=key,
        at=float(state[DISTANCE]),
        dashed=(guide,),
        logarithmic="y",
        height=380,
        above=_ABOVE,
    )


def percent(share: float) -> str:
    """A share of the gradient in percent, or as a power of ten where it is next to nothing."""
    return f"{share:.0%}" if share >= 0.005 else f"{words.number(100 * share, 2)}%"


@gradients.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """Exact norms at one distance, the RNN's as a product over the steps, and that product of one matrix alone."""
    chosen, distance, by_network = state[NETWORKS], state[DISTANCE], norms(state)
    screen.heading(f"The gradient at distance {distance}", "The norms of the curves, as numbers.")
    columns = {
        f"at distance {steps}": [words.number(float(values[steps]), 3) for values in by_network.values()]
        for steps in (1, distance)
    }
    screen.table(
        {"network": list(by_network), **columns},
        formats=dict.fromkeys(columns, ""),
        alt="The norm of the gradient at distance 1 and at the chosen one.",
        key="reach_numbers",
    )
    measured = (by_network["RNN"][0], by_network["RNN"][distance], by_network["self-attention"][distance])
    worked = path_formulas.chain_rule(
        distance, *map(float, measured), radius=chosen.radius, width=WIDTH, tanh=chosen.tanh
    )
    screen.formula(worked, key="chain_rule")
    screen.heading(
        "The same with one matrix alone",
        "A vector multiplied by a small random matrix again and again. Its largest eigenvalue λ is the spectral radius "
        "above, n the distance.",
    )
    repeated.show(screen, chosen.radius, distance, state[SEED])


def norms(state: State, names: Sequence[str] = NAMES) -> dict[str, np.ndarray]:
    """Measure the geometric mean of the gradient norm at every distance, of each network that is named."""
    own = _own(state[NETWORKS])
    return {name: _measured(name, own[name], state[SEED], state[DRAWN]) for name in names if name in own}


def _own(chosen: Networks) -> dict[str, Networks]:
    """For each network the dials that it has: another's move needs no new measurement."""
    recurrent = Networks(chosen.radius, chosen.tanh)
    return {
        "RNN": recurrent,
        "window": Networks(window=chosen.window, dilated=chosen.dilated, layers=chosen.layers),
        "RNN + attention": recurrent,
        "self-attention": Networks(),
        "GRU": Networks(kept=chosen.kept),
    }


@cached(most=400)
def _measured(name: str, chosen: Networks, seed: int, draws: int) -> np.ndarray:
    with running.slot() if draws > DRAWS else nullcontext():
        batches = [_several(name, chosen, seed + 1000 * batch) for batch in range(draws // DRAWS)]
    mean = np.exp(np.log(np.maximum(np.concatenate(batches), _SMALLEST)).mean(axis=0))  # geometric
    return np.where(mean > 2 * _SMALLEST, mean, 0.0)


def _several(name: str, chosen: Networks, seed: int) -> np.ndarray:
    """The norms of `DRAWS` networks: [draw, distance]. A few at a time: all at once would take 200 MB."""
    batches = []
    for first in range(0, DRAWS, _AT_ONCE):
        running.stop_if_unwanted()
        network = networks(drawn(seed, _AT_ONCE, chosen.layers, first=first), chosen)[name]
        batches.append(from_first(network, random_inputs(seed, _AT_ONCE, LENGTH, first=first)))
    return np.concatenate(batches).astype(np.float64)


def reached_text(measured: dict[str, np.ndarray]) -> str:
    """From what distance on each network has less than a hundredth of what it has at distance 1."""
    pieces = []
    for name, values in measured.items():
        below = np.flatnonzero(values[1:] < values[1] / 100)
        pieces.append(f"{name} from {below[0] + 1} on" if len(below) else f"{name} nowhere up to {LENGTH - 1}")
    return f"Less than a hundredth of the gradient at distance 1 is left: {', '.join(pieces)}."
