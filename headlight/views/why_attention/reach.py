"""How far a gradient reaches back, measured in small untrained networks, against the distance."""

import numpy as np
import streamlit as st

from headlight.formulas import paths as path_formulas
from headlight.frame import controls, heavy, widgets, words
from headlight.frame.held import held
from headlight.pictures.curves import curves
from headlight.pictures.formula import formula
from headlight.views.why_attention.recurrence_room import logarithmic
from transformer.experiments.reach import WIDTH, Dials, drawn, from_first, networks, random_inputs

LENGTH = 64  # words
DRAWS = 8  # networks of each kind, each with weights of its own
_AT_ONCE = 2  # of them in memory
MANY = 64  # the same, at the press of a button
_SMALLEST = 1e-300  # stands for 0, which has no logarithm
_KEPT = "many networks"
NAMES = ("RNN", "window", "RNN + attention", "self-attention", "GRU")


def dials_of_networks(window: int, dilated: bool) -> tuple[Dials, int, int]:
    """What the networks are like, the seed they are drawn with, and the distance that is read off."""
    with widgets.row():
        radius = controls.slider(
            "radius",
            "RNN: spectral radius",
            0.9,
            width=160,
            help="The largest absolute eigenvalue of W, which multiplies the state at every step. Below 1 a gradient "
            "shrinks, above 1 it can grow.",
        )
        tanh = controls.toggle("tanh", "tanh", True, help="Off: the RNN is linear, h = W h + U x.")
        kept = controls.slider(
            "kept",
            "GRU: share kept",
            0.9,
            width=150,
            help="A gate lets a GRU keep part of its state untouched. This is the part it keeps when it hears nothing.",
        )
        layers = controls.slider(
            "window_layers",
            "Window: layers",
            3,
            width=135,
            help="Stacked on each other.",
        )
        distance = controls.slider("distance", "Read at distance", 32, width=150)
        seed = controls.number("reach_seed", "Seed", 1, width=100)
    return Dials(radius, tanh, kept, window, dilated, layers), seed, distance


def norms(chosen: Dials, seed: int) -> tuple[dict[str, np.ndarray], int]:
    """For each network the gradient norm at every distance, and of how many draws it is the geometric mean.

    The many are measured at the press of a button, and shown for as long as nothing else is chosen.
    """
    many = st.session_state.get(_KEPT)
    if many and many[0] == (chosen, seed):
        return many[1], MANY
    return {name: _measured(name, of, seed) for name, of in _own(chosen).items()}, DRAWS


def measure_many(chosen: Dials, seed: int) -> None:
    """A button that measures `MANY` networks of each kind, with a bar that shows how far it is."""
    if not st.button(f"Measure {MANY} networks of each kind", key="measure_many", help="Takes some seconds."):
        return
    with heavy.turn():
        bar, found, done = st.progress(0.0), {}, 0
        for name, of in _own(chosen).items():
            logs = []
            for batch in range(MANY // DRAWS):
                logs.append(np.log(np.maximum(_several(name, of, seed + 1000 * batch), _SMALLEST)))
                done += 1
                bar.progress(done / (len(NAMES) * MANY // DRAWS))
            found[name] = _mean(np.concatenate(logs))
        bar.empty()
    st.session_state[_KEPT] = (chosen, seed), found


def _own(chosen: Dials) -> dict[str, Dials]:
    """For each network the dials that it has: another's move needs no new measurement."""
    recurrent = Dials(chosen.radius, chosen.tanh)
    return {
        "RNN": recurrent,
        "window": Dials(window=chosen.window, dilated=chosen.dilated, layers=chosen.layers),
        "RNN + attention": recurrent,
        "self-attention": Dials(),
        "GRU": Dials(kept=chosen.kept),
    }


@held(most=400)
def _measured(name: str, of: Dials, seed: int) -> np.ndarray:
    return _mean(np.log(np.maximum(_several(name, of, seed), _SMALLEST)))


def _several(name: str, of: Dials, seed: int) -> np.ndarray:
    """The norms of `DRAWS` networks: [draw, distance]. A few at a time: all at once would take 200 MB."""
    found = []
    for first in range(0, DRAWS, _AT_ONCE):
        heavy.stop_if_moved_on()
        network = networks(drawn(seed, _AT_ONCE, of.layers, first=first), of)[name]
        found.append(from_first(network, random_inputs(seed, _AT_ONCE, LENGTH, first=first)))
    return np.concatenate(found).astype(np.float64)


def _mean(logs: np.ndarray) -> np.ndarray:
    """The geometric mean over draws; 0 where all are."""
    mean = np.exp(logs.mean(axis=0))
    return np.where(mean > 2 * _SMALLEST, mean, 0.0)


def against_distance(found: dict[str, np.ndarray], chosen: Dials, distance: int) -> None:
    """The curves, from distance 1, with the power of the spectral radius beside them."""
    distances = np.arange(1, LENGTH, dtype=float)
    guide = float(found["RNN"][0]) * chosen.radius**distances
    shown = {name: logarithmic(values[1:]) for name, values in found.items()}
    curves(
        {**shown, f"{chosen.radius:g} to the power of the distance": logarithmic(guide)},
        over=distances,
        x_title="distance between the first word and the state",
        y_title="gradient norm",
        alt=f"Gradient norm of the last state with respect to the first word, at distances 1 to {LENGTH - 1}.",
        key="reach",
        at=float(distance),
        dashed=(f"{chosen.radius:g} to the power of the distance",),
        logarithmic="y",
        height=380,
    )


def in_numbers(found: dict[str, np.ndarray], draws: int, distance: int) -> None:
    """Exact norms at the distance that is read off, and how far each network reaches."""
    with st.container(horizontal=True, gap="medium"):
        for name, values in found.items():
            st.metric(
                name,
                words.number(float(values[distance]), 3),
                width="content",
                help=f"At distance {distance}. At distance 1: {words.number(float(values[1]), 3)}.",
            )
    st.caption(f"Geometric means of {draws} networks each. {reached_in_words(found)}")


def in_formulas(found: dict[str, np.ndarray], chosen: Dials, distance: int) -> None:
    """The norm of the RNN as a product over the steps."""
    measured = (found["RNN"][0], found["RNN"][distance], found["self-attention"][distance])
    worked = path_formulas.chain_rule(
        distance, *map(float, measured), radius=chosen.radius, width=WIDTH, tanh=chosen.tanh
    )
    formula(worked, key="chain_rule")


def reached_in_words(found: dict[str, np.ndarray]) -> str:
    """From what distance on each network has less than a hundredth of what it has at distance 1."""
    pieces = []
    for name, values in found.items():
        below = np.flatnonzero(values[1:] < values[1] / 100)
        pieces.append(f"{name} from {below[0] + 1} on" if len(below) else f"{name} nowhere up to {LENGTH - 1}")
    return f"Less than a hundredth of the gradient at distance 1 is left: {', '.join(pieces)}."
