"""The heads of one layer side by side, each pattern with its tokens; a click silences a head or lets it speak."""

from collections.abc import Callable, Collection, Sequence

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from components.payload import mount, pack

_HTML = '<div class="picture"><canvas tabindex="0" role="img"></canvas><div class="card" hidden></div></div>'


def layer_heads(
    patterns: Float[Array, "head query key"],
    *,
    tokens: Sequence[str],
    names: Sequence[str],
    silenced: Collection[int],
    alt: str,
    key: str,
    on_toggled_change: Callable[[], None],
    transposed: bool = False,
    text: str = "",
) -> None:
    """Draw every head's pattern; -inf is masked, heads in `silenced` are crossed out.

    `transposed` draws queries as columns. `names` says in a few words what each head does. A click, or Enter after the
    arrow keys, toggles a head: its number is found in `st.session_state[key]["toggled"]` when `on_toggled_change` is
    called.
    """
    header = {
        "tokens": list(tokens),
        "names": list(names),
        "silenced": sorted(silenced),
        "alt": f"{alt} Arrow keys go from head to head, Enter silences one or lets it speak.",
        "transposed": transposed,
        "text": text,
    }
    mount(
        "layer_heads",
        _HTML,
        key=key,
        data=pack(header, patterns.astype(np.float32)),
        on_toggled_change=on_toggled_change,
    )
