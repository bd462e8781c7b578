"""All heads of all layers as one grid of small patterns, repainted with every key; a click chooses a head."""

from collections.abc import Callable, Sequence

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from components.payload import mount, pack

_HTML = '<div class="picture"><canvas tabindex="0" role="img"></canvas><div class="card" hidden></div></div>'


def head_grid(
    patterns: Float[Array, "layer head query key"],
    *,
    tokens: Sequence[str],
    selected: tuple[int, int],
    names: Sequence[Sequence[str]],
    text: str,
    key: str,
    on_head_change: Callable[[], None],
    transposed: bool = False,
) -> None:
    """Draw every head; `selected` is (layer, head), framed; `names` says in a few words what each head does.

    `transposed` draws queries as columns.
    Weights travel as 256 colours, a quarter of the bytes of exact floats. The chosen head is found in
    `st.session_state[key]["head"]` as [layer, head] when `on_head_change` is called.
    """
    layers, heads = patterns.shape[:2]
    header = {
        "layers": layers,
        "heads": heads,
        "tokens": list(tokens),
        "selected": list(selected),
        "names": [list(row) for row in names],
        "transposed": transposed,
        "text": text,
        "alt": (
            f"Attention patterns of {layers} layers with {heads} heads each over {len(tokens)} tokens. Chosen: layer "
            f"{selected[0] + 1}, head {selected[1] + 1}. Arrow keys choose another head."
        ),
    }
    payload = pack(header, np.rint(patterns * 255).astype(np.uint8))
    mount("head_grid", _HTML, key=key, data=payload, on_head_change=on_head_change)
