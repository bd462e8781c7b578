"""All heads of all layers as one grid of small patterns, repainted with every key; a click chooses a head."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from components.board import Listener, picture


def head_grid(
    patterns: Float[Array, "layer head query key"],
    *,
    tokens: Sequence[str],
    selected: tuple[int, int],
    names: Sequence[Sequence[str]],
    key: str,
    on_head: Listener,
    transposed: bool = False,
) -> None:
    """Draw every head; `selected` is (layer, head), framed; `names` says in a few words what each head does.

    `transposed` draws queries as columns.
    Weights travel as 256 colours, a quarter of the bytes of exact floats. `on_head` is called with a chosen
    [layer, head].
    """
    layers, heads = patterns.shape[:2]
    header = {
        "layers": layers,
        "heads": heads,
        "tokens": list(tokens),
        "selected": list(selected),
        "names": [list(row) for row in names],
        "transposed": transposed,
        "alt": (
            f"Attention patterns of {layers} layers with {heads} heads each over {len(tokens)} tokens. Chosen: layer "
            f"{selected[0] + 1}, head {selected[1] + 1}. Arrow keys choose another head."
        ),
    }
    picture("head_grid", header, np.rint(patterns * 255).astype(np.uint8), key=key, on_choice=on_head)
