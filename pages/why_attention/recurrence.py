"""From RNN to attention: the way between two words in four networks, what gets through, and what a layer costs."""

from collections.abc import Sequence

import numpy as np

from headlight.formulas import paths as path_formulas
from headlight.pages.why_attention import gradients
from headlight.parts import dials
from headlight.parts.nouns import Dial, Key, Number, OneOf, State, Switch, cached, chosen_in_picture, view
from headlight.parts.words import count, number
from headlight.pictures import Screen
from transformer import Trace
from transformer.experiments.paths import NETWORKS, Network, Node, Paths, layers_needed, multiplications, paths
from transformer.experiments.reach import WIDTH as STATE
from transformer.experiments.reach import Dials, Weights, drawn, inputs_of, into, networks

MOST_LAYERS = 8  # of windows that are measured at each key
_FIRST: tuple[Network, Network] = ("RNN", "self-attention")
_OTHERS: tuple[Network, Network] = ("window", "RNN + attention")
_HINTS = {
    "RNN": "Passes every state in between.",
    "window": "Each state sees {k} of the layer below{apart}.",
    "RNN + attention": "The output attends to all states of an RNN.",
    "self-attention": "Straight to any word. Choose a word, then a state.",
}


WINDOW = Dial(
    "slider",
    Key("window_width", Number(2, 8), "positions that a windowed network sees"),
    "Window k",
    4,
    "further",
    width=220,
    help="Positions that a window sees: its own and those before it. As in a causal convolution, or in "
    "attention that is kept local.",
)
DILATED = Dial(
    "toggle",
    Key("dilated", Switch(), "its windows skip positions"),
    "Dilated",
    False,
    "further",
    help="In each layer a window's positions lie k times as far apart as in the layer below. The reach is "
    "multiplied from layer to layer, not added up.",
)
FROM: Dial[int | None] = chosen_in_picture(
    Key("from_word", dials.PLACE, "where the way between two words begins"), None
)
TO: Dial[int | None] = chosen_in_picture(Key("to_word", dials.PLACE, "where it ends"), None)
WIDTH = Dial(
    "one_of",
    Key("width", OneOf((64, 192, 512, 1024)), "numbers in a word's vector, for the cost of a layer"),
    "Width d",
    192,
    "above",
    when=lambda state: bool(state.get("arithmetic")),
    help="Numbers in the vector of a word. The model of this app has 192, that of the paper 512.",
)


def two_words(start: int | None, end: int | None, n_words: int) -> tuple[int, int]:
    """The places of two words, in the order of the text; where they are not chosen, its first and last."""
    last = n_words - 1
    first, second = min(start or 0, last), last if end is None else min(end, last)
    return min(first, second), max(first, second)


@view(
    box=dials.sentence(),
    dials=[FROM, TO, WIDTH, WINDOW, DILATED, gradients.DISTANCE, gradients.NETWORKS],
    alone="it is compared with networks of its size",
    code={
        "recurrence": "what is left of each word in the RNN",
        "gradients": "the gradient of self-attention at a distance",
    },
)
def recurrence(state: State, screen: Screen) -> None:
    """An RNN and attention with the way lit, each word as deep as the state still depends on it."""
    _networks(screen, state, _FIRST)


@recurrence.more
def more(state: State, screen: Screen) -> None:
    """The gradient over 63 words, and the two networks between: windows, and an RNN with both."""
    gradients.show(screen, state)
    _networks(screen, state, _OTHERS)


def _networks(screen: Screen, state: State, kinds: tuple[Network, Network]) -> None:
    trace, window, dilated = state.trace(), state[WINDOW], state[DILATED]
    n_words = len(trace.tokens)
    start, end = two_words(state[FROM], state[TO], n_words)
    ways = {kind: paths(kind, n_words, start, end, window, dilated=dilated) for kind in kinds}
    layers = ways["window"].levels if "window" in ways else 1
    norms = measured(trace, end, window, dilated=dilated, layers=layers, kinds=kinds)
    for kind in screen.beside(kinds, least=300):
        _network(screen, trace, ways[kind], norms[kind], window, dilated)


@recurrence.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """A gradient as a product, what a layer of each costs, and the costs as a table with this text's numbers."""
    trace, window, dilated, d = state.trace(), state[WINDOW], state[DILATED], state[WIDTH]
    n_words = len(trace.tokens)
    start, end = two_words(state[FROM], state[TO], n_words)
    left, right = screen.columns(1, 1)
    with left.headed(
        "What is left of a gradient?", "The RNN’s gradient passes one matrix after another, attention’s one weight."
    ):
        measured, distance = gradients.norms(state), state[gradients.DISTANCE]
        sizes = (measured["RNN"][0], measured["RNN"][distance], measured["self-attention"][distance])
        chosen = state[gradients.NETWORKS]
        worked = path_formulas.chain_rule(
            distance, *map(float, sizes), radius=chosen.radius, width=STATE, tanh=chosen.tanh
        )
        screen.formula(worked, key="chain_rule")
    with right.headed(
        "What does a layer cost?",
        f"The lines count multiplications, up to a constant. The lines of RNN and self-attention cross at n = {d:,}.",
    ):
        lengths = np.unique(np.append(np.geomspace(2, 4096, 45).round(), n_words))
        work = [multiplications(int(n), d, window) for n in lengths]
        screen.curves(
            {name: np.array([costs[name] for costs in work], dtype=float) for name in work[0]},
            over=lengths,
            axes=("words n", "multiplications"),
            alt=f"Multiplications of a layer against the number of words, for vectors of {d} numbers.",
            key="costs",
            at=float(n_words),
            logarithmic="xy",
            height=250,
        )
    screen.heading(
        "The same as a table",
        "Work of one layer, steps that must wait for one another, longest path: for "
        f"{n_words:,} words of {d:,} numbers and windows of {window}.",
    )
    over_all, between = (layers_needed(distance, window, dilated=dilated) for distance in (n_words - 1, end - start))
    compared = path_formulas.comparison(n_words, d, window, over_all, dilated=dilated)
    needed = path_formulas.window_layers(end - start, window, between, dilated=dilated)
    screen.formula([*compared, *needed], key="paths_formula")


@cached
def _weights() -> Weights:
    return drawn(seed=1, draws=1, layers=MOST_LAYERS)


def measured(
    trace: Trace, end: int, window: int, *, dilated: bool, layers: int, kinds: Sequence[Network] = NETWORKS
) -> dict[Network, np.ndarray | None]:
    """Measure |d state / d word| for the state at `end` and every word of the text.

    Returns:
        Of each network a number for every word of the text, [pos]; None if it is too deep.
    """
    inputs = inputs_of(trace.embedded[: end + 1])
    by_kind = networks(_weights(), Dials(window=window, dilated=dilated, layers=layers))
    later = len(trace.tokens) - end - 1  # words that the state does not see
    return {
        kind: None
        if kind == "window" and layers > MOST_LAYERS
        else np.pad(into(by_kind[kind], inputs, end)[0], (0, later))
        for kind in kinds
    }


def _network(screen: Screen, trace: Trace, way: Paths, norms: np.ndarray | None, window: int, dilated: bool) -> None:
    start, end = way.path[0][1], way.path[-1][1]
    apart = f", {window} times as far apart in each layer" if dilated else ""
    (title, levels), arrows = _named(way), count(way.length, "arrow")
    screen.heading(title, _HINTS[way.kind].format(k=window, apart=apart))
    shares = np.zeros(len(trace.tokens)) if norms is None else norms / (norms.max() or 1.0)
    notes = ["not measured: too deep"] * len(shares) if norms is None else [f"gradient {norm:.3g}" for norm in norms]
    screen.paths(
        trace.words,
        levels=levels,
        edges=_seen(way),
        lit=way.path,
        shares=np.sqrt(shares).tolist(),
        notes=notes,
        alt=f"{way.kind} over {len(trace.tokens)} words: {arrows} from word {start} to the state at {end}.",
        key=f"network_{NETWORKS.index(way.kind)}",
        on_ends=lambda ends: {"from_word": ends[0], "to_word": ends[1]},
    )
    screen.note(path_text(way, None if norms is None else float(norms[start])))


def _seen(way: Paths) -> list[tuple[Node, Node]]:
    """The arrows that are drawn: of attention those into the state at the end, since all of them are a grey wedge."""
    top = way.levels if "attention" in way.kind else None
    return [(start, to) for start, to in way.edges if to[0] != top or to == way.path[-1]]


def _named(way: Paths) -> tuple[str, list[str]]:
    """Name the network, and each of its levels."""
    return {
        "RNN": ("Recurrent network (RNN)", ["states"]),
        "window": (f"Windows, {count(way.levels, 'layer')}", [f"layer {layer + 1}" for layer in range(way.levels)]),
        "RNN + attention": ("RNN with attention over its states", ["states", "outputs"]),
        "self-attention": ("Self-attention, 1 layer", ["layer 1"]),
    }[way.kind]


def path_text(way: Paths, norm: float | None) -> str:
    """The length of the way, the steps of the network, and the gradient along it."""
    steps = "1 step" if way.steps == 1 else f"{way.steps} steps, one by one"
    size = f"not measured beyond {MOST_LAYERS} layers" if norm is None else number(norm, 3)
    return f"{count(way.length, 'arrow')}, {steps}. The gradient that arrives: {size}."
