"""The heads of one layer side by side, each pattern with its tokens; one can be enlarged, or switched off."""

from collections.abc import Collection, Sequence

import numpy as np
from jaxtyping import Bool, Float
from numpy import ndarray as Array

from headlight.pictures.board import Board, OnChoose, hidden_bits
from headlight.pictures.headers import LayerHeads


def layer_heads(
    screen: Board,
    patterns: Float[Array, "head query key"],
    *,
    hidden: Bool[Array, "head query key"],
    tokens: Sequence[str],
    names: Sequence[str],
    silenced: Collection[int],
    alt: str,
    key: str,
    on_head: OnChoose,
    transposed: bool = False,
    name_lines: int = 3,
    label_room: int = 96,
) -> None:
    """Draw every head's pattern; cells in `hidden` are hatched, heads in `silenced` are crossed out.

    `transposed` draws queries as columns. `names` says in a few words what each head does. A click, or Enter after the
    arrow keys, enlarges a head in the place of all; its button, or the key S, chooses it: `on_head` is called with its
    number. Names have room for `name_lines`, tokens beside a pattern for `label_room` pixels, whatever there is: so
    nothing below moves with them. Patterns are smaller where the window of a laptop would cut them.
    """
    header: LayerHeads = {
        "tokens": list(tokens),
        "names": list(names),
        "name_lines": name_lines,
        "label_room": label_room,
        "silenced": sorted(silenced),
        "hidden": hidden_bits(hidden),
        "alt": f"{alt} Enter enlarges a head, S switches it off or on.",
        "transposed": transposed,
    }
    screen.picture("layer_heads", header, patterns.astype(np.float32), key=key, on_choice=on_head)
