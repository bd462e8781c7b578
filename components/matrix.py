"""A matrix with its numbers written in: hover or arrow keys give the exact value, masked cells are hatched with −∞."""

from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from components.payload import mount, pack

_HTML = """
<div class="picture"><canvas tabindex="0" role="img"></canvas><div class="card" hidden></div></div>
<p class="says" hidden></p>
<div class="export"><button class="png">PNG</button><button class="csv">CSV</button></div>
"""

Says = Sequence[tuple[str, bool]]  # pieces of one sentence; True is written strong


def matrix(
    values: Float[Array, "row column"],
    *,
    rows: Sequence[str],
    columns: Sequence[str],
    noun: str,
    alt: str,
    key: str,
    scale: Literal["sequential", "diverging"] = "sequential",
    extent: float | None = None,
    decimals: int = 2,
    says: Says = (),
    selected: tuple[int, int] | None = None,
    on_cell_change: Callable[[], None] | None = None,
    on_toggled_change: Callable[[], None] | None = None,
    transposed: bool = False,
    text: str = "",
) -> None:
    """Draw a matrix; -inf is masked; `transposed` draws its rows as columns, in the CSV too.

    `noun` names a value on hover ("weight 0.71"). `extent` is the value of the deepest colour: by default 1 on the
    sequential scale (weights, probabilities), and the largest absolute finite value on the diverging one.
    `says` is a sentence under the picture. With `on_cell_change` a click or Enter chooses a cell, found in
    `st.session_state[key]["cell"]` as [row, column]; with `on_toggled_change` the same cell can be clicked again, and
    is found under "toggled" while the callback runs.
    """
    finite = np.abs(values[np.isfinite(values)])
    if extent is None:
        extent = 1.0 if scale == "sequential" else float(finite.max(initial=1e-9))
    header = {
        "rows": list(rows),
        "columns": list(columns),
        "noun": noun,
        "alt": alt,
        "scale": scale,
        "extent": extent,
        "decimals": decimals,
        "says": [list(piece) for piece in says],
        "selected": list(selected) if selected else None,
        "choosable": on_cell_change is not None,
        "togglable": on_toggled_change is not None,
        "transposed": transposed,
        "file": key,
        "text": text,
    }
    callbacks = {"on_cell_change": on_cell_change, "on_toggled_change": on_toggled_change}
    listeners = {name: callback for name, callback in callbacks.items() if callback}
    mount("matrix", _HTML, key=key, data=pack(header, values.astype(np.float32)), **listeners)
