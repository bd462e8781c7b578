"""The heads of one layer side by side, each pattern with its tokens; a click silences a head or lets it speak."""

from collections.abc import Collection, Sequence

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from components.board import Listener, picture


def layer_heads(
    patterns: Float[Array, "head query key"],
    *,
    tokens: Sequence[str],
    names: Sequence[str],
    silenced: Collection[int],
    alt: str,
    key: str,
    on_head: Listener,
    transposed: bool = False,
) -> None:
    """Draw every head's pattern; -inf is masked, heads in `silenced` are crossed out.

    `transposed` draws queries as columns. `names` says in a few words what each head does. A click, or Enter after the
    arrow keys, chooses a head: `on_head` is called with its number.
    """
    header = {
        "tokens": list(tokens),
        "names": list(names),
        "silenced": sorted(silenced),
        "alt": f"{alt} Arrow keys go from head to head, Enter silences one or lets it speak.",
        "transposed": transposed,
    }
    picture("layer_heads", header, patterns.astype(np.float32), key=key, on_choice=on_head)
