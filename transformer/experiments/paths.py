"""The way from one word to another in a recurrent network, a windowed one and attention: its length and its cost.

Vaswani et al. 2017 compare layers by three numbers (section 4, table 1): the work of a layer, the steps that have to
wait for one another, and the longest path between two positions. Here the networks are causal: a state sees its own
word and earlier ones.
"""

from dataclasses import dataclass
from typing import Literal, get_args

Network = Literal["RNN", "window", "RNN + attention", "self-attention"]
Node = tuple[int, int]  # (level, place): level 0 are the words, the levels above are states
NETWORKS: tuple[Network, ...] = get_args(Network)


WHOLE = 400  # nodes; of a larger network only the arrows that matter for the path are listed


@dataclass(frozen=True)
class Paths:
    """One network over a text: its levels, arrows between its nodes, the shortest way between two words."""

    kind: Network
    levels: int  # above the words
    edges: tuple[tuple[Node, Node], ...]
    path: tuple[Node, ...]  # from a word to the state at the other's place
    steps: int  # computations for the whole text that have to wait for one another

    @property
    def length(self) -> int:
        """Arrows on the path."""
        return len(self.path) - 1


def paths(kind: Network, n_words: int, start: int, end: int, window: int, *, dilated: bool = False) -> Paths:
    """The network over `n_words` words, with the shortest way from the word `start` to the state at `end`.

    A windowed network gets as many layers as this way needs. A state in it sees `window` states of the layer below:
    its own place and those before it, next to each other, or each `window` times as far apart as in the layer below.
    All arrows are listed up to `WHOLE` nodes; beyond, attention has those into the state at `end`, windows have none.

    Raises:
        ValueError: if the positions are not in the text in this order, or the window sees no other one.
    """
    if not 0 <= start <= end < n_words:
        raise ValueError(f"needed are two positions in order, 0 <= {start} <= {end} < {n_words}")
    if window < 2:
        raise ValueError(f"a window must see another position too: at least 2, got {window}")
    reads = [((0, position), (1, position)) for position in range(n_words)]
    hands_on = [((1, position), (1, position + 1)) for position in range(n_words - 1)]
    queries = range(n_words) if n_words**2 <= WHOLE * 4 else (end,)
    looks = [(key, query) for query in queries for key in range(query + 1)]
    if kind == "RNN":
        chain = [(1, position) for position in range(start, end + 1)]
        return Paths(kind, 1, (*reads, *hands_on), ((0, start), *chain), n_words)
    if kind == "RNN + attention":
        attends = [((1, key), (2, query)) for key, query in looks]
        return Paths(kind, 2, (*reads, *hands_on, *attends), ((0, start), (1, start), (2, end)), n_words + 1)
    if kind == "self-attention":
        return Paths(kind, 1, tuple(((0, key), (1, query)) for key, query in looks), ((0, start), (1, end)), 1)
    layers = layers_needed(end - start, window, dilated=dilated)
    sees = [
        ((layer, position - back * step), (layer + 1, position))
        for layer, step in enumerate(strides(layers, window, dilated=dilated))
        if layers * n_words <= WHOLE
        for position in range(n_words)
        for back in range(window)
        if position - back * step >= 0
    ]
    return Paths(kind, layers, tuple(sees), _through_windows(start, end, layers, window, dilated), layers)


def strides(layers: int, window: int, *, dilated: bool) -> list[int]:
    """How far apart the places are that a window sees, in each layer."""
    return [window**layer if dilated else 1 for layer in range(layers)]


def layers_needed(distance: int, window: int, *, dilated: bool) -> int:
    """Layers of windows until a state sees a word so far back: n / k of them, or log_k n if dilated."""
    layers = 1
    while reach(layers, window, dilated=dilated) < distance:
        layers += 1
    return layers


def reach(layers: int, window: int, *, dilated: bool) -> int:
    """How far back a state sees through so many layers."""
    return sum((window - 1) * step for step in strides(layers, window, dilated=dilated))


def _through_windows(start: int, end: int, layers: int, window: int, dilated: bool) -> tuple[Node, ...]:
    """From the state at `end` down to the word at `start`, as far in each layer as is left to go."""
    position, path = end, [(layers, end)]
    for layer, step in reversed(list(enumerate(strides(layers, window, dilated=dilated)))):
        position -= min(window - 1, (position - start) // step) * step
        path.append((layer, position))
    return tuple(reversed(path))


def multiplications(n: int, d: int, k: int) -> dict[str, int]:
    """The work of one layer in multiplications, up to a constant: n words of d numbers, windows of k words.

    The formulas of table 1; the convolution and the restricted attention are both windows.
    """
    return {
        "RNN": n * d**2,
        "convolution": k * n * d**2,
        "RNN + attention": n * d**2 + n**2 * d,
        "self-attention": n**2 * d,
        "window attention": k * n * d,
    }
